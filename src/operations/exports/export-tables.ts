/** Rows of an organisation that are no records, as files of its archive. */

import { pages } from '../../db/pages.ts';
import { text } from '../../model/declaration/field.ts';
import type { Fields } from '../../model/declaration/resource.ts';
import { instant, join, raw, type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';

const PAGE = 500;

/** The fields of a file whose cells are texts as they are. */
export const textFields = (names: readonly string[]): { readonly fields: Fields } => ({
  fields: Object.fromEntries(names.map((name) => [name, text(name)])),
});

/** A table of the archive. Only the named columns are read: no other one, such as a secret, gets into a file. */
export interface ExportTable {
  /** Name of the file. */
  readonly name: string;
  readonly fields: Fields;
  readonly table: string;
  readonly columns: readonly Sql[];
  /** Columns behind `org_id` in its key, with their types. */
  readonly key: readonly (readonly [name: string, type: string])[];
}

/** A file of a table. @param columns names; times end in `_at` and are written with their zone */
export const exportTable = (
  name: string,
  table: string,
  key: ExportTable['key'],
  columns: readonly string[],
): ExportTable => ({
  name,
  table,
  key,
  ...textFields(columns),
  columns: columns.map((one) => (one.endsWith('_at') ? sql`${instant(`t.${one}`)} as ${raw(one)}` : raw(`t.${one}`))),
});

/** Names of records in other systems. */
export const externalNames = exportTable(
  'external-names',
  'external_identity',
  [
    ['section', 'text'],
    ['source', 'text'],
    ['external_id', 'text'],
  ],
  ['section', 'id', 'source', 'external_id'],
);

/** Lines of records in deliveries of insurers. */
export const gdvLines = exportTable(
  'gdv-lines',
  'gdv_delivery',
  [
    ['section', 'text'],
    ['record_id', 'int'],
    ['vu', 'text'],
    ['job_id', 'int'],
  ],
  ['section', 'record_id', 'vu', 'delivered', 'lines'],
);

/** Tables of an organisation. Working data is not among them: staged rows, deliveries, sessions, exports. */
export const exportTables: readonly ExportTable[] = [
  externalNames,
  gdvLines,
  exportTable('import-mappings', 'import_mapping', [['name', 'text']], ['name', 'options', 'updated_at']),
  exportTable('gdv-sparten', 'gdv_sparte', [['key', 'text']], ['key', 'sparte']),
  exportTable(
    'tokens',
    'api_token',
    [['id', 'int']],
    ['id', 'name', 'user_kid', 'scopes', 'addresses', 'created_at', 'expires_at', 'revoked_at'],
  ),
  exportTable(
    'webhooks',
    'webhook',
    [['id', 'int']],
    ['id', 'name', 'description', 'url', 'method', 'content_type', 'events', 'active', 'created_at'],
  ),
];

/** JSON texts of the rows of a table, page by page. @param condition on rows `t` */
export async function* tablePages(
  { db, actor: { orgId } }: Context,
  { table, columns, key }: Pick<ExportTable, 'table' | 'columns' | 'key'>,
  condition: Sql = raw('true'),
): AsyncGenerator<readonly string[]> {
  const keyed = join(
    key.map(([name]) => raw(`t.${name}`)),
    ', ',
  );
  type Row = { doc: string; key: string };
  const behind = (last: readonly unknown[]): Sql =>
    sql` and (${keyed}) > (${join(
      key.map(([, type], i) => sql`${last[i]}::${raw(type)}`),
      ', ',
    )})`;
  const read = (last: Row | undefined) =>
    db.queryLong<Row>(sql`select (
      select row_to_json(p)::text
      from (select ${join(columns, ', ')}) p) as doc, json_build_array(${keyed})::text as key
    from ${raw(table)} t
    where t.org_id = ${orgId} and ${condition}${last ? behind(JSON.parse(last.key) as unknown[]) : sql``}
    order by ${keyed}
    limit ${PAGE}::int`);
  for await (const rows of pages(PAGE, read)) yield rows.map(({ doc }) => doc);
}
