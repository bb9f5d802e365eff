/**
 * The records of a fresh demo organisation as examples of the OpenAPI description (docs/decisions/0023): ids, bodies
 * and filter values. The examples are consistent, and requests with them succeed there.
 */

import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { contactGroup } from '../../model/parts/contact.ts';
import type { Registry } from '../../model/registry.ts';
import { demo } from '../../model/seed/demo.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { memoizeByIdentity } from '../memoize.ts';
import type { Filter } from '../query/filters.ts';
import type { Collection } from '../routing/collections.ts';
import type { Route } from '../routing/routes.ts';
import { type SampleRecord, sampleRecords } from '../samples/sample-records.ts';
import { writableFields } from '../validation/body-schema.ts';
import { schemaName } from './components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const records = memoizeByIdentity((registry: Registry) => sampleRecords(demo, registry));

const TEXT_OF_FILE = Buffer.from('Police').toString('base64');
const REMARK = 'Bitte nur nachmittags anrufen.';
const LONG = 65_535;

/** Examples from the sample records. */
export const examplesOf = (registry: Registry) => {
  const all = records(registry);
  const ofKind = (path: string): readonly SampleRecord[] => all.filter(({ resource }) => resource.path === path);
  const firstOf = (path: string): SampleRecord | undefined => ofKind(path)[0];
  /** The id of a record that no other example names, counted from the end. */
  const spare = (path: string, place: number): number => ofKind(path).at(-place)?.id ?? 1;

  /**
   * The first record at an address: a kind's own address also shows records that were created below another record.
   */
  const at = ({ pattern, parent, resource }: Collection): SampleRecord | undefined =>
    parent ? all.find((one) => one.at === pattern) : firstOf(resource.path);
  /** A delete uses the last sibling of the first record, so that the other examples stay valid. */
  const lastBeside = (record: SampleRecord | undefined): SampleRecord | undefined =>
    record && all.findLast((one) => one.at === record.at && one.above === record.above);

  /** Replacements in example creates, where the sample's own value exists already or references itself. */
  const instead: Readonly<Record<string, () => Values>> = lookupTable({
    users: () => ({ email: 'erika.mustermann@example.com' }),
    followers: () => ({ kid_user: firstOf('users')?.id }),
    tags: () => ({ tag_id: spare('system/tags', 2) }),
    links: () => ({ foreign_section: 'customers', foreign_id: spare('customers', 3) }),
    relations: () => ({ kid_beziehung: spare('customers', 3), beziehung: 105 }),
    documents: () => ({ name: 'police.txt', base64: TEXT_OF_FILE }),
    'inbox/documents': () => ({ name: 'police.txt', base64: TEXT_OF_FILE, betreff: 'Neue Police' }),
  });

  const createBody = (collection: Collection): Values => {
    const { resource, parent, fixed } = collection;
    const record = at(collection);
    const given = [...fixed.map(({ column }) => column), ...collection.forbidden];
    const above = !parent && record?.above && resource.nesting.below.includes(record.above.resource.path);
    const body = { ...(above ? { [resource.nesting.parentColumn]: record.above?.id } : {}), ...record?.body };
    const writable = new Set(writableFields(resource, 'create', given).map(([name]) => name));
    const kept = Object.entries(body).filter(
      ([name, value]) => value !== undefined && (writable.has(name) || isFilled(resource, name, value)),
    );
    const required = writableFields(resource, 'create', given).filter(([, field]) => field.required);
    return {
      ...Object.fromEntries(required.map(([name, field]) => [name, anyValue(field)])),
      ...Object.fromEntries(kept),
      ...(resource.nesting.ownerSection || record || instead[resource.path] ? instead[resource.path]?.() : {}),
    };
  };

  const patchBody = ({ resource, fixed }: Collection): Values => {
    const fields = writableFields(
      resource,
      'patch',
      fixed.map(({ column }) => column),
    );
    const remark = fields.find(([, { max, reference }]) => max === LONG && !reference);
    if (remark) return { [remark[0]]: REMARK };
    const { body = {} } = firstOf(resource.path) ?? {};
    const [name, field] = fields.find(([one, { reference }]) => !reference && one in body) ?? fields[0] ?? [];
    return name && field ? { [name]: body[name] ?? anyValue(field) } : {};
  };

  const isBelow = (record: SampleRecord | null | undefined, above: Resource): boolean =>
    record?.above?.resource.path === above.path;

  /** Numbers of a nested route: of a record at the collection, or of the first parent that may have one. */
  const nestedNumbers = ({ pattern, parent }: Collection, grandparent: Resource): readonly number[] => {
    const nested = all.find((one) => one.at === pattern && isBelow(one.above, grandparent));
    const above = nested?.above ?? all.find((one) => one.resource.path === parent?.path && isBelow(one, grandparent));
    return [above?.above?.id, above?.id, nested?.id].map((id) => id ?? 1);
  };

  /** Numbers of a path, from the left. */
  const numbers = ({ collection, verb, pattern, pathIds, grandparent }: Route): readonly number[] => {
    if (!collection) {
      const kind = pathIds[0]?.name === contactGroup.key ? 'customers' : (pattern.split('/#')[0] ?? '');
      return pathIds.map(() => firstOf(kind)?.id ?? 1);
    }
    if (grandparent) return nestedNumbers(collection, grandparent).slice(0, pathIds.length);
    const first = at(collection);
    const record = verb === 'remove' || verb === 'restore' ? lastBeside(first) : first;
    const { parent } = collection;
    const above = parent ? [record?.above?.id ?? firstOf(parent.path)?.id ?? 1] : [];
    return verb === 'list' || verb === 'create' || verb === 'bulk' ? above : [...above, record?.id ?? 1];
  };

  /** Equal schemas share one example, so that it becomes a component (shared-components.ts). */
  const known = new Map<string, unknown>();
  const once = (thing: Json, make: () => unknown): unknown => {
    const meaning = JSON.stringify(thing);
    if (!known.has(meaning)) known.set(meaning, make());
    return known.get(meaning);
  };

  return {
    once,
    numbers,
    createBody,
    patchBody,
    /** A value of a filter that matches the first record. */
    filter: (collection: Collection, { name, field, operator }: Filter): unknown => {
      const record = at(collection)?.values;
      if (operator.reads === 'empty') return !record?.[name];
      const day = field.madeOf && record?.[field.madeOf];
      const value = (day ? String(day).slice('YYYY-'.length) : record?.[name]) ?? anyValue(field);
      if (operator.reads === 'in') return [value];
      return operator.suffix === '[gt]' || operator.suffix === '[lt]'
        ? beside(value, operator.suffix === '[gt]')
        : value;
    },
    /** Bodies of calls that belong to no collection. */
    special: lookupTable<Values>({
      mergeCustomers: { slave_kid: spare('customers', 2), mode: 'enrich_master' },
      search: { query: 'sommer', indices: ['customers', 'contracts'] },
    }),
    /** A record as a read answers it, by the name of its schema. */
    record: (schema: string): Values | undefined => {
      const resource = registry.resources.find((one) => schemaName(one) === schema);
      return resource && (firstOf(resource.path)?.values ?? anyRecord(resource));
    },
    recordAt: (collection: Collection): Values => at(collection)?.values ?? anyRecord(collection.resource),
    count: (collection: Collection): number => {
      const first = at(collection);
      const { parent, resource } = collection;
      return parent
        ? all.filter((one) => one.at === first?.at && one.above === first.above).length
        : ofKind(resource.path).length;
    },
  };
};

/** The source of examples. */
export type Examples = ReturnType<typeof examplesOf>;

/** Whether a member of a body has nested records, which the create inserts too. */
const isFilled = ({ requests: bodies }: Resource, name: string, value: unknown): boolean =>
  name in bodies.nested && (value as readonly unknown[]).length > 0;

/** A generic value of a field. */
const anyValue = ({ kind, options, section }: Field): unknown =>
  section ? 'customers' : (options?.[0]?.value ?? kind.example);

/** A record of a kind that is missing in the sample data. */
const anyRecord = ({ fields }: Resource): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyValue(field)]));

/** A little below or above a value. */
const beside = (value: unknown, isBelow: boolean): unknown => {
  if (typeof value === 'number') return value + (isBelow ? -1 : 1);
  const text = String(value);
  if (/^\d{4}-/.test(text)) return `${Number(text.slice(0, 4)) + (isBelow ? -1 : 1)}${text.slice(4)}`;
  const digits = text.split('.')[1]?.length ?? 0;
  return /^-?\d+\.\d+$/.test(text) ? (Number(text) + (isBelow ? -1 : 1)).toFixed(digits) : text;
};
