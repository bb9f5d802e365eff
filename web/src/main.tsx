// Before everything that it shall not wait for.
import './shell/first.ts';
import { App, answersArrived, sessionAsked } from './app.tsx';
import { routed } from './routes.ts';
import { start } from './shell/start.tsx';

start(<App />, Promise.all([routed, sessionAsked, answersArrived]));
