/** The JSON Schema of an archive (generated/archive.schema.json). */
import { z } from 'zod';
import { tableColumns } from '../../derive/ddl/create-tables.ts';
import type { Registry } from '../../model/registry.ts';
import { secretColumns } from '../secrets/secret-columns.ts';
import { CHECKSUMS, checksumSchema, MANIFEST, manifestSchema } from './archive-manifest.ts';
import { fileNameOf } from './export-file.ts';

/** The JSON type of a column. */
const typeOf = (type: string): object => {
  if (/^(int|smallint|bigint)/.test(type)) return { type: ['integer', 'null'] };
  if (type.startsWith('numeric')) return { type: ['number', 'null'] };
  return { type: [type.startsWith('boolean') ? 'boolean' : 'string', 'null'] };
};

/** Of the manifest, and of a line of the checksums and of the rows of each record kind. @param registry the declarations */
export const archiveSchema = (registry: Registry): object => {
  const secrets = new Set(secretColumns(registry).map(({ table, column }) => `${table}.${column}`));
  const stored = registry.resources.filter(({ storage }) => storage.stored);
  const rows = stored.map(({ path, table }) => {
    const columns = [...tableColumns(stored.filter((kind) => kind.table === table))].filter(
      ([name]) => name !== 'org_id' && name !== 'printed' && !secrets.has(`${table}.${name}`),
    );
    const properties = Object.fromEntries(columns.map(([name, type]) => [name, typeOf(type)]));
    return [`rows/${fileNameOf(path)}.ndjson`, { type: 'object', properties, required: ['id'] }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Archive of an organisation: each file, and of NDJSON each line',
    type: 'object',
    properties: {
      [MANIFEST]: withoutSchema(z.toJSONSchema(manifestSchema)),
      [CHECKSUMS]: withoutSchema(z.toJSONSchema(checksumSchema)),
      ...Object.fromEntries(rows),
    },
  };
};

const withoutSchema = ({ $schema: _, ...schema }: { $schema?: unknown }): object => schema;
