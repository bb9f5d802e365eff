#!/usr/bin/env node
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = engines.node.replace('>=', '');
const refuse = (code, message) => {
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: { code, message } }));
  else console.error(`broker-crm: ${message}`);
  process.exit(1);
};
// Said here, because an older Node.js does not even understand what follows.
if (lowest.localeCompare(process.versions.node, 'en', { numeric: true }) > 0)
  refuse(
    'node_version',
    `Node.js ${lowest} or later is needed, and ${process.execPath} is ${process.versions.node}: see "Which Node.js" in docs/operating.md.`,
  );
// And this, because what follows is that many files: with fewer handles it ends in the middle of being loaded.
const HANDLES = 256;
const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : '';
const [, most] = /^Max open files +(\d+)/m.exec(limits) ?? [];
if (most !== undefined && Number(most) < HANDLES)
  refuse(
    'file_handles',
    `${HANDLES} file handles are needed at least, and this process may have ${most}: raise the limit (ulimit -n, LimitNOFILE of the systemd unit, --ulimit nofile of a container).`,
  );
// Where npm ran no install scripts, the first start builds.
if (!existsSync(main)) await import('../scripts/build.js');

/** A file of a checkout that was changed after the build. */
const changedSince = (built) => {
  for (const room of ['../src/', '../web/'].map((path) => new URL(path, import.meta.url)).filter(existsSync)) {
    for (const name of readdirSync(room, { recursive: true })) {
      const file = new URL(encodeURI(name), room);
      if (statSync(file).isFile() && statSync(file).mtimeMs > built) return fileURLToPath(file);
    }
  }
  return undefined;
};
const changed = process.argv[2] === 'serve' ? changedSince(statSync(main).mtimeMs) : undefined;
if (changed)
  console.error(
    `broker-crm: ${changed} has changed since the build, which is what is served: run \`npm run build\` first, or \`npm run dev\`, which follows changes.`,
  );
await import(main.href);
