/** The Sparte of a contract by the Sparte of its GDV records, which several of ours share. */

import { type Sparte, sparten } from '../../model/seed/sparten.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import type { GdvLayout } from './layout.ts';

/** The properties that a choice depends on: made once for an insurer, a GDV Sparte and a product. */
export interface SparteQuestion {
  readonly vu: string;
  /** GDV Sparte: `010`. */
  readonly line: string;
  /** Wagnisart of a life insurance; empty for others. */
  readonly wagnis: string;
  /** Product name of the insurer; empty if the file has none. */
  readonly product: string;
}

export interface SparteChoice {
  readonly sparte: Sparte | undefined;
  /** All Sparten that the records allow. */
  readonly options: readonly Sparte[];
}

/** Life insurances by Wagnisart: capital, pension, risk, disability, fund, fund pension. */
const BY_WAGNIS: Readonly<Record<string, string>> = lookupTable({
  1: 'kapitalleben',
  2: 'rente_privat',
  3: 'risikoleben',
  4: 'bu',
  7: 'fondsleben',
  8: 'bu',
  9: 'rente_fonds',
});
/** The most general Sparte, where it is not the first one. */
const MOST_GENERAL: Readonly<Record<string, string>> = lookupTable({ '020': 'pkv_voll' });

const ofLine = (line: string): readonly Sparte[] => sparten.filter(({ gdv }) => gdv === line);

/** Lines with a layout of their own below that of another Sparte: 051 to 059 are covers of 050. */
const layoutSparte = (layout: GdvLayout, line: string): string => {
  if (/^05\d$/.test(line)) return '050';
  return layout.parts.get('0210')?.find((part) => part.sparten.has(line))?.sparte ?? '000';
};

/** The most general Sparte for the records of a contract, with the others that are possible. */
export const chooseSparte = (layout: GdvLayout, { line, wagnis }: SparteQuestion): SparteChoice => {
  const exact = ofLine(line);
  const options = exact.length ? exact : ofLine(layoutSparte(layout, line)).filter(({ gdv }) => gdv !== '000');
  const wanted = line === '010' ? BY_WAGNIS[wagnis] : MOST_GENERAL[line];
  return { sparte: options.find(({ sparte }) => sparte === wanted) ?? options[0], options };
};
