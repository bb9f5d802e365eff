// Builds dist/ (service and command) and, where its sources are there, the settings UI.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tool = (name) => join(root, 'node_modules', '.bin', name);
const run = (name, args) =>
  execFileSync(tool(name), args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
const script = (file) => execFileSync(process.execPath, [file], { cwd: root, stdio: 'inherit' });

if (!existsSync(tool('tsc'))) {
  console.error('The build tools are missing; run `npm ci` (with development dependencies) first.');
  process.exit(1);
}
rmSync(join(root, 'dist'), { recursive: true, force: true });
run('tsc', ['-p', 'tsconfig.json']);
script('scripts/description-as-json.js');
if (existsSync(join(root, 'sdk/scripts/make-types.js'))) script('sdk/scripts/make-types.js');
const scalar = join(root, 'node_modules/@scalar/fastify-api-reference/dist/js');
if (existsSync(scalar)) cpSync(scalar, join(root, 'dist/reference'), { recursive: true });
if (existsSync(join(root, 'web/vite.config.ts'))) {
  run('vite', ['build', 'web', '--logLevel', 'warn']);
  script('scripts/compress-page.js');
}
