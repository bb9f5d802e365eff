/**
 * The archive of a person: everything that is held on a customer (docs/privacy.md). The numbers of the records are in
 * memory, and one page of rows.
 */

import { pages } from '../../db/pages.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import { userName } from '../../derive/full-name.ts';
import { relationCatalogue } from '../../derive/metadata/relation-catalogue.ts';
import { annotationsOf, hangsOn, type PersonKind } from '../../derive/privacy/person-records.ts';
import { readText } from '../../derive/sql/author-sql.ts';
import { text } from '../../model/declaration/field.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { type Language, wordsOf } from '../../shared/disclosure.ts';
import { instant, raw, type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type ArchiveFile, jsonFile } from '../exports/archive.ts';
import { type ContentRow, type ContentState, contentFile, contentPath } from '../exports/archive-contents.ts';
import { type ExportTable, exportTable, externalNames, gdvLines, tablePages } from '../exports/export-tables.ts';
import { findDeliveries } from './find-deliveries.ts';
import { idsOf, type Person, type PersonIds, recordsOf } from './person.ts';
import { type IndexedFile, type PageSection, personPage } from './person-page.ts';
import { countDelivered, type Delivered } from './recipients.ts';

type Pages = AsyncGenerator<readonly string[]>;

/** Rows and ids that one statement reads or names. */
const PAGE = 500;

const DELETED_AT = sql`to_char(t.deleted_at, 'YYYY-MM-DD HH24:MI:SS') as deleted_at`;

interface Row {
  readonly id: number;
  readonly doc: string;
  readonly deleted_at: string | null;
}

/** A record as reads show it, with the time of its deletion. */
const marked = ({ doc, deleted_at }: Row): string => `${doc.slice(0, -1)},"deleted_at":${JSON.stringify(deleted_at)}}`;

async function* recordPages(context: Context, person: Person, kind: PersonKind): Pages {
  const shown = [sql`${readText(kind.resource, 't', person.orgId)} as doc`, DELETED_AT];
  for await (const rows of recordsOf<Row>(context.db, kind, person, shown)) yield rows.map(marked);
}

/** Rows of a part or an annotation, page by page. */
async function* rowsBelow({ db }: Context, orgId: number, part: Resource, condition: Sql): Pages {
  const isSoft = part.storage.removal === 'soft';
  const read = (last: Row | undefined) =>
    db.queryLong<Row>(sql`select t.id, ${readText(part, 't', orgId)} as doc,
      ${isSoft ? DELETED_AT : raw('null as deleted_at')}
    from ${raw(part.table)} t
    where t.org_id = ${orgId} and t.id > ${last?.id ?? 0}::int and ${condition}
    order by t.id
    limit ${PAGE}::int`);
  for await (const rows of pages(PAGE, read)) yield rows.map(marked);
}

const hasBelow = (context: Context, { resource, parts }: PersonKind, part: Resource): boolean =>
  parts.includes(part) || annotationsOf(context.model.registry, resource).includes(part);

/** A part of all records, and the persons in contracts of others who are this one. */
async function* partPages(context: Context, { orgId, kids }: Person, part: Resource, ids: PersonIds): Pages {
  for (const [kind, all] of ids) {
    if (!hasBelow(context, kind, part)) continue;
    for (let at = 0; at < all.length; at += PAGE)
      yield* rowsBelow(context, orgId, part, hangsOn(part, kind.resource, all.slice(at, at + PAGE)));
  }
  if (part.path === 'persons') {
    const elsewhere = sql`t.pid = any(${kids}::int[]) and t.kid <> all(${kids}::int[])`;
    yield* rowsBelow(context, orgId, part, elsewhere);
  }
}

/** The records of the person as rows `p`. @param nameOf the name of a kind in the other table */
const pairs = (ids: PersonIds, nameOf: (resource: Resource) => string): Sql => {
  const all = [...ids].flatMap(([{ resource }, some]) => some.map((id): [string, number] => [nameOf(resource), id]));
  return sql`unnest(${all.map(([kind]) => kind)}::text[], ${all.map(([, id]) => id)}::int[]) p(section, id)`;
};

