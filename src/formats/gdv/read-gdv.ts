/** Reader of GDV files: insurers, customers, contracts and claims. */

import { createYielder } from '../../concurrency/yield-event-loop.ts';
import { VU_NUMBER_KIND } from '../../model/seed/option-lists.ts';
import { normalizeNumber } from '../../shared/spelling.ts';
import { emptyRecord, type FileReport, UnreadableFile } from '../format.ts';
import { hintOf } from '../remarks.ts';
import type { LineCounts, SourceHint, SourceRecord } from '../source-record.ts';
import { satzartOf } from './classify-line.ts';
import { LineCounter } from './count-lines.ts';
import {
  type GdvLine,
  indexContracts,
  linesOf,
  type Partner,
  partnersOf,
  policyholdersOf,
  readLine,
} from './group-contracts.ts';
import { type GdvLayout, loadLayout } from './layout.ts';
import { type GdvContract, mapContract } from './map-contract.ts';
import { customerKey, mapCustomer } from './map-customer.ts';
import { mapDamages } from './map-damage.ts';
import { checkTotals, type GdvPackage, readPackages } from './packages.ts';
import { findRenumbered, type Renumbered } from './renumbered.ts';
import { unpackFiles } from './unpack-files.ts';

/** Name of the insurer inside the file. */
const insurerKey = (vu: string): string => `insurer:${vu}`;

const mapInsurer = ({ vu, sender, lines }: GdvPackage): SourceRecord => ({
  section: 'products',
  key: insurerKey(vu),
  externalIds: [{ source: `gdv:${vu}`, id: vu }],
  values: { name: sender || `VU ${vu}`, kategorie: 'Versicherer' },
  parts: { numbers: [{ art: VU_NUMBER_KIND, wert: vu }] },
  references: {},
  line: lines[0]!.number,
  issues: [],
  hints: [],
});

/** State of reading one package. */
interface Reading {
  readonly pack: GdvPackage;
  readonly layout: GdvLayout;
  readonly report: FileReport;
  readonly counter: LineCounter;
  readonly renumbered: Renumbered;
  readonly read: (number: string) => GdvLine[];
  /** Contract numbers in the order of the file. */
  readonly numbers: readonly string[];
  /** Contract numbers by normalized number. */
  readonly spelling: ReadonlyMap<string, string>;
  /** Contract numbers of the policyholders, by the customer's key. */
  readonly contractsOf: ReadonlyMap<string, readonly string[]>;
  readonly written: Set<string>;
  readonly seen: Seen;
}

const begin = async (
  pack: GdvPackage,
  { layout, report, seen }: Pick<Reading, 'layout' | 'report' | 'seen'>,
): Promise<Reading> => {
  const pause = createYielder();
  const spans = await indexContracts(pack);
  const read = (number: string): GdvLine[] => (spans.get(number) ?? []).map((span) => readLine(pack, layout, span));
  const contractsOf = new Map<string, string[]>();
  for (const [number, ofNumber] of spans) {
    await pause();
    const partners = ofNumber.filter((span) => satzartOf(pack.text(span)) === '0100');
    const lines = partners.map((span) => readLine(pack, layout, span));
    for (const partner of policyholdersOf(partnersOf(lines))) {
      const key = customerKey(pack.vu, partner);
      contractsOf.set(key, [...(contractsOf.get(key) ?? []), number]);
    }
  }
  return {
    pack,
    layout,
    report,
    counter: new LineCounter(pack),
    renumbered: await findRenumbered(pack),
    read,
    numbers: [...spans.keys()],
    spelling: new Map([...spans.keys()].map((number) => [normalizeNumber(number), number])),
    contractsOf,
    written: new Set(),
    seen,
  };
};

/** The maximum of contracts by which a customer is found. */
const MAX_CONTRACTS = 50;

/** The name of a contract in the external ids. */
const contractName = ({ pack }: Reading, number: string) => ({
  source: `gdv:${pack.vu}`,
  id: normalizeNumber(number),
  insurer: pack.sender,
});

/** Line numbers of the customers of the file, by their names with the date of birth, and with the address. */
type Seen = Map<string, number>;

