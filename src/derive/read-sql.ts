/**
 * Statements that read records: stored JSON text is concatenated, never built (docs/decisions/0004). Parameter 1 is
 * always the organisation; every statement starts from `rows`, so none forgets tenant or soft delete.
 */
import type { Registry } from '../model/registry.ts';
import type { Embed, Resource } from '../model/resource.ts';
import type { Collection } from './collections.ts';
import { equals, hiding, numbered, openTo, quoted, visible } from './columns.ts';
import { hasAddedFields, shownText } from './shown-text.ts';

/** A statement's text with the values besides the organisation still to come. */
export interface Statement {
  /** Under which connections keep it prepared; absent where its shape is too rare to be worth their memory. */
  readonly name?: string;
  readonly text: string;
}

const ofRow = (embed: Embed, owner: Resource, embedded: Resource): string => {
  if (embed.by === 'owner') return ` and e.owner_section = '${owner.path}' and e.owner_id = t.id`;
  if (embed.by === 'link') {
    return ` and e.id in (select l.foreign_id from link l where l.org_id = $1 and l.owner_section = '${owner.path}' and l.owner_id = t.id and l.foreign_section = '${embedded.path}')`;
  }
  return ` and e.${quoted(embed.by.column)} = t.id`;
};

/** Expression for a row `t` as JSON text, with the arrays that were asked for. */
const documentOf = (resource: Resource, embeds: readonly Embed[], registry: Registry): string => {
  if (!embeds.length) return shownText(resource, 't');
  const arrays = embeds.map((embed) => {
    const embedded = registry.get(embed.of);
    return `',"${embed.as}":[' || coalesce((select string_agg(${shownText(embedded, 'e')}, ',' order by e.id) from ${embedded.table} e where e.org_id = $1${ofRow(embed, resource, embedded)}${visible(embedded, 'e')}), '') || ']'`;
  });
  return `left(${shownText(resource, 't')}, -1) || ${arrays.join(' || ')} || '}'`;
};

/** Condition that the parent in the path (parameter 2) is there. */
export const parentThere = (parent: Resource): string =>
  `exists (select 1 from ${parent.table} o where o.org_id = $1 and o.id = $2${visible(parent, 'o')})`;

/** `from ... where` of a collection's visible rows; the path's parent, where there is one, is parameter 2. */
const rows = (collection: Collection): string => {
  const { resource } = collection;
  const fixed = collection.fixed
    .map(({ column, constant }) => ` and t.${quoted(column)} = ${constant === undefined ? '$2' : `'${constant}'`}`)
    .join('');
  return `from ${resource.table} t where t.org_id = $1${visible(resource, 't')}${fixed}`;
};

/** Ids that share one count (record_block); a far page starts at its block. */
export const BLOCK = 4096;

/** What a list of one collection can vary in; together they name the statement. */
export interface ListShape {
  readonly embeds: readonly Embed[];
  readonly filters: readonly string[];
  /** Hide records of `hiddenBy`. */
  readonly hide: boolean;
  /** Only the caller's own records and the open ones (`privateTo`); the caller is the parameter after the filters. */
  readonly mine: boolean;
  /** Names of the counters that add up to `total`, or null where it is counted. */
  readonly counters: readonly string[] | null;
  /** A far page: skip inside the index and fetch rows only for the page. */
  readonly deep: boolean;
  /** A long page: its records as rows of their own behind a first row `(total, there, null)`. */
  readonly rows?: boolean;
}

/** Whether a statement's text is that of one organisation. */
const isOwn = (resource: Resource, embeds: readonly Embed[], registry: Registry): boolean =>
  hasAddedFields([resource, ...embeds.map((embed) => registry.get(embed.of))]);

/** Arrays and filters of a statement that is kept prepared; with more, a tenant could ask for tens of thousands. */
const NAMED = 2;

const placesOf = (names: readonly string[], all: readonly string[]): string =>
  names.map((name) => all.indexOf(name)).join('.');

const embedPlaces = (resource: Resource, embeds: readonly Embed[]): string =>
  placesOf(
    embeds.map(({ as }) => as),
    resource.embeds.map(({ as }) => as),
  );

/**
 * One name for one text: PostgreSQL keeps 63 characters of a name, so arrays and filters are named by their places in
 * the shipped declaration. Long and far pages, many arrays or filters, and fields of one organisation have no name.
 */
const listName = (collection: Collection, shape: ListShape, registry: Registry): string | undefined => {
  const resource = collection.resource.origin ?? collection.resource;
  const fields = Object.keys(resource.fields);
  const rare = shape.embeds.length + shape.filters.length > NAMED || shape.deep || shape.rows;
  if (rare || isOwn(collection.resource, shape.embeds, registry)) return undefined;
  const flags = `${shape.hide ? 'h' : ''}${shape.counters ? `c${shape.counters.length}` : ''}`;
  return `list ${collection.pattern} ${embedPlaces(resource, shape.embeds)}:${placesOf(shape.filters, fields)}:${flags}`;
};

