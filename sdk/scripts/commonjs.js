// Creates dist/cjs from dist: the same code and types for programs that use CommonJS.
import { cp, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const dist = new URL('../dist/', import.meta.url);
const cjs = new URL('cjs/', dist);

// The types are the same; the nearest package.json determines the module system of a type file.
const types = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
for (const file of types) await cp(new URL(file, dist), new URL(file, cjs));
await writeFile(new URL('package.json', cjs), '{ "type": "commonjs" }\n');
await build({
  entryPoints: [fileURLToPath(new URL('index.js', dist))],
  outfile: fileURLToPath(new URL('index.js', cjs)),
  // openapi-fetch with it, whose CommonJS has its function in another place than its module.
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
});