/** A hint at another customer of the file with the same names and the same date of birth or address. */
const likenessOf = ({ seen }: Reading, { values, parts, line }: SourceRecord): SourceHint[] => {
  const { name, vorname = '', geb } = values;
  const [address] = parts.addresses ?? [];
  const spelled = (...texts: readonly unknown[]): string => normalizeNumber(texts.join(' '));
  const keys = [
    ...(geb ? [`${spelled(name, vorname)} ${geb}`] : []),
    ...(address?.plz && address.strasse ? [`${spelled(name, vorname)} ${spelled(address.plz, address.strasse)}`] : []),
  ];
  const other = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
  for (const key of keys) if (!seen.has(key)) seen.set(key, line);
  return other === undefined ? [] : [hintOf('gdv_alike', { other }, line)];
};

/** The customers of policyholders that were not written before; records of the whole package make one customer. */
function* readCustomers(reading: Reading, policyholders: readonly Partner[]): Generator<SourceRecord> {
  const { pack, layout, contractsOf, written, read } = reading;
  for (const policyholder of policyholders) {
    const key = customerKey(pack.vu, policyholder);
    if (written.has(key)) continue;
    written.add(key);
    const isSame = (partner: Partner): boolean => customerKey(pack.vu, partner) === key;
    const others = new Set(contractsOf.get(key) ?? []);
    const partners = [...others].flatMap((number) => policyholdersOf(partnersOf(read(number))).filter(isSame));
    const record = mapCustomer(layout, pack.vu, partners.length ? partners : [policyholder]);
    const hints = [...record.hints, ...likenessOf(reading, record)];
    yield {
      ...record,
      hints,
      contracts: [...others].slice(0, MAX_CONTRACTS).map((number) => contractName(reading, number)),
    };
  }
}

/** A contract number's lines of one contract. */
interface ContractLines {
  /** The last of its records 0200. */
  readonly head: GdvLine;
  readonly isRepeated: boolean;
  readonly lines: GdvLine[];
}

/** Parts of the lines of a number, one for each contract: from its record 0200 to the next, and all partners. */
const splitContracts = (lines: readonly GdvLine[]): ContractLines[] => {
  const heads = new Map<string, GdvLine>();
  const repeated = new Set<string>();
  const owners: (string | undefined)[] = [];
  let current: string | undefined;
  for (const line of lines) {
    if (line.part?.satzart === '0200' && line.part.td === 1) {
      current = line.text.slice(10, 13) + line.text.slice(30, 32);
      if (heads.has(current)) repeated.add(current);
      heads.set(current, line);
    }
    owners.push(line.part?.satzart === '0100' ? undefined : current);
  }
  return [...heads].map(([owner, head]) => ({
    head,
    isRepeated: repeated.has(owner),
    lines: lines.filter((_, index) => owners[index] === undefined || owners[index] === owner),
  }));
};

/** Records of a contract without its record 0200: their lines are stored, if the contract is. */
const mapAnnex = (reading: Reading, number: string, lines: readonly GdvLine[]): SourceRecord => ({
  ...emptyRecord('contracts', lines[0]!.number),
  key: `contract:${reading.pack.vu}:${normalizeNumber(number)}:0`,
  externalIds: [contractName(reading, number)].map(({ source, id }) => ({ source, id })),
  raw: lines.map(({ text }) => text.trimEnd()),
  onlyStored: true,
});

/** Customers, contracts and claims of one contract number. */
function* readNumber(reading: Reading, number: string): Generator<SourceRecord> {
  const { pack, layout, report, counter, renumbered, read, spelling } = reading;
  const { vu, sender } = pack;
  const normalized = normalizeNumber(number);
  const successor = renumbered.newOf.get(normalized);
  // The lines of an old number belong to the contract with the new one.
  if (successor !== undefined && spelling.has(normalizeNumber(successor))) return;
  const former = renumbered.oldOf.get(normalized);
  const formerSpelling = former === undefined ? undefined : spelling.get(normalizeNumber(former));
  const before = formerSpelling === undefined ? [] : read(formerSpelling);
  const own = read(number);
  const partners = partnersOf(own);
  const policyholders = policyholdersOf(partners.length ? partners : partnersOf(before));
  yield* readCustomers(reading, policyholders);
  const customer = policyholders[0] && customerKey(vu, policyholders[0]);
  const contracts = splitContracts(own);
  for (const [index, { head, isRepeated, lines }] of contracts.entries()) {
    const contract: GdvContract = {
      vu,
      gesellschaft: sender || `VU ${vu}`,
      head,
      isRepeated,
      lines: [...before, ...lines],
      partners,
      customer,
      formerNumber: successor === undefined ? former : number,
      successor,
      index,
    };
    yield mapContract(layout, contract);
  }
  const all = [...before, ...own];
  const name = number ? { contracts: [contractName(reading, successor ?? number)] } : {};
  for (const damage of mapDamages(layout, all, { vu, insurer: insurerKey(vu), customer, number: successor ?? number }))
    yield { ...damage, ...name };
  const claims = linesOf(all, '0500', 1);
  const isOfContract = contracts.length > 0 || (number !== '' && claims.length < all.length);
  counter.store((isOfContract ? all : claims).map((line) => line.number));
  if (contracts.length) return;
  if (isOfContract) yield mapAnnex(reading, number, all);
  else if (claims.length < all.length) {
    const kinds = [...new Set(all.filter((line) => !claims.includes(line)).map(({ text }) => satzartOf(text)))];
    report.hint(hintOf('gdv_no_number', { kinds: kinds.join(', ') }, all[0]!.number));
  }
}

