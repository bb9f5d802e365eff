/**
 * Schema of an organisation's settings. They are one JSON document in its row, which operators, older versions and
 * mistakes may have written: invalid parts are ignored, so that every read succeeds.
 */
import { z } from 'zod';
import type { ListedType, Option } from '../../model/declaration/field-shape.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import { listedType, listedTypes } from '../../model/seed/option-lists.ts';
import { languages } from '../../shared/disclosure.ts';
import { letterheadLines } from '../../shared/letterhead.ts';
import {
  MAX_DISCLOSURE,
  MAX_FOOTER_COLUMN,
  MAX_FOOTER_COLUMNS,
  MAX_LETTERHEAD_LINE,
  MAX_PURGE_DAYS,
  RESTORE_DAYS,
} from '../../shared/limits.ts';
import { tableOf } from '../../shared/lookup-table.ts';
import { MAX_RETENTION_YEARS } from '../../shared/retention-rules.ts';
import { ROLE_ID } from '../../shared/roles.ts';
import type { OrganisationSettings } from './apply-settings.ts';

/** Names of fields and lists that an organisation adds. */
export const FIELD_NAME = /^ind_[1-9]\d{0,5}$/;
/** The same as a part of a pattern, for the OpenAPI description. */
export const OWN_NAME = FIELD_NAME.source.slice(1, -1);
export const LIST_NAME = /^[a-z][A-Za-z0-9_]{0,40}$/;

const text = z.string().max(255);
// Loose: a process of an older version preserves members of a newer one when it stores the document.
const customField = z.looseObject({
  name: z.string().regex(FIELD_NAME),
  kind: z.enum(Object.keys(kinds) as [keyof typeof kinds]),
  label: text,
  list: z.string().optional(),
  sparte: z.int().optional(),
  group: z.string().max(100).optional(),
  note: z.string().max(1000).optional(),
  default: text.optional(),
  required: z.boolean().optional(),
});
const leavingField = z.looseObject({ name: z.string().regex(FIELD_NAME), since: text });
const renamedValues = z.looseObject({
  since: text,
  fields: z.array(text),
  values: z.array(z.union([text, z.number()])).optional(),
});
const option = z.looseObject({ value: z.union([text, z.number()]), display: text });
const retention = z
  .looseObject({
    years: z.int().min(0).max(MAX_RETENTION_YEARS),
    from: z.enum(['end_of_year', 'date']),
    basis: text,
  })
  .nullable();
const disclosed = z.string().max(MAX_DISCLOSURE);
const disclosedTexts = z
  .looseObject({ purposes: disclosed, recipients: disclosed, source: disclosed, rights: disclosed })
  .optional();
const disclosure = z.looseObject({
  language: z.enum(languages).optional(),
  de: disclosedTexts,
  en: disclosedTexts,
});
const line = z.string().max(MAX_LETTERHEAD_LINE).optional();
const letterhead = z.looseObject({
  ...tableOf(letterheadLines.map((name) => [name, line] as const)),
  footer: z.array(z.string().max(MAX_FOOTER_COLUMN)).max(MAX_FOOTER_COLUMNS).optional(),
});
const role = z.looseObject({ name: text, scopes: z.array(text), own_customers: z.boolean().optional() }).nullable();
const relationType = z.looseObject({ id: z.int(), kreis: z.int(), name: text, reverse: z.int() });

/** The valid settings, and the paths of ignored parts. */
export interface Shaped {
  readonly settings: OrganisationSettings;
  readonly ignored: readonly string[];
}

type Ignore = (place: string) => void;

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** A section of the document, or nothing where it does not fit. */
const whole = <Schema extends z.ZodType>(schema: Schema, value: unknown, place: string, ignore: Ignore) => {
  if (value === undefined) return undefined;
  const { success, data } = schema.safeParse(value);
  if (!success) ignore(place);
  return success ? (data as z.output<Schema>) : undefined;
};

/** The members of a section that fit, as a table; nothing where there is no such section. */
const eachOf = <Value>(
  value: unknown,
  place: string,
  ignore: Ignore,
  one: (name: string, given: unknown) => Value | undefined,
) => {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) ignore(place);
  return tableOf(
    membersOf(value).flatMap(([name, given]): [string, Value][] => {
      const fits = one(name, given);
      return fits === undefined ? [] : [[name, fits]];
    }),
  );
};

