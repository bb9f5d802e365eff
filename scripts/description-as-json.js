// Writes the OpenAPI description as JSON (dist/openapi.json): parsing its YAML takes half a second, which would block
// the event loop of the service.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const description = parse(readFileSync(join(root, 'generated/openapi.yaml'), 'utf8'));
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/openapi.json'), JSON.stringify(description));
