/**
 * The records of a new demo organisation as reads return them, with their ids: sequences begin at 1, and the sample
 * data is loaded in the order of its steps (sample-steps.ts). The portfolio, which is loaded last, is left out.
 */

import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { contactGroup } from '../../model/parts/contact.ts';
import type { Registry } from '../../model/registry.ts';
import type { Demo } from '../../model/seed/demo/shape.ts';
import { relationTypes } from '../../model/seed/relation-types.ts';
import { applySettings } from '../org-settings/apply-settings.ts';
import { type Collection, collectionsOf } from '../routing/collections.ts';
import { type SampleStep, sampleSteps } from './sample-steps.ts';

/** A record of the sample data. */
export interface SampleRecord {
  /** The pattern of the collection in which it was created. */
  readonly at: string;
  readonly resource: Resource;
  readonly id: number;
  readonly above: SampleRecord | null;
  /** The body of its create. */
  readonly body: Values;
  /** Its values in a read. */
  readonly values: Values;
}

/** The first administrator, created by no step; default user of records that name no user. */
const ADMINISTRATOR = 1;
const NOW = '2026-03-02 09:30:00';
const today = (inDays: number): string =>
  new Date(Date.parse(`${NOW.slice(0, 10)}T00:00:00Z`) + inDays * 86_400_000).toISOString().slice(0, 10);

/** Rows that are stored in pairs use two numbers of their sequence. */
const rowsOf = ({ storage: rows }: Resource): number => (rows.stored ? 1 : 2);

const accepted = (field: Field, value: unknown): unknown => {
  const parsed = field.kind.accepts(field).safeParse(value);
  return parsed.success ? parsed.data : null;
};

/** The columns that the path of a collection fixes. */
const fixedBy = ({ fixed }: Collection, above: SampleRecord | null): Values =>
  Object.fromEntries(fixed.map(({ column, constant }) => [column, constant ?? above?.id]));

interface SampleParent {
  readonly above: SampleRecord | null;
  /** Number of records at its address, including itself. */
  readonly rank: number;
}

/** The value of a field that the body omits. */
const defaultValue = (resource: Resource, name: string, field: Field, { above, rank }: SampleParent): unknown => {
  if (field.default !== undefined) return field.default;
  if (field.defaultsTo) return ADMINISTRATOR;
  if (field.ranks) return rank;
  if (field.stamp) return NOW;
  const isContact = above?.resource.nesting.key === contactGroup.key;
  if (name === contactGroup.key && above && (isContact || resource.storage.stored)) return above.values[name] ?? null;
  return null;
};

/** The record that a body creates. */
const recordOf = (collection: Collection, id: number, body: Values, place: SampleParent): Values => {
  const { resource } = collection;
  const given: Values = { ...body, ...fixedBy(collection, place.above), id };
  const canonical: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields))
    canonical[name] =
      given[name] === undefined ? defaultValue(resource, name, field, place) : accepted(field, given[name]);
  Object.assign(canonical, resource.completes?.(canonical, null, { now: NOW, userKid: ADMINISTRATOR }));
  const shown = Object.entries(resource.fields).map(([name, field]): [string, unknown] => {
    const value = canonical[field.sameAs ?? name];
    return [name, value !== null && field.kind.shown ? field.kind.shown(value) : value];
  });
  return Object.fromEntries(shown);
};

const contactIn = (records: readonly SampleRecord[], kid: unknown): Values | undefined =>
  records.find(({ id, resource }) => resource.storage.sequence === contactGroup.sequence && id === kid)?.values;

/** The author of a comment. */
const authorIn = (records: readonly SampleRecord[], kid: unknown): Values => {
  const { vorname, name } = contactIn(records, kid) ?? { name: 'Administrator' };
  return { kid, name: [vorname, name].filter(Boolean).join(' ') };
};

/** The members of a relation that describe its type and the other customer. */
const ofRelation = (records: readonly SampleRecord[], { kid_beziehung: kid, beziehung }: Values): Values => {
  const type = relationTypes.find(({ id }) => id === beziehung);
  const { vorname, name } = contactIn(records, kid) ?? {};
  return {
    beziehung_name: type?.name,
    parent_id: type?.parent_id,
    contact: { kid, name: [vorname, name].filter(Boolean).join(' ') },
  };
};

/** @returns the records in the order of their creation */
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
    const { sequence } = resource.storage;
    const id = (last.get(sequence) ?? 0) + 1;
    last.set(sequence, id + rowsOf(resource) - 1);
    const rank = records.filter((one) => one.at === at && one.above === above).length + 1;
    const values = recordOf(collection, id, body, { above, rank });
    const besides = resource.responses.author
      ? { autor: authorIn(records, values[resource.responses.author] ?? ADMINISTRATOR) }
      : Object.keys(resource.responses.extraMembers).length
        ? ofRelation(records, values)
        : {};
    const record = { at, resource, id, above, body, values: { ...values, ...besides } };
    records.push(record);
    for (const [member, path] of Object.entries(resource.requests.nested))
      for (const item of (body[member] ?? []) as Values[]) add(`${resource.path}/#/${path}`, record, item);
    if (collection.parent && resource.nesting.alsoBelow.includes(collection.parent.path))
      last.set('link_id_seq', (last.get('link_id_seq') ?? 0) + 2);
    return record;
  };
  for (const step of sampleSteps({ ...sample, portfolio: [] }, registry)) {
    const body = step.body({ numberOf: (of) => made.get(of)?.id, day: today });
    const record = add(step.at, made.get(step.below) ?? null, body);
    if (record) made.set(step, record);
  }
  return records;
};