/**
 * One statement that answers `{total, items, there}`: how many, the page's records joined by commas (null for
 * none), and whether the parent is there; `rows` of the shape parts them. Parameters: organisation, [parent], filters..., [caller], limit, offset.
 */
export const listStatement = (collection: Collection, shape: ListShape, registry: Registry): Statement => {
  const { resource, parent } = collection;
  let next = parent ? 3 : 2;
  const filters = shape.filters.map((name) => {
    const field = resource.fields[name];
    return field ? ` and ${equals(name, field, next++)}` : '';
  });
  const hides = hiding(resource);
  if (shape.hide && hides) filters.push(` and t.${quoted(hides.field)} = 0`);
  for (const open of shape.mine ? openTo(resource, null) : []) {
    filters.push(` and ${numbered(open, next)}`);
    next += open.values.length;
  }
  const from = `${rows(collection)}${filters.join('')}`;
  const total = shape.counters
    ? `(select coalesce(sum(c.n), 0)::int from record_count c where c.org_id = $1 and c.name in (${shape.counters.map((name) => `'${name}'`).join(', ')}))`
    : `(select count(*)::int ${from})`;
  const page = `order by t.id limit $${next}::int offset $${next + 1}::bigint`;
  const document = documentOf(resource, shape.embeds, registry);
  const names = shape.counters?.map((name) => `'${name}'`).join(', ');
  const blocks =
    shape.deep && names
      ? `with block as (select b.block, (sum(sum(b.n)) over (order by b.block) - sum(b.n))::bigint as before from record_block b where b.org_id = $1 and b.name in (${names}) group by b.block), start as (select block, before from block where before <= $${next + 1}::bigint order by block desc limit 1) `
      : '';
  const farPage = blocks
    ? ` and t.id >= (select s.block from start s) * ${BLOCK} order by t.id limit $${next}::int offset $${next + 1}::bigint - (select s.before from start s)`
    : ` ${page}`;
  const items = shape.deep
    ? `(select t.id, ${document} as doc from (select t.id ${from}${farPage}) k join ${resource.table} t on t.org_id = $1 and t.id = k.id order by t.id)`
    : `(select t.id, ${document} as doc ${from} ${page})`;
  const there = parent ? `, ${parentThere(parent)} as there` : '';
  if (shape.rows) {
    const known = parent ? parentThere(parent) : 'true';
    return {
      text: `${blocks}select ${total} as total, ${known} as there, null::text as doc union all (select null, null, i.doc from ${items} i)`,
    };
  }
  return {
    name: listName(collection, shape, registry),
    text: `${blocks}select ${total} as total, (select string_agg(i.doc, ',') from ${items} i) as items${there}`,
  };
};

/** `{doc}` of one record. Parameters: organisation, [parent], id, [caller]. */
export const retrieveStatement = (collection: Collection, embeds: readonly Embed[], registry: Registry): Statement => {
  const { resource, parent } = collection;
  const id = parent ? 3 : 2;
  const mine = openTo(resource, null).map((open) => ` and ${numbered(open, id + 1)}`);
  const rare = embeds.length > NAMED || isOwn(resource, embeds, registry);
  return {
    name: rare ? undefined : `get ${collection.pattern} ${embedPlaces(resource, embeds)}`,
    text: `select ${documentOf(resource, embeds, registry)} as doc ${rows(collection)} and t.id = $${id}${mine.join('')}${parent ? ` and ${parentThere(parent)}` : ''}`,
  };
};

/** The conditions that a collection's path puts on a row it locks: organisation is parameter 1, the row's id 2. */
export const fixedConditions = (collection: Collection, numbers: readonly number[], userKid: number | null) => {
  const { parent } = collection;
  const values: unknown[] = [];
  let text = '';
  for (const { column, constant, number } of collection.fixed) {
    if (constant !== undefined) text += ` and t.${quoted(column)} = '${constant}'`;
    else {
      values.push(numbers[number ?? 0]);
      text += ` and t.${quoted(column)} = $${values.length + 2}`;
    }
  }
  if (parent) {
    text += ` and exists (select 1 from ${parent.table} o where o.org_id = $1 and o.id = $${values.length + 2}${visible(parent, 'o')})`;
  }
  for (const open of openTo(collection.resource, userKid)) {
    text += ` and ${numbered(open, values.length + 3)}`;
    values.push(...open.values);
  }
  return { text, values, key: collection.parent ? collection.parent.path : '' };
};
