/** Every derived statement as text, for reviewers (generated/queries.sql). */
import type { Registry } from '../../model/registry.ts';
import type { Sql } from '../../sql/sql.ts';
import { collectionsOf } from '../routing/collections.ts';
import { listStatement } from './list-sql.ts';
import { retrieveStatement } from './read-sql.ts';
import { referencingColumns, repointColumn } from './repoint-references.ts';
import { insertRow, updateRow } from './write-sql.ts';

/** A statement with its lines indented by the nesting of its parentheses. */
const indented = (text: string): string => {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const bare = line.replace(/'[^']*'/g, '');
      const closes = /^\)*/.exec(bare)?.[0].length ?? 0;
      const deep = depth - closes + (/^(and|or) /.test(line) ? 1 : 0);
      const shown = `${'  '.repeat(Math.max(0, deep))}${line}`;
      depth += bare.split('(').length - bare.split(')').length;
      return shown;
    })
    .join('\n');
};

const section = (title: string, statement: Sql): string => `-- ${title}\n${indented(statement.query.text)};\n`;

/** All statements as one text. */
export const queriesSql = (registry: Registry): string => {
  const lines = ['-- Made by `npm run generate` from the declarations; parameter 1 is always the organisation.\n'];
  const reader = { orgId: 0, userKid: 0, pathIds: [0, 0] };
  for (const collection of collectionsOf(registry).filter(({ resource }) => resource.storage.stored)) {
    const listing = { embeds: [], filters: [], hide: true, counters: null, limit: 0, offset: 0 };
    lines.push(section(`GET ${collection.address}`, listStatement(collection, reader, listing, registry)));
    lines.push(section(`GET ${collection.address}/{id}`, retrieveStatement(collection, reader, [], registry)));
  }
  const empty = { values: {}, extra: null };
  for (const resource of registry.resources.filter(({ storage: rows }) => rows.stored)) {
    lines.push(section(`insert ${resource.path}`, insertRow(resource, 0, empty).row));
    lines.push(section(`update ${resource.path}`, updateRow(resource, 0, empty).row));
  }
  for (const column of referencingColumns(registry, 'customers')) {
    const title = `merge ${column.resource.path}.${column.column}`;
    const statements = repointColumn(column, { orgId: 0, master: 0, slave: 0 });
    lines.push(...statements.map((statement) => section(title, statement)));
  }
  return lines.join('\n');
};