const pathOf = ({ path }: Resource): string => path;

/** Condition that two columns name a record of the person. */
const named = (ids: PersonIds, section: Sql, id: Sql, nameOf = pathOf): Sql =>
  sql`(${section}, ${id}) in (select p.section, p.id from ${pairs(ids, nameOf)})`;

async function* relationPages(context: Context, { orgId, kids }: Person): Pages {
  const types = relationCatalogue(context.model.settings);
  const rows = await context.db.queryLong<{ beziehung: number }>(sql`select r.id, r.kid, r.kid_beziehung, r.beziehung,
      c.vorname, c.name
    from relation r
    join contact c on c.org_id = ${orgId} and c.id = r.kid_beziehung
    where r.org_id = ${orgId} and r.kid = any(${kids}::int[])
    order by r.id`);
  if (rows.length)
    yield rows.map((row) => JSON.stringify({ ...row, beziehung_name: types.find(row.beziehung)?.name ?? null }));
}

/** The audit log of the records and of all below them, in order. */
async function* historyPages({ db }: Context, orgId: number, ids: PersonIds): Pages {
  type Entry = { id: number; doc: string };
  const next = sql`order by e.id limit ${PAGE}::int`;
  const read = (last: Entry | undefined) => {
    const page = sql`e.org_id = ${orgId} and e.id > ${last?.id ?? 0}::bigint`;
    return db.queryLong<Entry>(sql`with found as (
      (select e.id from audit_entry e where ${page} and ${named(ids, sql`e.section`, sql`e.record_id`, eventFamily)} ${next})
      union
      (select e.id from audit_entry e where ${page} and ${named(ids, sql`e.owner_section`, sql`e.owner_id`)} ${next}))
    select e.id::float8 as id, json_build_object('id', e.id, 'at', ${instant('e.at')}, 'action', e.action,
      'section', e.section, 'record_id', e.record_id, 'owner_section', e.owner_section, 'owner_id', e.owner_id,
      'user_kid', e.user_kid, 'user_name', (select ${userName} from contact u where u.org_id = ${orgId} and u.id = e.user_kid),
      'via', e.via, 'changes', e.changes::json)::text as doc
    from audit_entry e
    where e.org_id = ${orgId} and e.id = any(array(select f.id from found f))
    ${next}`);
  };
  for await (const rows of pages(PAGE, read)) yield rows.map(({ doc }) => doc);
}

const LINKS = exportTable(
  'links',
  'link',
  [['id', 'int']],
  ['id', 'owner_section', 'owner_id', 'foreign_section', 'foreign_id'],
);
const STAGED_ROWS = exportTable(
  'import-rows',
  'import_row',
  [
    ['job_id', 'int'],
    ['row', 'int'],
  ],
  ['job_id', 'row', 'line', 'outcome', 'section', 'record_id', 'external_key', 'source', 'result', 'before'],
);
const DELIVERIES = exportTable(
  'webhook-deliveries',
  'webhook_delivery',
  [
    ['webhook_id', 'int'],
    ['id', 'bigint'],
  ],
  ['id', 'event_name', 'event_at', 'state', 'payload'],
);
const TAGS = exportTable('tag-names', 'tag', [['id', 'int']], ['id', 'tag']);

async function* deliveryPages(context: Context, person: Person, ids: PersonIds, delivered: Delivered): Pages {
  for await (const found of findDeliveries(context.db, person, ids)) {
    await countDelivered(context, found, delivered);
    yield* tablePages(context, DELIVERIES, found);
  }
}

