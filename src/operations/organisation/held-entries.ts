/**
 * Entries of lists that stay while a record has them (rules 9.11). A process knows settings that may be half a second old:
 * whoever writes such an entry shares the settings until it commits, so that the entry is there, and whoever takes it away
 * sees the record.
 */
import type { Tx } from '../../db/database.ts';
import { fieldsOf, perDeclaration } from '../../derive/per-declaration.ts';
import { type Issue, invalid } from '../../errors.ts';
import { allowedMessage } from '../../model/accepted-values.ts';
import type { Values } from '../../model/field-shape.ts';
import { heldLists } from '../../model/option-lists.ts';
import type { Resource } from '../../model/resource.ts';
import type { Context } from '../call.ts';
import { shareSettings } from './settings-document.ts';

const fieldsWithHeld = perDeclaration((resource: Resource) =>
  fieldsOf(resource).flatMap(([name, { list = '', custom }]) => {
    const optionsOf = custom ? undefined : heldLists[list];
    return optionsOf ? [{ name, optionsOf }] : [];
  }),
);

type OptionsOf = NonNullable<(typeof heldLists)[string]>;

const has = (options: ReturnType<OptionsOf>, value: unknown): boolean => options.some((one) => one.value === value);

/**
 * Keeps the entries that bodies name until the transaction ends; those that every organisation has need no keeping.
 * @returns looks at one of the bodies, and throws 400 `validation_failed` with `invalid_select_value` where one is gone
 */
export const keepEntries = async (
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
