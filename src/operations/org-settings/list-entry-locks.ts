/**
 * Locks on list entries in use (rules 9.11). Cached settings may be half a second old: a writer of such an entry
 * shares a lock on the settings until it commits, so that the entry exists, and a removal of the entry sees the
 * record.
 */
import type { Tx } from '../../db/database.ts';
import { fieldsOf, memoizeByDeclaration } from '../../derive/memoize.ts';
import { type Issue, invalid } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { allowedMessage } from '../../model/declaration/value-schemas.ts';
import { lockedLists } from '../../model/seed/option-lists.ts';
import type { Context } from '../call/call.ts';
import { shareSettings } from './settings-document.ts';

const fieldsWithHeld = memoizeByDeclaration((resource: Resource) =>
  fieldsOf(resource).flatMap(([name, { list = '', custom }]) => {
    const optionsOf = custom ? undefined : lockedLists[list];
    return optionsOf ? [{ name, optionsOf }] : [];
  }),
);

type OptionsOf = NonNullable<(typeof lockedLists)[string]>;

const has = (options: ReturnType<OptionsOf>, value: unknown): boolean => options.some((one) => one.value === value);

/**
 * Locks the entries in bodies until the transaction ends; delivered entries need no lock.
 * @returns a check of one body, which throws 400 `validation_failed` with `invalid_select_value` for a removed entry
 */
export const lockListEntries = async (
  { actor }: Context,
  tx: Tx,
  resource: Resource,
  bodies: readonly Values[],
): Promise<(values: Values) => void> => {
  const givenIn = (values: Values) =>
    fieldsWithHeld(resource).filter(
      ({ name, optionsOf }) => (values[name] ?? null) !== null && !has(optionsOf({}), values[name]),
    );
  if (!bodies.some((values) => givenIn(values).length)) return () => undefined;
  const settings = await shareSettings(tx, actor.orgId);
  return (values) => {
    const issues = givenIn(values).flatMap(({ name, optionsOf }): Issue[] => {
      const options = optionsOf(settings);
      if (has(options, values[name])) return [];
      return [{ path: [name], code: 'invalid_select_value', message: `${name} ${allowedMessage(options)}.` }];
    });
    if (issues.length) throw invalid(issues);
  };
};
