/** Every derived statement as text, for reviewers (generated/queries.sql). */
import type { Registry } from '../model/registry.ts';
import { collectionsOf } from './collections.ts';
import { hiding } from './columns.ts';
import { listStatement, retrieveStatement } from './read-sql.ts';
import { columnsNaming, rewriteColumn } from './rewrite-sql.ts';
import { insertRow, updateRow } from './write-sql.ts';

const section = (title: string, text: string): string => `-- ${title}\n${text};\n`;

/** All of them as one text, one statement after the other. */
export const queriesSql = (registry: Registry): string => {
  const lines = ['-- Made by `npm run generate` from the declarations; parameter 1 is always the organisation.\n'];
  for (const collection of collectionsOf(registry).filter(({ resource }) => resource.rows.stored)) {
    const shape = {
      embeds: [],
      filters: [],
      hide: Boolean(hiding(collection.resource)),
      mine: false,
      counters: null,
      deep: false,
    };
    lines.push(section(`GET ${collection.address}`, listStatement(collection, shape, registry).text));
    lines.push(section(`GET ${collection.address}/{id}`, retrieveStatement(collection, [], registry).text));
  }
  const empty = { values: {}, extra: null };
  for (const resource of registry.resources.filter(({ rows }) => rows.stored)) {
    lines.push(section(`insert ${resource.path}`, insertRow(resource, 0, empty).row.text));
    lines.push(section(`update ${resource.path}`, updateRow(resource, 0, empty).row.text));
  }
  for (const column of columnsNaming(registry, 'customers')) {
    lines.push(section(`merge ${column.resource.path}.${column.column}`, rewriteColumn(column).join(';\n')));
  }
  return lines.join('\n');
};