/** A record without the hint that Sparten share its GDV Sparte: the file has one for each choice, with its rows. */
const withoutChoice = (record: SourceRecord, choices: Map<string, SourceHint>): SourceRecord => {
  const { sparteKey: key, hints } = record;
  const choice = key === undefined ? undefined : hints.find(({ code }) => code === 'gdv_sparte_choice');
  if (key === undefined || !choice) return record;
  const first = choices.get(key) ?? choice;
  choices.set(key, { ...first, rows: (first.rows ?? 0) + 1 });
  return { ...record, hints: hints.filter((hint) => hint !== choice) };
};

/**
 * A customer without a number is found by a contract that is written. In an archive, the files before are not yet.
 * @throws UnreadableFile where such a customer would be doubled
 */
const requireNumber = ({ externalIds, contracts = [], line }: SourceRecord, earlier: ReadonlySet<string>) => {
  if (externalIds.length) return;
  if (contracts.some(({ source, id }) => earlier.has(`${source} ${id}`)))
    throw new UnreadableFile('gdv_no_customer_number', line);
};

/** Packages of all files; their lines are numbered through. */
async function* packagesOf(upload: Buffer, layout: GdvLayout, report: FileReport): AsyncGenerator<GdvPackage> {
  const files = await unpackFiles(upload, layout, report);
  let line = 1;
  const places = [];
  for (const { name, bytes } of files) {
    places.push({ name, line });
    for await (const pack of readPackages(bytes, layout, line)) {
      yield pack;
      line = pack.lines.at(-1)!.number;
    }
    line += 1;
  }
  if (files[0]?.name) report.files?.(places);
}

/**
 * Reads a GDV file, or the files of an archive. Each record follows those that it refers to.
 * @param upload the whole file, as it was delivered
 * @throws UnreadableFile with the line, if the file is not in the format
 */
export async function* readGdv(upload: Buffer, report: FileReport): AsyncGenerator<SourceRecord> {
  const layout = await loadLayout();
  const insurers = new Set<string>();
  const seen: Seen = new Map();
  const choices = new Map<string, SourceHint>();
  const counts: Record<string, LineCounts> = {};
  const pause = createYielder();
  const isArchive = upload.toString('latin1', 0, 2) === 'PK';
  const earlier = new Set<string>();
  for await (const pack of packagesOf(upload, layout, report)) {
    for (const hint of await checkTotals(pack)) report.hint(hint);
    if (!insurers.has(pack.vu)) yield mapInsurer(pack);
    insurers.add(pack.vu);
    const reading = await begin(pack, { layout, report, seen });
    const { counter } = reading;
    // The name and the number of the insurer.
    counter.map(pack.lines.flatMap((span) => (satzartOf(pack.text(span)) === '0001' ? span.number : [])));
    const delivered = pack.date === null ? {} : { delivered: pack.date };
    for (const number of reading.numbers) {
      await pause();
      for (const record of readNumber(reading, number)) {
        if (isArchive) requireNumber(record, earlier);
        counter.map(Object.values(record.positions ?? {}).map(({ line }) => line));
        yield { ...withoutChoice(record, choices), ...delivered };
      }
    }
    counter.addTo(counts);
    for (const name of isArchive ? reading.numbers.map((number) => contractName(reading, number)) : [])
      earlier.add(`${name.source} ${name.id}`);
  }
  report.lines(counts);
  for (const hint of choices.values()) report.hint(hint);
}
