/** Warnings in the answer of a create or a PATCH (rules 3.13). */
import type { Tx } from '../../db/database.ts';
import { fieldsOf, memoizeByDeclaration } from '../../derive/memoize.ts';
import { visible, visibleTo } from '../../derive/storage/columns.ts';
import { valueWarnings, warningOf } from '../../derive/validation/warnings.ts';
import type { Issue } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { foldedBy, foldValue } from '../../model/declaration/folds.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { join, prepared, raw } from '../../sql/sql.ts';
import { type Context, localNow } from '../call/call.ts';

const distinctFields = memoizeByDeclaration((resource: Resource) =>
  fieldsOf(resource).flatMap(([name, { distinct }]) => (distinct ? [name] : [])),
);

/** Today in the time zone of the organisation, `YYYY-MM-DD`. */
export const localToday = (context: Context): string => localNow(context).slice(0, 'YYYY-MM-DD'.length);

/** Whether another record that the caller sees has the same name, in capitals or not. */
const hasTwin = async (
  { actor: { orgId, userKid } }: Context,
  tx: Tx,
  resource: Resource,
  { id, name, value }: { readonly id: number; readonly name: string; readonly value: string },
): Promise<boolean> => {
  const conditions = join([raw('true'), ...visibleTo(resource, { orgId, userKid })], ' and ');
  const [twin] = await tx.run(prepared`select 1
    from ${raw(resource.table)} t
    where t.org_id = ${orgId}${visible(resource, 't')} and t.id <> ${id} and ${conditions}
      and ${raw(foldedBy('case', `normalize(t."${name}")`))} = ${foldValue('case', value.normalize('NFC'))}
    limit 1`);
  return twin !== undefined;
};

/**
 * Warnings of a record that is written.
 * @param record with its id
 * @param given the fields of a PATCH; all fields of a create
 */
export const warningsOf = async (
  context: Context,
  tx: Tx,
  resource: Resource,
  { record, given }: { readonly record: Values; readonly given?: readonly string[] },
): Promise<readonly Issue[]> => {
  const found: Issue[] = [...valueWarnings(resource, record, localToday(context), given)];
  for (const name of distinctFields(resource)) {
    const value = record[name];
    if (typeof value !== 'string' || (given && !given.includes(name))) continue;
    if (await hasTwin(context, tx, resource, { id: Number(record.id), name, value }))
      found.push(warningOf('duplicate_name', name));
  }
  return found;
};

/** The member of an answer; absent where there is no warning. */
export const warned = (warnings: readonly Issue[]): { readonly warnings?: readonly Issue[] } =>
  warnings.length ? { warnings } : {};
