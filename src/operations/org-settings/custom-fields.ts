/** Own fields and select lists of an organisation. */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import {
  type CustomField,
  defaultOf,
  type OrganisationSettings,
  organisationLists,
} from '../../derive/org-settings/apply-settings.ts';
import { FIELD_NAME, LIST_NAME } from '../../derive/org-settings/settings-schema.ts';
import { fail } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import type { ListedType, Option } from '../../model/declaration/field-shape.ts';
import { customKinds, customKindsChoosing, kinds } from '../../model/declaration/value-kinds.ts';
import { registry } from '../../model/registry.ts';
import { generatedLists, listedType, optionLists } from '../../model/seed/option-lists.ts';
import { MAX_INT, MIN_INT } from '../../shared/int32.ts';
import { MAX_FIELDS, MAX_OPTIONS } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { changeSettings } from './settings-document.ts';

/** Whether the organisation has entries of its own for a list, shipped or not. */
const isOwnList = ({ options = {} }: OrganisationSettings, list: string): boolean => Object.hasOwn(options, list);

const refuse = (as: string, message: string) => fail('validation_failed', { as, message });

/** @throws 400 `unknown_record_kind` for one that has no fields of its own */
const requireConfigurable = (path: string): void => {
  const names = registry.resources
    .filter((resource) => resource.settings.configurable)
    .map((resource) => resource.path);
  if (!names.includes(path))
    throw refuse(
      'unknown_record_kind',
      `"${truncateForEcho(path)}" has no fields of its own; there are ${names.join(', ')}.`,
    );
};

/**
 * Changes the own fields of a record kind.
 * @param change gets the fields and all settings, and returns the new settings
 * @throws 400 `unknown_record_kind`; errors of `change`
 */
export const changeFields = async (
  db: Database,
  orgId: number,
  path: string,
  change: (own: readonly CustomField[], settings: OrganisationSettings) => OrganisationSettings,
  by: Author,
): Promise<void> => {
  requireConfigurable(path);
  await changeSettings(db, orgId, (settings) => change(settings.fields?.[path] ?? [], settings), by);
};

const SAID: Readonly<Record<ListedType, string>> = lookupTable({ number: 'numbers', string: 'texts' });

/** Lists that a kind of custom field can use, except those that other settings generate. */
const usableFor = (settings: OrganisationSettings, kind: CustomField['kind']): string[] =>
  Object.entries(organisationLists(settings).lists).flatMap(([name, options]) =>
    !generatedLists[name] && kinds[kind].chooses === listedType(options) ? [name] : [],
  );

/** @throws 400 `unknown_list`, `fixed_list` for one that is made of other settings, or `unfit_list` for one of values that fields of the kind do not take */
const requireFittingList = (settings: OrganisationSettings, { kind, list }: CustomField): void => {
  if (!list) return;
  const made = generatedLists[list]?.(settings);
  // The page shows generated lists too: the error says what they are.
  if (made)
    throw refuse(
      'fixed_list',
      `The list ${list} is made of ${made.what}: contracts alone choose from it. Give the field another list (${usableFor(settings, kind).join(', ')}), or make one with: broker-crm field options.`,
    );
  if (!optionLists[list] && !isOwnList(settings, list))
    throw refuse('unknown_list', `There is no list ${truncateForEcho(list)}; make it with: broker-crm field options.`);
  const type = listedType(organisationLists(settings).lists[list] ?? []);
  if (kinds[kind].chooses !== type)
    throw refuse(
      'unfit_list',
      `A field of the kind ${kind} cannot choose from the list ${list}, whose values are ${SAID[type]}: fields of the kind ${customKindsChoosing(type).join(' or ')} can.`,
    );
};

/** The given traits of a field; an empty text removes one. Traits of newer versions stay. */
const given = ({ list, sparte, group, note, default: initially, required, ...others }: CustomField): CustomField => ({
  ...others,
  ...(list ? { list } : {}),
  ...(sparte === undefined ? {} : { sparte }),
  ...(group ? { group } : {}),
  ...(note ? { note } : {}),
  ...(initially ? { default: initially } : {}),
  ...(required ? { required } : {}),
});