/** The items of a list that fit, each of its names once. */
const itemsOf = <Schema extends z.ZodType>(schema: Schema, value: unknown, place: string, ignore: Ignore) => {
  if (!Array.isArray(value)) {
    ignore(place);
    return [];
  }
  return value.flatMap((given, i) => whole(schema, given, `${place}.${i}`, ignore) ?? []);
};

/**
 * Value types of the lists that a field may use: delivered ones, those of the settings, and those generated from
 * other settings.
 */
const typesOfLists = (own: Readonly<Record<string, readonly Option[]>> = {}): ReadonlyMap<string, ListedType> =>
  new Map([...Object.entries(own).map(([name, options]) => [name, listedType(options)] as const), ...listedTypes]);

/** The valid settings of any document. Unknown members are preserved. */
export const shapeSettings = (document: unknown): Shaped => {
  const ignored: string[] = [];
  const ignore: Ignore = (place) => ignored.push(place);
  const given: Readonly<Record<string, unknown>> = tableOf(membersOf(document));
  if (typeof document !== 'object' || document === null || Array.isArray(document)) ignore('settings');
  const options = eachOf(given.options, 'options', ignore, (name, list) => {
    const entries = LIST_NAME.test(name) ? itemsOf(option, list, `options.${name}`, ignore) : [];
    // Values of both types fit no kind of field, and those of another type than the shipped ones no field that has them.
    const type = listedTypes.get(name) ?? listedType(entries);
    const fitting = entries.filter(({ value }) => typeof value === type);
    if (!fitting.length || fitting.length < entries.length) ignore(`options.${name}`);
    return fitting.length ? fitting : undefined;
  });
  const types = typesOfLists(options);
  const fields = eachOf(given.fields, 'fields', ignore, (path, list) => {
    const seen = new Set<string>();
    return itemsOf(customField, list, `fields.${path}`, ignore).flatMap(({ list: named, ...field }) => {
      const type = named === undefined ? undefined : types.get(named);
      const fits = type !== undefined && kinds[field.kind].chooses === type;
      if (named !== undefined && !fits) ignore(`fields.${path}.${field.name}.list`);
      if (seen.has(field.name)) ignore(`fields.${path}.${field.name}`);
      if (seen.has(field.name)) return [];
      seen.add(field.name);
      return [{ ...field, ...(fits ? { list: named } : {}) }];
    });
  });
  const leaving = eachOf(given.leaving, 'leaving', ignore, (path, list) =>
    itemsOf(leavingField, list, `leaving.${path}`, ignore),
  );
  const labels = eachOf(given.labels, 'labels', ignore, (path, names) =>
    eachOf(names, `labels.${path}`, ignore, (name, label) => whole(text, label, `labels.${path}.${name}`, ignore)),
  );
  const known = {
    billing_companies: whole(z.array(text), given.billing_companies, 'billing_companies', ignore),
    fields,
    leaving,
    labels,
    options,
    renamed: whole(renamedValues, given.renamed, 'renamed', ignore),
    sparten_off: whole(z.array(z.int()), given.sparten_off, 'sparten_off', ignore),
    roles: eachOf(given.roles, 'roles', ignore, (id, stored) =>
      ROLE_ID.test(id) ? whole(role, stored, `roles.${id}`, ignore) : undefined,
    ),
    retention: eachOf(given.retention, 'retention', ignore, (section, stored) =>
      whole(retention, stored, `retention.${section}`, ignore),
    ),
    disclosure: whole(disclosure, given.disclosure, 'disclosure', ignore),
    letterhead: whole(letterhead, given.letterhead, 'letterhead', ignore),
    purge_days: whole(z.int().min(RESTORE_DAYS).max(MAX_PURGE_DAYS), given.purge_days, 'purge_days', ignore),
    relation_types: whole(
      z.looseObject({ made: z.int(), items: z.array(relationType) }),
      given.relation_types,
      'relation_types',
      ignore,
    ),
  };
  const settings = Object.fromEntries(
    Object.entries({ ...given, ...known }).filter(([, value]) => value !== undefined),
  ) as OrganisationSettings;
  return { settings, ignored };
};
