/** Builds the service and the web application where a source is newer. */
import { execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a build tool where a source is newer than its product. */
const makeWhereStale = async (sources: string, product: string, tool: readonly string[]): Promise<void> => {
  const built = await stat(join(root, product)).catch(() => null);
  const entries = await readdir(join(root, sources), { recursive: true, withFileTypes: true });
  const times = await Promise.all(entries.map((entry) => stat(join(entry.parentPath, entry.name))));
  if (built && times.every(({ mtimeMs }) => mtimeMs <= built.mtimeMs)) return;
  execFileSync(process.execPath, tool, { cwd: root, stdio: 'inherit' });
};

/** Tests that kill the service start the built one, which is up twice as fast; browsers are served the built UI. */
export const buildWhereStale = async (): Promise<void> => {
  await makeWhereStale('src', 'dist/main.js', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']);
  await makeWhereStale('generated', 'dist/openapi.json', ['scripts/description-as-json.js']);
  await makeWhereStale('web', 'dist/web/index.html', [
    'node_modules/vite/bin/vite.js',
    'build',
    'web',
    '--logLevel',
    'warn',
  ]);
  await makeWhereStale('web', 'dist/web/compressed', ['scripts/compress-page.js']);
};
