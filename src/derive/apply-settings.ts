/**
 * An organisation's settings applied to the declarations, before anything is derived: the result is other declarations,
 * so no derive function knows organisations (ARCHITECTURE.md).
 */
import type { Field, Option } from '../model/field-shape.ts';
import { type KindName, kinds } from '../model/kinds.ts';
import { type ListSettings, madeLists, optionLists } from '../model/option-lists.ts';
import { buildRegistry, type Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { tableOf } from '../table.ts';
import { localTime } from './local-time.ts';

/** A field that an organisation added: `ind_<n>`. */
export interface CustomField {
  readonly name: string;
  readonly kind: KindName;
  readonly label: string;
  readonly list?: string;
  readonly sparte?: number;
  /** What people group fields by, and what they say of one: the settings page shows them (docs/decisions/0018). */
  readonly group?: string;
  readonly note?: string;
  /** What a record holds that is made without a value, as the text of a query. */
  readonly default?: string;
  /** No record is made without a value, unless there is a default. */
  readonly required?: boolean;
}

/** An added field that was removed, and whose values may still be somewhere (docs/decisions/0018). */
export interface LeavingField {
  readonly name: string;
  /** When it was removed, which tells one removal of a name from the next. */
  readonly since: string;
}

/** Values of lists that read another way now, where search entries may still have what they read before. */
export interface RenamedValues {
  /** When the latest of them changed, which tells one change from the next. */
  readonly since: string;
  /** Fields that hold them: `customers.ind_1`. */
  readonly fields: readonly string[];
  /** All values of these fields where it is absent. */
  readonly values?: readonly (string | number)[];
}

/** A relation type that an organisation added. */
export interface OwnRelationType {
  readonly id: number;
  readonly kreis: number;
  readonly name: string;
  /** The own type that answers it: itself where both customers are the same to each other. */
  readonly reverse: number;
}

/** What an organisation can configure, as it is stored (organisation.settings). */
export interface OrganisationSettings extends ListSettings {
  /** Record kind -> added fields. */
  readonly fields?: Readonly<Record<string, readonly CustomField[]>>;
  /** Record kind -> fields that are being removed. */
  readonly leaving?: Readonly<Record<string, readonly LeavingField[]>>;
  readonly renamed?: RenamedValues;
  /** Record kind -> field -> label. */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Option list -> its entries in place of the shipped ones. */
  readonly options?: Readonly<Record<string, readonly Option[]>>;
  /** Own relation types, and how many were ever made: an id is never given again. */
  readonly relation_types?: { readonly made: number; readonly items: readonly OwnRelationType[] };
}

/** Keys of shipped entries survive a change of their displays, so that names keep working on write. */
const withKeys = (own: readonly Option[], shipped: readonly Option[] | undefined): readonly Option[] =>
  own.map((option) => ({ ...option, keys: shipped?.find(({ value }) => value === option.value)?.keys }));

/** All option lists of an organisation, and what of them is only shown where it is still used. */
export const organisationLists = (settings: OrganisationSettings) => {
  const own = Object.entries(settings.options ?? {});
  const made = Object.entries(madeLists).map(([name, make]) => [name, make(settings)] as const);
  const lists = tableOf<readonly Option[]>([
    ...Object.entries(optionLists),
    ...own.map(([name, options]) => [name, withKeys(options, optionLists[name])] as const),
    ...made.map(([name, { options }]) => [name, options] as const),
  ]);
  const retired = tableOf(made.map(([name, list]) => [name, list.retired ?? []] as const));
  return { lists, retired };
};

/** The value that an added field has by default; undefined where it has none, or one that does not fit (any more). */
export const defaultOf = (field: CustomField, lists: Readonly<Record<string, readonly Option[]>>): unknown => {
  if (field.default === undefined) return undefined;
  const asked = described(field);
  const options = field.list === undefined ? undefined : lists[field.list];
  const { success, data } = asked.kind.accepts({ ...asked, options }).safeParse(asked.kind.fromQuery(field.default));
  return success ? (data ?? undefined) : undefined;
};

const customField = (field: CustomField, lists: Readonly<Record<string, readonly Option[]>>, asked: boolean): Field => {
  const initially = defaultOf(field, lists);
  return { ...described(field), default: initially, required: asked && field.required && initially === undefined };
};

const described = ({ kind: name, label, list, sparte, required }: CustomField): Field => {
  const kind = kinds[name] ?? kinds.text;
  return {
    kind,
    label,
    list,
    division: sparte,
    custom: true,
    filter: true,
    search: kind.custom === 'searched',
    filled: required,
  };
};

/**
 * The declarations as they are for one organisation.
 * @param asked bodies are asked for the added fields that are required
 */
export const applySettings = (
  base: Registry,
  settings: OrganisationSettings,
  timeZone: string,
  asked = true,
): Registry => {
  const { lists, retired } = organisationLists(settings);
  const toLocal = (ms: number): string => localTime(timeZone, ms);
  const apply = (resource: Resource): Resource => {
    const added = resource.settings.configurable ? (settings.fields?.[resource.path] ?? []) : [];
    const all: [string, Field][] = [
      ...Object.entries(resource.fields),
      ...added.map((field): [string, Field] => [field.name, customField(field, lists, asked)]),
    ];
    const fields = all.map(([name, field]): [string, Field] => [
      name,
      {
        ...field,
        label: settings.labels?.[resource.path]?.[name] ?? field.label,
        ...(field.list ? { options: lists[field.list], retired: retired[field.list] } : {}),
        ...(field.kind.local ? { toLocal } : {}),
      },
    ]);
    const leaving = (settings.leaving?.[resource.path] ?? []).flatMap(({ name }) =>
      added.some((field) => field.name === name) ? [] : [name],
    );
    return Object.freeze({ ...resource, fields: tableOf(fields), leaving, origin: resource.origin ?? resource });
  };
  return buildRegistry(base.resources.map(apply), Object.keys(lists));
};
