/**
 * Reporting views, one per record kind, in the schema `reporting` (docs/reporting.md): the data that reads of the API
 * show to all users of an organisation, with the names of the API. `broker-crm migration` prints them; a test
 * compares them with the migrations.
 */
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { owners } from '../../model/ownership.ts';
import type { Registry } from '../../model/registry.ts';
import { literal, raw } from '../../sql/sql.ts';
import { quoted, visible, visibleTo } from '../storage/columns.ts';

export const REPORTING = 'reporting';

/** The organisation that the session names; without it, no rows. */
const ASKED = "nullif(current_setting('broker_crm.org', true), '')::int";

/**
 * SQL of the organisation whose rows a view shows: for its own table, and for the tables that it looks up per row.
 */
interface ViewOwner {
  readonly own: string;
  readonly of: (row: string) => string;
}

const OF_SESSION: ViewOwner = { own: ASKED, of: (row) => `${row}.org_id` };

/** Name of a kind's view: its path, as a name of SQL. */
export const viewOf = ({ path }: Resource): string => path.replace(/\W/g, '_');

interface ViewColumn {
  readonly name: string;
  readonly value: string;
  readonly comment: string;
}

const aboutField = ({ label, reference }: Field): string =>
  reference ? `${label} (${reference.to.join(', ')})` : label;

const columnsOf = (resource: Resource): readonly ViewColumn[] => {
  const { columns } = resource.storage;
  const fields = Object.entries(resource.fields).filter(
    ([name, { custom, kind }]) => !custom && !kind.secret && (!columns || columns.includes(name)),
  );
  return [
    { name: 'org_id', value: 't.org_id', comment: 'Organisation' },
    ...fields.map(([name, field]) => ({
      name,
      value: `t.${quoted(field.sameAs ?? name)}`,
      comment: aboutField(field),
    })),
    ...(resource.settings.configurable
      ? [{ name: 'own_fields', value: 't.extra::jsonb', comment: 'Fields that the organisation added, by their names' }]
      : []),
  ];
};

/** Condition that one of the owners of a row exists. @param row alias of the row */
const oneIsThere = (
  owners: readonly Resource[],
  row: string,
  column: string,
  registry: Registry,
  whose: ViewOwner,
): string => {
  const owner = `${row}1`;
  const conditions = owners.map(
    (one) =>
      `exists (select from ${one.table} ${owner} where ${owner}.org_id = ${whose.of(row)} and ${owner}.id = ${row}.${column}${visible(one, owner).query.text}${belonging(one, owner, registry, whose)})`,
  );
  return conditions.length > 1 ? `(${conditions.join(' or ')})` : conditions.join('');
};

/** Condition that the owner of a part or annotation exists: its rows stay when the owner is deleted (rules 4.6). */
const belonging = (resource: Resource, row: string, registry: Registry, whose: ViewOwner): string => {
  const { nesting: place } = resource;
  if (place.topLevel) return '';
  const all = owners(registry, resource);
  if (!place.ownerSection) return `\n  and ${oneIsThere(all, row, quoted(place.parentColumn), registry, whose)}`;
  const cases = all.map(
    (one) => `\n    when ${quotedText(one.path)} then ${oneIsThere([one], row, 'owner_id', registry, whose)}`,
  );
  return `\n  and case ${row}.owner_section${cases.join('')} end`;
};

const quotedText = (text: string): string => literal(text).query.text;

const placeOf = (resource: Resource, schema: string): string => `${schema}.${quoted(viewOf(resource))}`;

/** Drops the view of a kind, before it is created with other columns. */
export const droppedViewSql = (resource: Resource): string => `drop view ${placeOf(resource, REPORTING)};`;

const viewAt = (name: string, whose: ViewOwner, resource: Resource, registry: Registry): string => {
  const open = visibleTo(resource, { orgId: raw(whose.own), userKid: raw('null') }).map(
    ({ query }) => ` and ${query.text}`,
  );
  return [
    // `security_barrier`: no condition of a report sees a row before the organisation was compared.
    `create view ${name} with (security_barrier) as select`,
    columnsOf(resource)
      .map((one) => `  ${one.value} as ${quoted(one.name)}`)
      .join(',\n'),
    `from ${resource.table} t`,
    `where t.org_id = ${whose.own}${visible(resource, 't').query.text}${open.join('')}${belonging(resource, 't', registry, whose)};`,
  ].join('\n');
};

/** The views that a statement names, as temporary views of one organisation, so that Citus can route it. */
export const viewsOfOne = (statement: string, registry: Registry, orgId: number): readonly string[] => {
  const own = String(Math.trunc(orgId));
  const whose = { own, of: () => own };
  const named = new Set(statement.toLowerCase().match(/\w+/g));
  return registry.resources
    .filter((resource) => named.has(viewOf(resource)))
    .map((resource) => viewAt(placeOf(resource, 'pg_temp'), whose, resource, registry));
};

/** The view of a kind, with a comment on it and on each of its columns. @param schema where it is created */
export const viewSql = (resource: Resource, registry: Registry, schema: string = REPORTING): string => {
  const name = placeOf(resource, schema);
  const columns = columnsOf(resource);
  return [
    viewAt(name, OF_SESSION, resource, registry),
    `comment on view ${name} is ${quotedText(`${resource.title}. ${resource.about}`)};`,
    ...columns.map((one) => `comment on column ${name}.${quoted(one.name)} is ${quotedText(one.comment)};`),
    '',
  ].join('\n');
};

/** The schema with the views of all kinds. */
export const reportingSql = (registry: Registry, schema: string = REPORTING): string =>
  [
    `create schema if not exists ${schema};`,
    `comment on schema ${schema} is ${quotedText('For reports: set broker_crm.org to the number of an organisation, then read its records here.')};`,
    '',
    ...registry.resources.map((resource) => viewSql(resource, registry, schema)),
  ].join('\n');
