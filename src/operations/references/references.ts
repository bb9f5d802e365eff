/**
 * Fields that name other records (rules 3.6). The named rows are locked until the write commits, so that none of them
 * is deleted or merged away in between.
 */

import { memoizeByIdentity } from '../../derive/memoize.ts';
import { column, visible, visibleTo } from '../../derive/storage/columns.ts';
import { type Code, fail, type Issue, invalid } from '../../errors/api-error.ts';
import type { Reference, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { isId } from '../../shared/int32.ts';
import { and, prepared, raw, type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { Lock } from './lock-order.ts';

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

/** Flags that a user needs to sign in, by table. */
const loginFlags = memoizeByIdentity(
  ({ resources }: Registry) => new Map(resources.flatMap(({ table, login }) => (login ? [[table, login.while]] : []))),
);

const IN_ORDER = raw('\norder by t.id\nfor key share of t');

/** SELECT of those of `ids` that are there; a shared table answers which kind each is. */
const lookUp = ({ actor, model }: Context, target: Resource, ids: readonly number[], lock: boolean): Sql => {
  const isShared = target.storage.section !== undefined;
  const flag = loginFlags(model.registry).get(target.table);
  const active = flag ? sql`coalesce(t.${column(flag)}, true)` : raw('true');
  const kind = isShared ? sql`, t.section, ${active} as active` : raw('');
  const live = isShared ? raw(' and t.del = 0') : visible(target, 't');
  return prepared`select t.id${kind}
    from ${raw(target.table)} t
    where t.org_id = ${actor.orgId}${live} and t.id = any(${ids}::int[])${and(visibleTo(target, actor))}${lock ? IN_ORDER : raw('')}`;
};

const satisfies = (registry: Registry, { id, reference }: Named, found: readonly Found[]): boolean => {
  const row = found.find((candidate) => candidate.id === id);
  if (!row) return false;
  if (row.section === undefined) return true;
  return (
    reference.to.some((path) => registry.get(path).storage.section === row.section) &&
    (!reference.active || row.active !== false)
  );
};

/** The named records of a table. */
interface Group {
  readonly of: Resource;
  readonly named: readonly Named[];
  readonly ids: readonly number[];
}

const groupsOf = ({ model: { registry } }: Context, named: readonly Named[]): Group[] => {
  const byTable = new Map<string, Named[]>();
  for (const one of named) {
    const { table } = registry.get(one.reference.to[0] ?? '');
    const group = byTable.get(table);
    if (group) group.push(one);
    else byTable.set(table, [one]);
  }
  return [...byTable.values()].map((group) => ({
    of: registry.get(group[0]?.reference.to[0] ?? ''),
    named: group,
    ids: [...new Set(group.map(({ id }) => id))],
  }));
};

/** Those that are not there. @param found rows of each group */
const missingOf = ({ model }: Context, groups: readonly Group[], found: readonly unknown[][]): Named[] =>
  groups.flatMap(({ named }, i) =>
    named.filter((one) => !satisfies(model.registry, one, (found[i] ?? []) as readonly Found[])),
  );

const asIssue = ({ field, id }: Named): Issue => ({
  path: [field],
  code: 'invalid_reference',
  message: `${field} names no live record of the right kind: ${id}.`,
});

/** The references of bodies. */
export interface References {
  /** Locks until the write commits, one per record. */
  readonly locks: readonly Lock[];
  /**
   * @param found the rows of each lock
   * @param values those of a body that must reference existing records
   * @throws 400 `validation_failed` with `invalid_reference`, or the code of the field for a missing record
   */
  check(found: readonly unknown[][], values: Values): void;
}

/** Every record that bodies refer to, to be locked and then checked. */
export const referencesOf = (context: Context, resource: Resource, bodies: readonly Values[]): References => {
  const groups = groupsOf(
    context,
    bodies.flatMap((values) => namedIn(resource, values)),
  );
  const tables = groups.map(({ of }) => of.table);
  return {
    locks: groups.map(({ of, ids }) => ({ of, statement: lookUp(context, of, ids, true) })),
    check: (found, values) => {
      const own = groupsOf(context, namedIn(resource, values));
      const rows = own.map(({ of }) => found[tables.indexOf(of.table)] ?? []);
      const missing = missingOf(context, own, rows);
      const plain = missing.filter(({ reference }) => !reference.missing);
      if (plain.length) throw invalid(plain.map(asIssue));
      const code: Code | undefined = missing[0]?.reference.missing;
      if (code) throw fail(code);
    },
  };
};

/** Issues for references of a body that is refused anyway, so that all its bad fields are listed (rules 3.10). */
export const referenceIssues = async (context: Context, resource: Resource, body: Values): Promise<Issue[]> => {
  const named = namedIn(resource, body).filter(({ id, reference }) => !reference.missing && isId(id));
  if (!named.length) return [];
  const groups = groupsOf(context, named);
  const found = await Promise.all(groups.map(({ of, ids }) => context.db.read<Found>(lookUp(context, of, ids, false))));
  return missingOf(context, groups, found).map(asIssue);
};
