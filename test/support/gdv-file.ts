import { readFile } from 'node:fs/promises';
import type { GdvEncoding } from '../../src/formats/gdv/gdv-encoding.ts';
import { type GdvLayout, loadLayout, type PartLayout } from '../../src/formats/gdv/layout.ts';
import { readGdv } from '../../src/formats/gdv/read-gdv.ts';
import type { LineCounts, SourceHint, SourceRecord } from '../../src/formats/source-record.ts';
import { composeLine, writeLines } from './gdv-writer.ts';

/** Sample files of gdv.xport, one of opengdv, and bytes of another format. */
export const GDV_SAMPLES = [
  'musterdatei_2009.txt',
  'musterdatei_041222.txt',
  'muster_bestand.gdv',
  'zwei_datenpakete.txt',
  'drei_datenpakete.txt',
  'test0820satzregistry.txt',
  'testcase_0220_010_13.txt',
] as const;

export const gdvSample = (name: string): Promise<Buffer> =>
  readFile(new URL(`../samples/gdv/${name}`, import.meta.url));

export const gdvLayout: GdvLayout = await loadLayout();

/** The layout of a record: `0220.030/2`, with the Wagnisart `0220.010.13/1`. */
export const gdvPart = (name: string): PartLayout => {
  const [record = '', td = '1'] = name.split('/');
  const [satzart = '', sparte = '', wagnis = ''] = record.split('.');
  const found = gdvLayout.parts
    .get(satzart)
    ?.find((part) => part.sparte === sparte && part.td === Number(td) && (!wagnis || part.wagnis === wagnis));
  if (!found) throw new Error(`No record ${name}.`);
  return found;
};

/** A line with the constants of its record. @param name as {@link gdvPart} takes it */
export const gdvLine = (name: string, values: Readonly<Record<string, string>> = {}): string => {
  const part = gdvPart(name);
  let text = composeLine(part, { Satzart: part.satzart, ...(part.sparte ? { Sparte: part.sparte } : {}) });
  for (const { at, oneOf } of part.constants) text = text.slice(0, at - 1) + oneOf[0] + text.slice(at);
  return composeLine(part, values, text);
};

const VU = { VuNr: '7415' };

/** A package of lines between records 0001 and 9999. @param date DDMMYYYY */
export const gdvPackage = (lines: readonly string[], { date = '01112021', vu = '7415' } = {}): string[] => [
  gdvLine('0001/1', {
    VuNr: vu,
    Absender: 'Muster Versicherung AG',
    ErstellungsDatumZeitraumVomZeitraumBis: date + date,
  }),
  ...lines,
  gdvLine('9999/1', { AnzSaetze: String(lines.length) }),
];

/** Lines of a policyholder and a contract. */
export const gdvContract = (
  number: string,
  contract: Readonly<Record<string, string>> = {},
  person: Readonly<Record<string, string>> = {},
): string[] => {
  const common = { ...VU, VsNr: number, Sparte: '130' };
  return [
    gdvLine('0100/1', {
      ...common,
      Anredeschluessel: '2',
      Name1: 'Sommer',
      Name3: 'Eva',
      LKZ: 'D',
      PLZ: '50667',
      Ort: 'Köln',
      Str: 'Domgasse 17b',
      Geburtsdatum: '12081984',
      Adresskennzeichen: '01',
      ...person,
    }),
    gdvLine('0200/1', {
      ...common,
      Vertragsbeginn: '01012020',
      Vertragsablauf: '01012022',
      Zahlungsweise: '1',
      Vertragsstatus: '1',
      Waehrungsschluessel: 'EUR',
      GesbeitragNettoInWE: '10050',
      ...contract,
    }),
  ];
};

/** Reads lines as a file. */
export const readGdvLines = async (
  lines: readonly string[],
  { encoding = 'iso-8859-1' }: { readonly encoding?: GdvEncoding } = {},
): Promise<{ records: SourceRecord[]; hints: SourceHint[]; counts: Readonly<Record<string, LineCounts>> }> => {
  const hints: SourceHint[] = [];
  const records: SourceRecord[] = [];
  let counts = {};
  const report = { hint: (hint: SourceHint) => hints.push(hint), lines: (all: typeof counts) => (counts = all) };
  for await (const record of readGdv(writeLines(lines, encoding), report)) records.push(record);
  return { records, hints, counts };
};
