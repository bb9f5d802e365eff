// Writes src/generated/schema.ts from the OpenAPI description of this repository: before the package is built, and by
// the root's build, so that its types are at hand for editors and checks. It is not committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { schemaText } from './schema.js';

const description = new URL('../../generated/openapi.yaml', import.meta.url);
const target = new URL('../src/generated/schema.ts', import.meta.url);

await mkdir(new URL('./', target), { recursive: true });
await writeFile(target, await schemaText(parse(await readFile(description, 'utf8'))));
