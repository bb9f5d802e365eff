// Before everything that it shall not wait for.
import './shell/first.ts';
import { App } from './app.tsx';
import { routed } from './router.tsx';
import { start } from './shell/start.tsx';

start(<App />, routed);
