/** Lines of a package, grouped by contract. */
import { createYielder } from '../../concurrency/yield-event-loop.ts';
import { classifyLine, satzartOf, sparteOf } from './classify-line.ts';
import type { GdvLayout, PartLayout } from './layout.ts';
import type { GdvPackage } from './packages.ts';
import type { LineSpan } from './read-lines.ts';

export interface GdvLine {
  readonly number: number;
  readonly text: string;
  /** Undefined for a record kind that the layout lacks. */
  readonly part: PartLayout | undefined;
}

/** A partner of a contract: records 0100 that belong together. */
export interface Partner {
  /** Partnerrolle: 01 is the policyholder, 14 the broker. */
  readonly role: string;
  /** Number of the customer at the insurer; empty if unknown. */
  readonly customerNumber: string;
  readonly parts: ReadonlyMap<number, GdvLine>;
  readonly line: number;
}

/** Contract number (Versicherungsschein-Nummer). */
const numberOf = (text: string): string => text.slice(13, 30).trim();

const isOf = (satzart: string, part: number, line: GdvLine): boolean =>
  line.part?.satzart === satzart && line.part.td === part;

/** Lines of one part of a record kind. */
export const linesOf = (lines: readonly GdvLine[], satzart: string, part: number): GdvLine[] =>
  lines.filter((line) => isOf(satzart, part, line));

/** Reads a line of a package with its layout. */
export const readLine = (pack: GdvPackage, layout: GdvLayout, span: LineSpan): GdvLine => {
  const text = pack.text(span);
  return { number: span.number, text, part: classifyLine(layout, text) };
};

/** Spans of the lines of each contract, in the order of their first lines. */
export const indexContracts = async (pack: GdvPackage): Promise<Map<string, LineSpan[]>> => {
  const pause = createYielder();
  const groups = new Map<string, LineSpan[]>();
  for (const span of pack.lines) {
    await pause();
    const text = pack.text(span);
    if (satzartOf(text) === '0001' || satzartOf(text) === '9999') continue;
    const number = numberOf(text);
    const group = groups.get(number);
    if (group) group.push(span);
    else groups.set(number, [span]);
  }
  return groups;
};

/** The customer number may be blank or consist of zeros. */
const customerNumberOf = (line: GdvLine | undefined): string => {
  const number = line?.text.slice(42, 59).trim() ?? '';
  return /^0*$/.test(number) ? '' : number;
};

/**
 * Partners of a contract. Parts may be missing: a part that does not follow the last one begins the next partner.
 * @param lines of one contract number
 */
export const partnersOf = (lines: readonly GdvLine[]): Partner[] => {
  const groups: Map<number, GdvLine>[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    if (line.part?.satzart !== '0100') {
      last = Number.POSITIVE_INFINITY;
      continue;
    }
    if (line.part.td <= last) groups.push(new Map());
    last = line.part.td;
    groups.at(-1)!.set(last, line);
  }
  return groups.map((parts) => ({
    role: parts.get(1)?.text.slice(236, 238).trim() ?? '',
    customerNumber: customerNumberOf(parts.get(2)),
    parts,
    line: [...parts.values()][0]!.number,
  }));
};

/** Policyholders: role 01; older files leave the role blank, which counts if no partner has role 01. */
export const policyholdersOf = (partners: readonly Partner[]): Partner[] => {
  const named = partners.filter(({ role }) => role === '01');
  return named.length ? named : partners.filter(({ role, parts }) => role === '' && parts.has(1));
};

/** Distinct Sparten of the lines of a record kind. */
const spartenOf = (lines: readonly GdvLine[], kind: string): string[] => [
  ...new Set(lines.filter(({ text }) => satzartOf(text) === kind).map(({ text }) => sparteOf(text))),
];

/**
 * The Sparte of a contract. A record 0200 with Sparte 000 and a single 0210 is a contract of the Sparte of the 0210;
 * with several it is a bundle (000).
 */
export const contractSparte = (contract: GdvLine, lines: readonly GdvLine[]): string => {
  const own = sparteOf(contract.text).trim();
  if (own && own !== '000') return own;
  const below = spartenOf(lines, '0210');
  const covers = below.length ? below : spartenOf(lines, '0220');
  return covers.length === 1 ? covers[0]! : '000';
};
