/** Values of a GDV record as they are written, without those that a delivery leaves as they are. */
import { normalizeNumber } from '../../formats/gdv/group-contracts.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint, SourceRecord } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { chosenSparten, deliveryKey, lastDeliveries } from './deliveries.ts';
import type { Read } from './gdv-match.ts';
import { insurersOf, type StoredInsurer, storedInsurers, vuOf } from './stored-insurers.ts';

/** The values that a file gives a record, after corrections. */
export interface GdvValues {
  readonly values: Values;
  readonly parts: Readonly<Record<string, readonly Values[]>>;
}

/** Stored rows of parts by path. */
type StoredRows = Readonly<Record<string, readonly StoredRow[]>>;

interface StoredRow {
  readonly id: number;
  readonly printed: string;
  readonly record: Values;
}

/** A stored record with its parts. */
export interface StoredValues extends StoredRow {
  readonly parts: StoredRows;
}

export interface Refined {
  readonly given: GdvValues;
  readonly hints: readonly SourceHint[];
  /** The stored record is of a newer delivery and is not changed. */
  readonly isOlder: boolean;
}

/** Parts whose rows are added and never replace another row: each insurer has its own. */
export const ADDED_PARTS: ReadonlySet<string> = new Set(['contacts', 'numbers', 'banking']);

/** A text without punctuation and case. */
export const spelling = (value: unknown): string => normalizeNumber(String(value ?? '').replace(/stra(ß|ss)e/i, 'str'));

const differsInSpelling = (stored: Values, row: Values): boolean =>
  Object.entries(row).every(([name, value]) => spelling(stored[name]) === spelling(value));

/** Rows with the spelling of the stored ones, where they differ in nothing else. */
const withStoredSpelling = (
  { parts }: GdvValues,
  stored: StoredValues,
): { parts: GdvValues['parts']; hints: SourceHint[] } => {
  const hints: SourceHint[] = [];
  const entries = Object.entries(parts).map(([path, rows]): [string, readonly Values[]] => [
    path,
    rows.map((row) => {
      const same = (stored.parts[path] ?? []).find(({ record }) => differsInSpelling(record, row));
      if (!same) return row;
      for (const [name, value] of Object.entries(row)) {
        if (same.record[name] === value) continue;
        const texts = { value: String(value), stored: String(same.record[name]) };
        hints.push(hintOf('gdv_spelling', { field: `${path}.${name}`, ...texts }));
      }
      return Object.fromEntries(Object.keys(row).map((name) => [name, same.record[name]]));
    }),
  ]);
  return { parts: Object.fromEntries(entries), hints };
};

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The knowledge about stored records that refining needs. */
export interface GdvFacts {
  readonly insurers: readonly StoredInsurer[];
  readonly sparten: ReadonlyMap<string, number>;
  readonly delivered: ReadonlyMap<string, string>;
}

/** Reads it for records of one kind. @param ids stored records that the sources may be */
export const loadGdvFacts = async (
  read: Read,
  orgId: number,
  section: string,
  { sources, ids }: { readonly sources: readonly SourceRecord[]; readonly ids: readonly number[] },
): Promise<GdvFacts> => {
  const [insurers, sparten, delivered] = await Promise.all([
    storedInsurers(read, orgId),
    chosenSparten(read, orgId, sources),
    lastDeliveries(read, orgId, section, ids),
  ]);
  return { insurers, sparten, delivered };
};

/** The Sparte: corrected in the row, chosen before, or a guess, which never replaces a stored one. */
const withSparte = (
  source: SourceRecord,
  values: Values,
  stored: StoredValues | undefined,
  facts: GdvFacts,
): Values => {
  if (source.sparteKey === undefined || values.sparte !== source.values.sparte) return values;
  const chosen = facts.sparten.get(source.sparteKey);
  if (chosen !== undefined) return { ...values, sparte: chosen };
  return stored?.record.sparte ? without(values, ['sparte']) : values;
};

/** Names of insurers are those of the organisation: the sender's name never replaces one. */
const withInsurer = (
  source: SourceRecord,
  values: Values,
  stored: StoredValues | undefined,
  facts: GdvFacts,
): Values => {
  if (source.section === 'products') return stored ? without(values, ['name', 'kategorie']) : values;
  if (!('gesellschaft' in values)) return values;
  if (stored?.record.gesellschaft) return without(values, ['gesellschaft']);
  const name = insurersOf(facts.insurers, vuOf(source))[0]?.name;
  return name ? { ...values, gesellschaft: name } : values;
};

/** The number of a contract or claim as it is stored, where the file spells it differently (hint). */
const withStoredNumber = (values: Values, stored: Values): { values: Values; hints: SourceHint[] } => {
  const [own, known] = [values.nummer, stored.nummer];
  const isSame = typeof own === 'string' && typeof known === 'string' && spelling(own) === spelling(known);
  if (!isSame || own === known) return { values, hints: [] };
  const hint = hintOf('gdv_spelling', { field: 'nummer', value: own, stored: known });
  return { values: without(values, ['nummer']), hints: [hint] };
};

/** The values of a record that are compared with the stored one, or written as a new one. */
export const refineValues = (
  source: SourceRecord,
  given: GdvValues,
  stored: StoredValues | undefined,
  facts: GdvFacts,
): Refined => {
  const all = withInsurer(source, withSparte(source, given.values, stored, facts), stored, facts);
  if (!stored) return { given: { ...given, values: all }, hints: [], isOlder: false };
  const { values, hints: ofNumber } = withStoredNumber(all, stored.record);
  // An insurer that was found by its VU-Nummer has it, with or without leading zeros.
  const isKnown = insurersOf(facts.insurers, vuOf(source)).some(({ id }) => id === stored.id);
  const own = source.section === 'products' && isKnown ? { ...given, parts: {} } : given;
  const { parts, hints } = withStoredSpelling(own, stored);
  const last = facts.delivered.get(deliveryKey(stored.id, vuOf(source)));
  const isOlder = last !== undefined && source.delivered !== undefined && source.delivered < last;
  if (!isOlder) return { given: { values, parts }, hints: [...ofNumber, ...hints], isOlder };
  const hint = hintOf('gdv_older', { day: source.delivered, stored: last });
  return { given: { values, parts }, hints: [hint], isOlder };
};
