/** Values of a GDV record as they are written, without those that a delivery leaves as they are. */
import { satzartOf } from '../../formats/gdv/classify-line.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint, SourceRecord } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { spelling } from '../../shared/spelling.ts';
import type { Given, ImportFormat, Sources, StoredRecord } from '../matching/import-format.ts';
import { insurersOf, type StoredInsurer, storedInsurers } from '../matching/stored-insurers.ts';
import { chosenSparten, deliveryKey, lastDeliveries } from './deliveries.ts';
import { findErased } from './erased-contracts.ts';
import { findContracts } from './match-contracts.ts';
import { sameInsurer } from './match-insurers.ts';
import { vuOf } from './vu-of.ts';

const differsInSpelling = (stored: Values, row: Values): boolean =>
  Object.entries(row).every(([name, value]) => spelling(stored[name]) === spelling(value));

/** Rows with the spelling of the stored ones, where they differ in nothing else. */
const withStoredSpelling = ({ parts }: Given, stored: StoredRecord): { parts: Given['parts']; hints: SourceHint[] } => {
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

/** The facts about stored records that values depend on. */
interface Facts {
  readonly insurers: readonly StoredInsurer[];
  readonly sparten: ReadonlyMap<string, number>;
}

/** The Sparte: corrected in the row, chosen before, or a guess, which never replaces a stored one. */
const withSparte = (source: SourceRecord, values: Values, stored: StoredRecord | undefined, facts: Facts): Values => {
  if (source.sparteKey === undefined || values.sparte !== source.values.sparte) return values;
  const chosen = facts.sparten.get(source.sparteKey);
  if (chosen !== undefined) return { ...values, sparte: chosen };
  return stored?.record.sparte ? without(values, ['sparte']) : values;
};

/** Names of insurers are those of the organisation: the sender's name never replaces one. */
const withInsurer = (source: SourceRecord, values: Values, stored: StoredRecord | undefined, facts: Facts): Values => {
  if (source.section === 'products') return stored ? without(values, ['name', 'kategorie']) : values;
  if (!('gesellschaft' in values)) return values;
  const [first, ...others] = insurersOf(facts.insurers, vuOf(source));
  const isOnly = first && others.every(({ id }) => id === first.id);
  const { gesellschaft, gesellschaft_kid: known } = stored?.record ?? {};
  const isSame = !gesellschaft || (first && sameInsurer(String(gesellschaft), first.name));
  const partner = isOnly && isSame && !known ? { gesellschaft_kid: first.id } : {};
  if (gesellschaft) return { ...without(values, ['gesellschaft']), ...partner };
  return first?.name ? { ...values, gesellschaft: first.name, ...partner } : values;
};

/** The number of a contract or claim as it is stored, where the file spells it differently (hint). */
const withStoredNumber = (values: Values, stored: Values): { values: Values; hints: SourceHint[] } => {
  const [own, known] = [values.nummer, stored.nummer];
  const isSame = typeof own === 'string' && typeof known === 'string' && spelling(own) === spelling(known);
  if (!isSame || own === known) return { values, hints: [] };
  const hint = hintOf('gdv_spelling', { field: 'nummer', value: own, stored: known });
  return { values: without(values, ['nummer']), hints: [hint] };
};

/** The customers of the stored contracts of claims, in the order of the claims. */
const contractsOfClaims = async ({ read, orgId, sources }: Sources): Promise<readonly Values[]> => {
  const found = await findContracts(read, orgId, sources);
  return found.map(({ ofInsurer }) => {
    const [first, ...others] = new Map(ofInsurer.map((one) => [one.id, one])).values();
    return first && !others.length ? { kid: first.kid } : {};
  });
};

const notStored = ({ raw = [], line }: SourceRecord): SourceHint =>
  hintOf(
    'gdv_no_contract',
    { number: raw[0]?.slice(13, 30).trim() ?? '', kinds: [...new Set(raw.map(satzartOf))].join(', ') },
    line,
  );

/** The hook `refine`: the values of records, without those that a delivery leaves as they are. */
export const refineValues: NonNullable<ImportFormat['refine']> = async ({ ids, keyRing, ...asked }) => {
  const { read, orgId, section, sources } = asked;
  const [insurers, sparten, delivered, erased, contracts] = await Promise.all([
    storedInsurers(read, orgId),
    chosenSparten(read, orgId, sources),
    lastDeliveries(read, orgId, section, ids),
    findErased(read, orgId, keyRing, sources),
    section === 'damages' ? contractsOfClaims(asked) : [],
  ]);
  const facts = { insurers, sparten };
  return (at, given, stored) => {
    const source = sources[at]!;
    const all = withInsurer(source, withSparte(source, given.values, stored, facts), stored, facts);
    const waits = erased.has(at) ? { waits: hintOf('erased_person') } : {};
    if (!stored) {
      const hints = source.onlyStored ? [notStored(source)] : [];
      return { given: { ...given, values: { ...contracts[at], ...all } }, hints, ...waits };
    }
    const { values, hints: ofNumber } = withStoredNumber(all, stored.record);
    // An insurer that was found by its VU-Nummer has it, with or without leading zeros.
    const isKnown = insurersOf(insurers, vuOf(source)).some(({ id }) => id === stored.id);
    const own = section === 'products' && isKnown ? { ...given, parts: {} } : given;
    const { parts, hints } = withStoredSpelling(own, stored);
    const last = delivered.get(deliveryKey(stored.id, vuOf(source)));
    const isOlder = last !== undefined && source.delivered !== undefined && source.delivered < last;
    if (!isOlder) return { given: { values, parts }, hints: [...ofNumber, ...hints] };
    const hint = hintOf('gdv_older', { day: source.delivered, stored: last });
    return { given: { values, parts }, hints: [hint], isOlder };
  };
};
