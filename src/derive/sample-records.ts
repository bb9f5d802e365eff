/**
 * The records of a first demo organisation as reads answer them, with their numbers: sequences begin at 1, and the sample
 * data is loaded one create after the other (sample-steps.ts).
 */
import { contactGroup } from '../model/contact.ts';
import type { Field, Values } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import type { Demo } from '../model/seed/demo/shape.ts';
import { relationTypes } from '../model/seed/relation-types.ts';
import { applySettings } from './apply-settings.ts';
import { type Collection, collectionsOf } from './collections.ts';
import { type SampleStep, sampleSteps } from './sample-steps.ts';

/** One of them. */
export interface SampleRecord {
  /** The pattern of the collection that it was made at. */
  readonly at: string;
  readonly resource: Resource;
  readonly id: number;
  readonly above: SampleRecord | null;
  /** What it was made from. */
  readonly body: Values;
  /** As a read answers it. */
  readonly values: Values;
}

/** The first administrator, whom no step makes: records that nobody is named for are theirs. */
const ADMINISTRATOR = 1;
const NOW = '2026-03-02 09:30:00';
const today = (inDays: number): string =>
  new Date(Date.parse(`${NOW.slice(0, 10)}T00:00:00Z`) + inDays * 86_400_000).toISOString().slice(0, 10);

/** Rows that come in pairs take two numbers of their sequence. */
const rowsOf = ({ rows }: Resource): number => (rows.stored ? 1 : 2);

const accepted = (field: Field, value: unknown): unknown => {
  const parsed = field.kind.accepts(field).safeParse(value);
  return parsed.success ? parsed.data : null;
};

/** What the path of a collection fixes. */
const fixedBy = ({ fixed }: Collection, above: SampleRecord | null): Values =>
  Object.fromEntries(fixed.map(({ column, constant }) => [column, constant ?? above?.id]));

interface Place {
  readonly above: SampleRecord | null;
  /** How many there are at its address with it. */
  readonly rank: number;
}

/** A field that a body does not name. */
const unsaid = (resource: Resource, name: string, field: Field, { above, rank }: Place): unknown => {
  if (field.default !== undefined) return field.default;
  if (field.defaultsTo) return ADMINISTRATOR;
  if (field.ranks) return rank;
  if (field.stamp) return NOW;
  const isContact = above?.resource.place.key === contactGroup.key;
  if (name === contactGroup.key && above && (isContact || resource.rows.stored)) return above.values[name] ?? null;
  return null;
};

/** The record that a body makes. */
const recordOf = (collection: Collection, id: number, body: Values, place: Place): Values => {
  const { resource } = collection;
  const given: Values = { ...body, ...fixedBy(collection, place.above), id };
  const canonical: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields))
    canonical[name] = given[name] === undefined ? unsaid(resource, name, field, place) : accepted(field, given[name]);
  Object.assign(canonical, resource.completes?.(canonical, null, { now: NOW, userKid: ADMINISTRATOR }));
  const shown = Object.entries(resource.fields).map(([name, field]): [string, unknown] => {
    const value = canonical[field.sameAs ?? name];
    return [name, value !== null && field.kind.shown ? field.kind.shown(value) : value];
  });
  return Object.fromEntries(shown);
};

const contactIn = (records: readonly SampleRecord[], kid: unknown): Values | undefined =>
  records.find(({ id, resource }) => resource.rows.sequence === contactGroup.sequence && id === kid)?.values;

/** The author of a comment. */
const authorIn = (records: readonly SampleRecord[], kid: unknown): Values => {
  const { vorname, name } = contactIn(records, kid) ?? { name: 'ADMIN' };
  return { kid, name: [vorname, name].filter(Boolean).join(' ') };
};

/** What a relation shows of its type and of the other customer. */
const ofRelation = (records: readonly SampleRecord[], { kid_beziehung: kid, beziehung }: Values): Values => {
  const type = relationTypes.find(({ id }) => id === beziehung);
  const { vorname, name } = contactIn(records, kid) ?? {};
  return {
    beziehung_name: type?.name,
    parent_id: type?.parent_id,
    contact: { kid, name: [vorname, name].filter(Boolean).join(' ') },
  };
};

/** @returns the records in the order in which they are made */
export const sampleRecords = (sample: Demo, base: Registry): readonly SampleRecord[] => {
  const registry = applySettings(base, {}, 'Europe/Berlin');
  const collections = new Map(collectionsOf(registry).map((one) => [one.pattern, one]));
  const last = new Map<string, number>([[contactGroup.sequence, ADMINISTRATOR]]);
  const records: SampleRecord[] = [];
  const made = new Map<SampleStep | undefined, SampleRecord>();

  const add = (at: string, above: SampleRecord | null, body: Values): SampleRecord | null => {
    const collection = collections.get(at);
    if (!collection) return null;
    const { resource } = collection;
    const { sequence } = resource.rows;
    const id = (last.get(sequence) ?? 0) + 1;
    last.set(sequence, id + rowsOf(resource) - 1);
    const rank = records.filter((one) => one.at === at && one.above === above).length + 1;
    const values = recordOf(collection, id, body, { above, rank });
    const besides = resource.answers.author
      ? { autor: authorIn(records, values[resource.answers.author] ?? ADMINISTRATOR) }
      : Object.keys(resource.answers.besides).length
        ? ofRelation(records, values)
        : {};
    const record = { at, resource, id, above, body, values: { ...values, ...besides } };
    records.push(record);
    for (const [member, path] of Object.entries(resource.bodies.nested))
      for (const item of (body[member] ?? []) as Values[]) add(`${resource.path}/#/${path}`, record, item);
    if (collection.parent && resource.place.alsoBelow.includes(collection.parent.path))
      last.set('link_id_seq', (last.get('link_id_seq') ?? 0) + 2);
    return record;
  };
  for (const step of sampleSteps(sample, registry)) {
    const body = step.body({ numberOf: (of) => made.get(of)?.id, day: today });
    const record = add(step.at, made.get(step.below) ?? null, body);
    if (record) made.set(step, record);
  }
  return records;
};
