#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = engines.node.replace('>=', '');
// Said here, because an older Node.js does not even understand what follows.
if (lowest.localeCompare(process.versions.node, 'en', { numeric: true }) > 0) {
  const message = `Node.js ${lowest} or later is needed, and ${process.execPath} is ${process.versions.node}: see "Which Node.js" in docs/operating.md.`;
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: { code: 'node_version', message } }));
  else console.error(`broker-crm: ${message}`);
  process.exit(1);
}
// Where npm ran no install scripts, the first start builds.
if (!existsSync(main)) await import('../scripts/build.js');
await import(main.href);
