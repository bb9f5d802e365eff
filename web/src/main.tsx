// Before everything that it shall not wait for.
import './app/boot.ts';
import { App, answersArrived, sessionAsked } from './app/app.tsx';
import { routed } from './app/routes.ts';
import { start } from './app/start-document.tsx';

start(<App />, Promise.all([routed, sessionAsked, answersArrived]));
