#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
// Where npm ran no install scripts, the first start builds.
if (!existsSync(main)) await import('../scripts/build.js');
await import(main.href);