/** The field in its place, or behind the others. */
const placed = (all: readonly CustomField[], field: CustomField): readonly CustomField[] =>
  all.some(({ name }) => name === field.name)
    ? all.map((one) => (one.name === field.name ? field : one))
    : [...all, field];

/**
 * Adds a field `ind_<n>` to a record kind, or changes label, list and Sparte of an existing one. Group, note, default
 * and whether it is required stay where the call does not name them.
 * @throws 400 for invalid values, `unfit_list` where the kind cannot have the list, `invalid_default` where the
 * default does not fit the kind or the list; 409 `field_being_removed` while values of a removed field of this name
 * may exist
 */
export const setField = async (
  db: Database,
  orgId: number,
  path: string,
  field: CustomField,
  by: Author = SERVICE,
): Promise<void> => {
  await changeFields(
    db,
    orgId,
    path,
    (all, settings) => {
      if (!FIELD_NAME.test(field.name))
        throw refuse('invalid_name', 'The name must be ind_ and a number, such as ind_1.');
      if (!customKinds.includes(field.kind)) {
        throw refuse('invalid_kind', `The kind must be one of ${customKinds.join(', ')}.`);
      }
      if (!field.label.trim() || field.label.length > 255)
        throw refuse('invalid_label', 'The label must have 1 to 255 characters.');
      requireFittingList(settings, field);
      if (settings.leaving?.[path]?.some(({ name }) => name === field.name)) throw fail('field_being_removed');
      const others = all.filter(({ name }) => name !== field.name);
      if (all.some(({ name, kind }) => name === field.name && kind !== field.kind))
        throw refuse(
          'fixed_kind',
          `${field.name} has values of another kind; take it away first, or choose another name.`,
        );
      // Each read skips fields that are being removed, so they count too.
      const isNew = others.length === all.length;
      if (isNew && all.length + (settings.leaving?.[path]?.length ?? 0) >= MAX_FIELDS)
        throw refuse(
          'too_many_fields',
          `A record kind can have ${MAX_FIELDS} fields of its own, those that are being removed included.`,
        );
      const { list, sparte, ...stays } = all.find(({ name }) => name === field.name) ?? field;
      const next = given({ ...stays, ...field });
      if (next.default !== undefined && defaultOf(next, organisationLists(settings).lists) === undefined)
        throw refuse('invalid_default', 'The default does not fit the kind of the field, or its list.');
      return { ...settings, fields: { ...settings.fields, [path]: placed(all, next) } };
    },
    by,
  );
};

/**
 * Puts the added fields of a record kind in another order.
 * @param names all of them
 * @throws 400 `unknown_field` where these are others
 */
