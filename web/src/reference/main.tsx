import './reference.css';
import { start } from '../shell/start.tsx';
import { Reference } from './reference.tsx';

start(<Reference />);