/** Rows about the records in tables that are no records, with the condition that finds them. */
const otherTables = (ids: PersonIds, person: Person): readonly (readonly [ExportTable, Sql])[] => [
  [LINKS, named(ids, sql`t.owner_section`, sql`t.owner_id`)],
  [externalNames, named(ids, sql`t.section`, sql`t.id`)],
  [gdvLines, named(ids, sql`t.section`, sql`t.record_id`)],
  [STAGED_ROWS, named(ids, sql`t.section`, sql`t.record_id`)],
  [
    TAGS,
    sql`t.id = any(array(
      select a.tag_id
      from tag_assignment a
      where a.org_id = ${person.orgId} and ${named(ids, sql`a.owner_section`, sql`a.owner_id`)}))`,
  ],
];

const CONTENT = sql`coalesce(t.name, '') as name, t.extension, coalesce(t.size, 0) as size, t.url, t.aws, t.kid, t.del <> 0 as deleted`;

/** The files of the documents. @param indexed receives each, including those that the store could not return */
async function* contents(
  context: Context,
  person: Person,
  kind: PersonKind,
  indexed: (file: Pick<IndexedFile, 'path' | 'label' | 'record'>) => (state: ContentState) => void,
): AsyncGenerator<ArchiveFile> {
  const shown = [CONTENT, ...(kind.resource.content === 'served' ? [] : [sql`t.document_id`])];
  type Content = Omit<ContentRow, 'url'> & { readonly url: string | null; readonly document_id?: number | null };
  for await (const rows of recordsOf<Content>(context.db, kind, person, shown))
    for (const { document_id, url, ...row } of rows) {
      if (url === null || document_id) continue;
      const path = contentPath(kind.resource, { ...row, url });
      const problem = indexed({ path, label: row.name, record: `${kind.resource.path} ${row.id}` });
      const file = await contentFile(context, { ...row, url }, path, (_path, state) => problem(state));
      if (file) yield file;
    }
}

/**
 * The files of the archive, one after the other; the page is the last one.
 * @param person as `findPerson` answers it; private records of all users are included
 * @param language of the page
 * @throws errors of the database; a file that the store does not give is named on the page
 */
export async function* personArchive(
  context: Context,
  person: Person,
  language: Language,
  problem: () => void,
): AsyncGenerator<ArchiveFile> {
  const { registry } = context.model;
  const ids = await idsOf(context, person);
  const files: IndexedFile[] = [];
  const delivered: Delivered = new Map();
  const file = (name: string, label: string, pages: Pages): Promise<ArchiveFile[]> => {
    const one = { path: `${name}.json`, label, rows: 0 };
    return jsonFile(one.path, pages, (rows) => {
      if (!one.rows) files.push(one);
      one.rows += rows;
    });
  };
  const kinds = [...ids.keys()];
  const parts = registry.resources.filter((part) => kinds.some((kind) => hasBelow(context, kind, part)));
  const words = wordsOf(language);
  const others = {
    beziehung_name: text(words.relation),
    vorname: text(words.firstName),
    name: text(words.lastName),
  };
  const sections: readonly PageSection[] = [
    ...kinds.map((kind) => ({ resource: kind.resource, pages: () => recordPages(context, person, kind) })),
    ...parts.map((part) => ({ resource: part, pages: () => partPages(context, person, part, ids) })),
    { resource: registry.get('relations'), fields: others, pages: () => relationPages(context, person) },
  ];
  for (const { resource, pages } of sections)
    yield* await file(`records/${resource.path.replaceAll('/', '-')}`, resource.path, pages());
  for (const [table, condition] of otherTables(ids, person))
    yield* await file(table.name, table.name, tablePages(context, table, condition));
  yield* await file(DELIVERIES.name, DELIVERIES.name, deliveryPages(context, person, ids, delivered));
  yield* await file('history', 'history', historyPages(context, person.orgId, ids));
  for (const kind of kinds.filter(({ resource }) => resource.content))
    yield* contents(context, person, kind, (document) => {
      const at = files.push(document) - 1;
      return (state) => {
        files[at] = { ...document, state };
        problem();
      };
    });
  yield { name: 'index.html', content: personPage(context, person, { language, sections, files, delivered }) };
}