export const orderFields = async (
  db: Database,
  orgId: number,
  path: string,
  names: readonly string[],
  by: Author = SERVICE,
): Promise<void> => {
  await changeFields(
    db,
    orgId,
    path,
    (all, settings) => {
      const byName = new Map(all.map((field) => [field.name, field]));
      const ordered = [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
      if (ordered.length !== byName.size || names.length !== byName.size)
        throw refuse('unknown_field', `The order names each field that was added to ${truncateForEcho(path)} once.`);
      return { ...settings, fields: { ...settings.fields, [path]: ordered } };
    },
    by,
  );
};

/** Gives a field another label. */
export const setLabel = async (
  db: Database,
  orgId: number,
  path: string,
  name: string,
  label: string,
  by: Author = SERVICE,
): Promise<void> => {
  const field = registry.find(path)?.fields[name];
  if (!field && FIELD_NAME.test(name))
    throw refuse('unknown_field', `${name} is an added field; its label is set where it is added.`);
  if (!field) throw refuse('unknown_field', `${truncateForEcho(path)} has no field ${truncateForEcho(name)}.`);
  if (!label.trim() || label.length > 255) throw refuse('invalid_label', 'The label must have 1 to 255 characters.');
  await changeSettings(
    db,
    orgId,
    (settings) => ({
      ...settings,
      labels: { ...settings.labels, [path]: { ...settings.labels?.[path], [name]: label } },
    }),
    by,
  );
};

/** The value as a 32-bit integer; NaN for anything else. */
const wholeNumber = (value: Option['value']): number => {
  const number = typeof value === 'string' && !value.trim() ? Number.NaN : Number(value);
  return Number.isInteger(number) && number >= MIN_INT && number <= MAX_INT ? number : Number.NaN;
};

/** Entries with values of a type. @throws 400 `invalid_options` where that cannot be */
const typedAs = (type: ListedType, list: string, options: readonly Option[]): readonly Option[] => {
  const typed = options.map(({ value, display }) => ({
    value: type === 'number' ? wholeNumber(value) : String(value).trim(),
    display: display.trim(),
  }));
  const empty = typed.findIndex(({ value, display }) => value === '' || display === '');
  if (empty >= 0)
    throw refuse(
      'invalid_options',
      `Entry ${empty + 1} of ${list} has an empty ${typed[empty]?.value === '' ? 'value' : 'display'}.`,
    );
  if (typed.some(({ value }) => Number.isNaN(value)))
    throw refuse('invalid_options', `The values of ${list} are whole numbers from ${MIN_INT} to ${MAX_INT}.`);
  if (new Set(typed.map(({ value }) => value)).size !== typed.length)
    throw refuse('invalid_options', 'Two entries have the same value.');
  return typed;
};

/**
 * Replaces the entries of a select list, shipped or of the organisation's own. Their values stay of the type that they
 * have, which fields that choose from it take; those of a new list are texts.
 * @throws 400 for entries that are not possible
 */
export const setOptions = async (
  db: Database,
  orgId: number,
  list: string,
  options: readonly Option[],
  by: Author = SERVICE,
): Promise<void> => {
  if (!LIST_NAME.test(list)) throw refuse('invalid_name', 'The name of a list must be a word.');
  const made = generatedLists[list]?.({});
  if (made) throw refuse('fixed_list', `The list ${list} is made of ${made.what}: change it there.`);
  if (!options.length || options.length > MAX_OPTIONS)
    throw refuse('invalid_options', `A list has 1 to ${MAX_OPTIONS} entries.`);
  await changeSettings(
    db,
    orgId,
    (settings) => {
      const type = listedType(organisationLists(settings).lists[list] ?? []);
      return { ...settings, options: { ...settings.options, [list]: typedAs(type, list, options) } };
    },
    by,
  );
};

/** The added fields that choose from a list, as `kind.name`. */
const fieldsWith = ({ fields = {} }: OrganisationSettings, list: string): string[] =>
  Object.entries(fields).flatMap(([path, own]) =>
    own.filter((field) => field.list === list).map(({ name }) => `${path}.${name}`),
  );

/**
 * Removes an organisation's own entries of a select list: a delivered list has its delivered entries again, another
 * one is deleted. Records are unchanged.
 * @throws 404 `unknown_list` where it has none; 409 `list_in_use` while own fields use the list
 */
export const removeOptions = async (db: Database, orgId: number, list: string, by: Author = SERVICE): Promise<void> => {
  await changeSettings(
    db,
    orgId,
    (settings) => {
      if (!isOwnList(settings, list))
        throw fail('not_found', {
          as: 'unknown_list',
          message: `There are no entries of your own for a list ${truncateForEcho(list)}.`,
        });
      const uses = optionLists[list] ? [] : fieldsWith(settings, list);
      if (uses.length)
        throw fail('list_in_use', {
          message: `${uses.join(', ')} choose from ${list}; give them another list, or remove them, first.`,
        });
      const { [list]: _gone, ...options } = settings.options ?? {};
      return { ...settings, options };
    },
    by,
  );
};
