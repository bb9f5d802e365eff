/**
 * Fields that name other records (rules 3.6). The named rows are locked until the write commits, so that none of them
 * is deleted or merged away in between.
 */
import type { Tx } from '../db/database.ts';
import { openTo, visible } from '../derive/columns.ts';
import { type Code, fail, type Issue, invalid } from '../errors.ts';
import { isId } from '../int.ts';
import type { Reference, Values } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { and, prepared, raw, type Sql } from '../sql.ts';
import type { Context } from './call.ts';

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
  readonly aktiv?: boolean;
}

const IN_ORDER = raw('\norder by t.id\nfor key share of t');

/** SELECT of those of `ids` that are there; a shared table answers which kind each is. */
const lookUp = ({ actor }: Context, target: Resource, ids: readonly number[], lock: boolean): Sql => {
  const isShared = target.rows.section !== undefined;
  const kind = isShared ? raw(', t.section, coalesce(t.aktiv, true) as aktiv') : raw('');
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
    (!reference.active || row.aktiv !== false)
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

/**
 * Locks every record that `values` name.
 * @throws 400 `validation_failed` with `invalid_reference`, or the code that the field has for a missing record
 */
export const lockReferences = async (context: Context, tx: Tx, resource: Resource, values: Values): Promise<void> => {
  const named = namedIn(resource, values);
  if (!named.length) return;
  const missing = await missingOf(context, named, (query) => tx.run<Found>(query), true);
  const plain = missing.filter(({ reference }) => !reference.missing);
  if (plain.length) throw invalid(plain.map(asIssue));
  const code: Code | undefined = missing[0]?.reference.missing;
  if (code) throw fail(code);
};

/** Issues for references of a body that is refused anyway, so that all its bad fields are listed (rules 3.10). */
export const referenceIssues = async (context: Context, resource: Resource, body: Values): Promise<Issue[]> => {
  const named = namedIn(resource, body).filter(({ id, reference }) => !reference.missing && isId(id));
  if (!named.length) return [];
  return (await missingOf(context, named, (query) => context.db.read<Found>(query), false)).map(asIssue);
};
