// Writes src/generated/schema.ts and src/generated/methods.ts from the OpenAPI description of this repository: before the
// package is built, and by the root's build, so that its types are at hand for editors and checks. They are not committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { methodsText } from './methods.js';
import { schemaText } from './schema.js';

const description = parse(await readFile(new URL('../../generated/openapi.yaml', import.meta.url), 'utf8'));
const target = new URL('../src/generated/', import.meta.url);

await mkdir(target, { recursive: true });
await writeFile(new URL('schema.ts', target), await schemaText(description));
await writeFile(new URL('methods.ts', target), methodsText(description));
