import { App } from './app.tsx';
import { start } from './shell/start.tsx';

start(<App />);
