/**
 * The records of a first demo organisation, as what the OpenAPI description names (docs/decisions/0023): their numbers, what
 * a body takes of them, what a list is narrowed by. So examples agree with each other, and whoever sends them there is
 * answered.
 */
import { contactGroup } from '../model/contact.ts';
import type { Field, Values } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { demo } from '../model/seed/demo.ts';
import { table } from '../table.ts';
import { writableFields } from './body-schema.ts';
import type { Collection } from './collections.ts';
import type { Filter } from './filters.ts';
import { schemaName } from './openapi-shapes.ts';
import { perValue } from './per-declaration.ts';
import type { Route } from './routes.ts';
import { type SampleRecord, sampleRecords } from './sample-records.ts';

type Json = Readonly<Record<string, unknown>>;

const records = perValue((registry: Registry) => sampleRecords(demo, registry));

const TEXT_OF_FILE = Buffer.from('Police').toString('base64');
const REMARK = 'Bitte nur nachmittags anrufen.';
const LONG = 65_535;

/** What the description names of the sample records. */
export const examplesOf = (registry: Registry) => {
  const all = records(registry);
  const ofKind = (path: string): readonly SampleRecord[] => all.filter(({ resource }) => resource.path === path);
  const firstOf = (path: string): SampleRecord | undefined => ofKind(path)[0];
  /** One that no other example names, counted from the end. */
  const spare = (path: string, place: number): number => ofKind(path).at(-place)?.id ?? 1;

  /** The first record at an address: a kind's own address shows those that were made below another too. */
  const at = ({ pattern, parent, resource }: Collection): SampleRecord | undefined =>
    parent ? all.find((one) => one.at === pattern) : firstOf(resource.path);
  /** A delete names the last of the records beside the first, so that the others find theirs. */
  const lastBeside = (record: SampleRecord | undefined): SampleRecord | undefined =>
    record && all.findLast((one) => one.at === record.at && one.above === record.above);

  /** What a create names in place of the sample's own: there are such records already, or they are the same record. */
  const instead: Readonly<Record<string, () => Values>> = table({
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
    const above = !parent && record?.above && resource.place.below.includes(record.above.resource.path);
    const body = { ...(above ? { [resource.place.parentColumn]: record.above?.id } : {}), ...record?.body };
    const writable = new Set(writableFields(resource, 'create', given).map(([name]) => name));
    const kept = Object.entries(body).filter(
      ([name, value]) => value !== undefined && (writable.has(name) || isFilled(resource, name, value)),
    );
    const required = writableFields(resource, 'create', given).filter(([, field]) => field.required);
    return {
      ...Object.fromEntries(required.map(([name, field]) => [name, anyValue(field)])),
      ...Object.fromEntries(kept),
      ...(resource.place.ownerSection || record || instead[resource.path] ? instead[resource.path]?.() : {}),
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

  /** The first record of a nested route: at the collection, of a parent below the grandparent. */
  const atNested = ({ pattern, resource }: Collection, grandparent: Resource): SampleRecord | undefined =>
    all.find((one) => one.at === pattern && one.above?.above?.resource.path === grandparent.path) ??
    all.find((one) => one.resource.path === resource.path && one.above?.above);

  /** Numbers of a path, from the left. */
  const numbers = ({ collection, verb, pathIds, grandparent }: Route): readonly number[] => {
    if (!collection)
      return pathIds.map(({ name }) => (name === contactGroup.key ? (firstOf('customers')?.id ?? 1) : 1));
    if (grandparent) {
      const nested = atNested(collection, grandparent);
      const path = [nested?.above?.above?.id, nested?.above?.id, nested?.id].map((id) => id ?? 1);
      return path.slice(0, pathIds.length);
    }
    const first = at(collection);
    const record = verb === 'remove' ? lastBeside(first) : first;
    const { parent } = collection;
    const above = parent ? [record?.above?.id ?? firstOf(parent.path)?.id ?? 1] : [];
    return verb === 'list' || verb === 'create' ? above : [...above, record?.id ?? 1];
  };

  /** What means the same has the same example, so that it is said once (openapi-shared.ts). */
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
    /** A value to narrow a list by, so that the first record is left. */
    filter: (collection: Collection, { name, field, operator }: Filter): unknown => {
      const record = at(collection)?.values;
      if (operator.reads === 'empty') return !record?.[name];
      const day = field.madeOf && record?.[field.madeOf];
      const value = (day ? String(day).slice('YYYY-'.length) : record?.[name]) ?? anyValue(field);
      return operator.suffix === '[gt]' || operator.suffix === '[lt]'
        ? beside(value, operator.suffix === '[gt]')
        : value;
    },
    /** Bodies of calls that belong to no collection. */
    special: table<Values>({
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

/** What examples are taken from. */
export type Examples = ReturnType<typeof examplesOf>;

/** Nested records that a create makes too. */
const isFilled = ({ bodies }: Resource, name: string, value: unknown): boolean =>
  name in bodies.nested && (value as readonly unknown[]).length > 0;

/** What a field can hold of which nothing more is known. */
const anyValue = ({ kind, options }: Field): unknown => options?.[0]?.value ?? kind.example;

/** A record of a kind that the sample data has none of. */
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
