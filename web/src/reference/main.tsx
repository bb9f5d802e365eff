import './reference.css';
import { start } from '../app/start-document.tsx';
import { Reference } from './reference.tsx';

start(<Reference />);
