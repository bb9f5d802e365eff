/** The format `gdv` with its hooks: the stored records that it finds, and its changes of them (docs/gdv.md). */
import { satzartOf } from '../../formats/gdv/classify-line.ts';
import { gdv } from '../../formats/gdv/gdv.ts';
import { loadLayout } from '../../formats/gdv/layout.ts';
import { withPayments } from '../../formats/gdv/map-damage.ts';
import { ADDED_PARTS } from '../../formats/gdv/merge-contracts.ts';
import { hintOf } from '../../formats/remarks.ts';
import type { SourceHint, SourceRecord } from '../../formats/source-record.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { spelling } from '../../shared/spelling.ts';
import { sql } from '../../sql/sql.ts';
import type { Given, ImportFormat, Match, Sources, StoredRecord } from '../matching/import-format.ts';
import { insurersOf, type StoredInsurer, storedInsurers } from '../matching/stored-insurers.ts';
import {
  chosenSparten,
  deliveryKey,
  lastDeliveries,
  rememberSparte,
  removeDeliveries,
  saveDeliveries,
} from './deliveries.ts';
import { findErased } from './erased-contracts.ts';
import { findContracts, matchContracts } from './match-contracts.ts';
import { matchCustomers } from './match-customers.ts';
import { matchInsurers } from './match-insurers.ts';
import { NO_MATCH } from './match-of.ts';
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
const refineValues: NonNullable<ImportFormat['refine']> = async ({ ids, keyRing, ...asked }) => {
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

const keyOf = ({ source, id }: SourceRecord['externalIds'][number]): string => JSON.stringify([source, id]);

/** A stored delivery. */
interface Known {
  readonly day: string;
  readonly lines: readonly string[];
}

/** Stored deliveries of records, the first ones first. */
const knownDeliveries = async ({
  read,
  orgId,
  section,
  sources,
}: Sources): Promise<(source: SourceRecord) => readonly Known[]> => {
  const ids = sources.flatMap(({ externalIds }) => externalIds);
  if (!ids.length) return () => [];
  const rows = await read<{
    source: string;
    id: string;
    day: string;
    lines: string;
  }>(sql`select e.source, e.external_id as id, to_char(d.delivered, 'YYYY-MM-DD') as day, d.lines
    from external_identity e
    join gdv_delivery d on d.org_id = ${orgId} and d.section = ${section} and d.record_id = e.id and d.lines is not null
    where e.org_id = ${orgId} and e.section = ${section} and e.source = any(${ids.map(({ source }) => source)}::text[])
      and e.external_id = any(${ids.map(({ id }) => id)}::text[])
    order by d.delivered, d.job_id`);
  const known = new Map<string, Known[]>();
  for (const { day, lines, ...row } of rows)
    known.set(keyOf(row), [...(known.get(keyOf(row)) ?? []), { day, lines: lines.split('\n') }]);
  return ({ externalIds }) => externalIds.flatMap((id) => known.get(keyOf(id)) ?? []);
};

/**
 * Lines without a record 0200 take the place of those of their kinds in the last delivery, and have its day: a later
 * delivery of the whole contract is not older because of them.
 */
const withLines = (source: SourceRecord, last: Known | undefined): Partial<SourceRecord> => {
  if (!last || last.day > (source.delivered ?? '')) return {};
  const own = source.raw ?? [];
  const kinds = new Set(own.map(satzartOf));
  return { raw: [...last.lines.filter((line) => !kinds.has(satzartOf(line))), ...own], delivered: last.day };
};

/** The hook `complete`: payments of claims add up, and lines of a contract are added to those that it has. */
const completeRecords = async <Source extends SourceRecord>(asked: Sources<Source>): Promise<readonly Source[]> => {
  const isClaim = asked.section === 'damages';
  const open = isClaim ? asked.sources : asked.sources.filter(({ onlyStored }) => onlyStored);
  if (!open.length) return asked.sources;
  const known = await knownDeliveries({ ...asked, sources: open });
  const layout = await loadLayout();
  return asked.sources.map((source) => {
    if (!isClaim) return source.onlyStored ? { ...source, ...withLines(source, known(source).at(-1)) } : source;
    const lines = known(source).flatMap((one) => one.lines);
    return { ...source, ...withPayments(layout, source, lines) };
  });
};

/** Record kinds that are stored with customers and claims too. */
const OF_OTHERS = ['0100', '0500'];

/** The hook `unread`: lines of contracts that are neither stored nor in the file. */
const unreadLines: NonNullable<ImportFormat['unread']> = async (read, orgId, jobId) => {
  const rows = await read<{ source: string }>(sql`select r.source
    from import_row r
    where r.org_id = ${orgId} and r.job_id = ${jobId} and r.outcome = 'no_match'
      and position('"onlyStored":true' in r.source) > 0`);
  const counts: Record<string, number> = {};
  const lines = rows.flatMap(({ source }) => (JSON.parse(source) as SourceRecord).raw ?? []);
  for (const kind of lines.map(satzartOf)) if (!OF_OTHERS.includes(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

const matchers: Readonly<Record<string, (asked: Sources) => Promise<Match[]>>> = lookupTable({
  products: matchInsurers,
  contracts: matchContracts,
  customers: matchCustomers,
});

export const gdvFormat: ImportFormat = {
  ...gdv,
  match: async (asked) => matchers[asked.section]?.(asked) ?? asked.sources.map(() => NO_MATCH),
  complete: completeRecords,
  refine: refineValues,
  moved: (from, to) => (to === null ? hintOf('gdv_moved_new', { from }) : hintOf('gdv_moved', { from, to })),
  addedParts: ADDED_PARTS,
  corrected: rememberSparte,
  written: saveDeliveries,
  unread: unreadLines,
  undone: (orgId, jobId) => [removeDeliveries(orgId, jobId)],
};
