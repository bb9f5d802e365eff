// Builds dist/ (service and command) and, if its sources are present, the settings UI. The two builds are independent
// and run in parallel.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a program of Node.js. @throws if it fails; the program has printed the reason itself */
const run = async (program, ...args) => {
  const [code] = await once(spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' }), 'close');
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed`);
};
const tool = (file, ...args) => run(join('node_modules', file), ...args);

const buildService = async () => {
  await tool('typescript/bin/tsc', '-p', 'tsconfig.json');
  await run('scripts/description-as-json.js');
  if (existsSync(join(root, 'sdk/scripts/make-types.js'))) await run('sdk/scripts/make-types.js');
};

const buildPage = async () => {
  if (!existsSync(join(root, 'web/vite.config.ts'))) return;
  await tool('vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn');
  await run('scripts/compress-page.js');
};

if (!existsSync(join(root, 'node_modules/typescript/bin/tsc'))) {
  console.error('The build tools are missing; run `npm ci` (with development dependencies) first.');
  process.exit(1);
}
rmSync(join(root, 'dist'), { recursive: true, force: true });
const built = await Promise.allSettled([buildService(), buildPage()]);
const failed = built.filter(({ status }) => status === 'rejected');
for (const { reason } of failed) console.error(reason.message);
if (failed.length) {
  // Half of it would be started as if it were all.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  process.exit(1);
}
const scalar = join(root, 'node_modules/@scalar/fastify-api-reference/dist/js');
if (existsSync(scalar)) cpSync(scalar, join(root, 'dist/reference'), { recursive: true });
