// Compresses the files of the settings page once, at the highest level, next to the originals (file.js.br,
// file.js.gz), where the result is smaller. The file `dist/web/compressed` marks completion.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Less is no packet of the network saved. */
const LEAST = 1024;
/** Of the bytes, so many must go. */
const WINS = 0.9;
const MADE = { '.br': (bytes) => brotliCompressSync(bytes), '.gz': (bytes) => gzipSync(bytes, { level: 9 }) };

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist/web');
const assets = join(page, 'assets');
for (const name of readdirSync(assets)) {
  if (/\.(br|gz)$/.test(name)) continue;
  const bytes = readFileSync(join(assets, name));
  if (bytes.length < LEAST) continue;
  for (const [ending, compress] of Object.entries(MADE)) {
    const compressed = compress(bytes);
    if (compressed.length < bytes.length * WINS) writeFileSync(join(assets, name + ending), compressed);
  }
}
writeFileSync(join(page, 'compressed'), '');
