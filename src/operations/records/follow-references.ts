/** Empty fields take values of the records that a record names: the insurer of a contract, the customer of its claim. */
import type { Tx } from '../../db/database.ts';
import { fieldsOf, memoizeByDeclaration } from '../../derive/memoize.ts';
import { column } from '../../derive/storage/columns.ts';
import { invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { join, prepared, raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';

/** The values that a record kind takes from a named record, by the name of the reference. */
interface Followed {
  readonly name: string;
  readonly of: string;
  readonly columns: readonly string[];
  /** Names of fields here that are empty at first, with the column of the named record that fills them. */
  readonly fills: readonly { readonly field: string; readonly from: string }[];
  readonly shares: string | undefined;
}

const followedBy = memoizeByDeclaration((resource: Resource): readonly Followed[] => {
  const fills = fieldsOf(resource).flatMap(([field, { follows = [] }]) =>
    follows.map((path) => {
      const [name = '', from = ''] = path.split('.');
      return { field, name, from };
    }),
  );
  return fieldsOf(resource).flatMap(([name, { reference }]) => {
    const own = fills.filter((one) => one.name === name);
    if (!reference || !(own.length || reference.shares)) return [];
    const names = [...own.map(({ from }) => from), ...(reference.shares ? [reference.shares] : [])];
    return [{ name, of: reference.to[0] ?? '', columns: [...new Set(names)], fills: own, shares: reference.shares }];
  });
});

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Fills the empty fields of a record from the records that it names, and compares the field that both share. The named
 * records are locked.
 * @param after the values after the write @param before those of the stored record; null for a new one
 * @returns the filled values only
 * @throws 400 `validation_failed` with `invalid_reference` where the named record is one of another customer
 */
export const followReferences = async (
  { actor, model }: Context,
  tx: Tx,
  { resource, after, before }: { readonly resource: Resource; readonly after: Values; readonly before: Values | null },
): Promise<Values> => {
  const filled: Record<string, unknown> = {};
  const current = (name: string): unknown => filled[name] ?? after[name];
  for (const { name, of, columns, fills, shares } of followedBy(resource)) {
    const id = current(name);
    if (isEmpty(id)) continue;
    const compares = shares && [name, shares].some((one) => after[one] !== before?.[one]);
    const empty = fills.filter(({ field }) => isEmpty(current(field)));
    if (!compares && !empty.length) continue;
    const list = join(
      columns.map((one) => sql`t.${column(one)}`),
      ', ',
    );
    const [row] = await tx.run<Values>(prepared`select ${list}
      from ${raw(model.registry.get(of).table)} t
      where t.org_id = ${actor.orgId} and t.id = ${Number(id)} and t.del = 0`);
    if (!row) continue;
    for (const { field, from } of empty) if (!isEmpty(row[from])) filled[field] ??= row[from];
    if (compares && current(shares) !== row[shares]) {
      const message = `${name} names a record with another ${shares}: ${String(id)}.`;
      throw invalid([{ path: [name], code: 'invalid_reference', message }]);
    }
  }
  return filled;
};
