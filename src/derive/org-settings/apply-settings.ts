/**
 * An organisation's settings applied to the declarations, before anything is derived: the result is other declarations,
 * so no derive function knows organisations (ARCHITECTURE.md).
 */
import type { Field, Option } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { type KindName, kinds } from '../../model/declaration/value-kinds.ts';
import { buildRegistry, type Registry } from '../../model/registry.ts';
import { generatedLists, type ListSettings, optionLists } from '../../model/seed/option-lists.ts';
import type { StoredDisclosure } from '../../shared/disclosure.ts';
import type { Letterhead } from '../../shared/letterhead.ts';
import { tableOf } from '../../shared/lookup-table.ts';
import type { StoredRules } from '../../shared/retention-rules.ts';
import { localTime } from '../local-time.ts';

/** A field that an organisation added: `ind_<n>`. */
export interface CustomField {
  readonly name: string;
  readonly kind: KindName;
  readonly label: string;
  readonly list?: string;
  readonly sparte?: number;
  /** Group and note of a field on pages (docs/decisions/0018). */
  readonly group?: string;
  readonly note?: string;
  /** The default of a new record, as query text. */
  readonly default?: string;
  /** A create needs a value, unless there is a default. */
  readonly required?: boolean;
}

/** A removed field whose values may still be stored (docs/decisions/0018). */
export interface LeavingField {
  readonly name: string;
  /** When it was removed; distinguishes two removals of the same name. */
  readonly since: string;
}

/** List values with a new display; search entries may still have the old one. */
export interface RenamedValues {
  /** When the latest of them changed; distinguishes two changes. */
  readonly since: string;
  /** Fields that have these values: `customers.ind_1`. */
  readonly fields: readonly string[];
  /** Absent: all values of these fields. */
  readonly values?: readonly (string | number)[];
}

/** A relation type that an organisation added. */
export interface OwnRelationType {
  readonly id: number;
  readonly kreis: number;
  readonly name: string;
  /** The own type of the reverse direction; itself if both customers have the same relation to each other. */
  readonly reverse: number;
}

/** The stored settings of an organisation (organisation.settings). */
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
  /** Record kind -> its retention rule, null for a removed seeded one (shared/retention-rules.ts). */
  readonly retention?: StoredRules;
  /** The page for a person: its language and texts (shared/disclosure.ts). */
  readonly disclosure?: StoredDisclosure;
  /** Sender and foot of letters (shared/letterhead.ts). */
  readonly letterhead?: Partial<Letterhead>;
  /** Days after which deleted records are purged. */
  readonly purge_days?: number;
  /** Own relation types, and how many were ever created: an id is never assigned twice. */
  readonly relation_types?: { readonly made: number; readonly items: readonly OwnRelationType[] };
}

/** Keys of shipped entries survive a change of their displays, so that names keep working on write. */
const withKeys = (own: readonly Option[], shipped: readonly Option[] | undefined): readonly Option[] =>
  own.map((option) => ({ ...option, keys: shipped?.find(({ value }) => value === option.value)?.keys }));

/** All option lists of an organisation, and the entries that are only shown where they are still used. */
export const organisationLists = (settings: OrganisationSettings) => {
  const own = Object.entries(settings.options ?? {});
  const made = Object.entries(generatedLists).map(([name, make]) => [name, make(settings)] as const);
  const lists = tableOf<readonly Option[]>([
    ...Object.entries(optionLists),
    ...own.map(([name, options]) => [name, withKeys(options, optionLists[name])] as const),
    ...made.map(([name, { options }]) => [name, options] as const),
  ]);
  const retired = tableOf(made.map(([name, list]) => [name, list.retired ?? []] as const));
  return { lists, retired };
};

/** The default of an added field; undefined if it has none, or one that is not valid (any more). */
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

const described = ({ kind: name, label, list, sparte, required, note }: CustomField): Field => {
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
    note,
  };
};

/**
 * The declarations of one organisation.
 * @param asked whether bodies must have the required added fields
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
