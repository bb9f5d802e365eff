/**
 * Fields that name other records (rules 3.6), or entries of lists that stay while a record has them. What is named is
 * locked until the write commits, so that none of it is deleted or merged away in between.
 */
import type { Tx } from '../db/database.ts';
import { column, openTo, visible } from '../derive/columns.ts';
import { perValue } from '../derive/per-declaration.ts';
import { type Code, fail, type Issue, invalid } from '../errors.ts';
import { isId } from '../int.ts';
import type { Reference, Values } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { and, prepared, raw, type Sql, sql } from '../sql.ts';
import type { Context } from './call.ts';
import { keepEntries } from './organisation/held-entries.ts';

interface Named {
  readonly field: string;
  readonly id: number;
  readonly reference: Reference;
}

/** References of a body that name something. */
const namedIn = (resource: Resource, values: Values): Named[] =>
  Object.entries(values).flatMap(([field, id]) => {
    const reference = resource.fields[field]?.reference;
    return reference && typeof id === 'number' ? [{ field, id, reference }] : [];
  });

interface Found {
  readonly id: number;
  readonly section?: string;
  readonly active?: boolean;
}

/** Flags without which nobody signs in, by table. */
const loginFlags = perValue(
  ({ resources }: Registry) => new Map(resources.flatMap(({ table, login }) => (login ? [[table, login.while]] : []))),
);

const IN_ORDER = raw('\norder by t.id\nfor key share of t');

/** SELECT of those of `ids` that are there; a shared table answers which kind each is. */
const lookUp = ({ actor, model }: Context, target: Resource, ids: readonly number[], lock: boolean): Sql => {
  const isShared = target.rows.section !== undefined;
  const flag = loginFlags(model.registry).get(target.table);
  const active = flag ? sql`coalesce(t.${column(flag)}, true)` : raw('true');
  const kind = isShared ? sql`, t.section, ${active} as active` : raw('');
  const live = isShared ? raw(' and t.del = 0') : visible(target, 't');
  return prepared`select t.id${kind}
    from ${raw(target.table)} t
    where t.org_id = ${actor.orgId}${live} and t.id = any(${ids}::int[])${and(openTo(target, actor.userKid))}${lock ? IN_ORDER : raw('')}`;
};

const satisfies = (registry: Registry, { id, reference }: Named, found: readonly Found[]): boolean => {
  const row = found.find((candidate) => candidate.id === id);
  if (!row) return false;
  if (row.section === undefined) return true;
  return (
    reference.to.some((path) => registry.get(path).rows.section === row.section) &&
    (!reference.active || row.active !== false)
  );
};

type Run = (query: Sql) => Promise<Found[]>;

const missingOf = async (context: Context, named: readonly Named[], run: Run, lock: boolean): Promise<Named[]> => {
  const { registry } = context.model;
  const tables = new Map<string, Named[]>();
  for (const one of named) {
    const { table } = registry.get(one.reference.to[0] ?? '');
    tables.set(table, [...(tables.get(table) ?? []), one]);
  }
  const results = await Promise.all(
    [...tables.values()].map(async (group) => {
      const target = registry.get(group[0]?.reference.to[0] ?? '');
      const found = await run(lookUp(context, target, [...new Set(group.map(({ id }) => id))], lock));
      return group.filter((one) => !satisfies(registry, one, found));
    }),
  );
  return results.flat();
};

const asIssue = ({ field, id }: Named): Issue => ({
  path: [field],
  code: 'invalid_reference',
  message: `${field} names no live record of the right kind: ${id}.`,
});

const lockRecords = async (context: Context, tx: Tx, resource: Resource, values: Values): Promise<void> => {
  const named = namedIn(resource, values);
  if (!named.length) return;
  const missing = await missingOf(context, named, (query) => tx.run<Found>(query), true);
  const plain = missing.filter(({ reference }) => !reference.missing);
  if (plain.length) throw invalid(plain.map(asIssue));
  const code: Code | undefined = missing[0]?.reference.missing;
  if (code) throw fail(code);
};

/**
 * Locks every record that `values` name, and keeps the entries of lists that must stay.
 * @throws 400 `validation_failed` with `invalid_reference` or `invalid_select_value`, or the code that the field has for a
 * missing record
 */
export const lockReferences = async (context: Context, tx: Tx, resource: Resource, values: Values): Promise<void> => {
  await Promise.all([lockRecords(context, tx, resource, values), keepEntries(context, tx, resource, values)]);
};

/** Issues for references of a body that is refused anyway, so that all its bad fields are listed (rules 3.10). */
export const referenceIssues = async (context: Context, resource: Resource, body: Values): Promise<Issue[]> => {
  const named = namedIn(resource, body).filter(({ id, reference }) => !reference.missing && isId(id));
  if (!named.length) return [];
  return (await missingOf(context, named, (query) => context.db.read<Found>(query), false)).map(asIssue);
};
