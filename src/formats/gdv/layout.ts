/** The record layout of the GDV exchange format (release 2023, reads 2009 to 2023), loaded at the first use. */

import { lookupTable, tableOf } from '../../shared/lookup-table.ts';

type FieldFormat = 'alphanumeric' | 'number' | 'decimal' | 'date';

/** A field of a part. Positions are 1-based and inclusive, as in the published layout. */
export interface FieldLayout {
  readonly nr: number;
  readonly key: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly format: FieldFormat;
  readonly decimals: number;
}

/** A part (Teildatensatz) of a record kind (Satzart): one line of 256 characters. */
export interface PartLayout {
  readonly satzart: string;
  /** Sparte that names the layout; empty for record kinds of all Sparten. */
  readonly sparte: string;
  /** Wagnisarten that share the layout, one character each; empty where there are none. */
  readonly wagnis: string;
  readonly version: string;
  readonly td: number;
  /** Sparten whose records have this layout; empty for all. */
  readonly sparten: ReadonlySet<string>;
  /** Characters that tell this part from the other parts of its record kind. */
  readonly constants: readonly { readonly at: number; readonly oneOf: string }[];
  readonly fields: readonly FieldLayout[];
  readonly byKey: ReadonlyMap<string, FieldLayout>;
  /** Fields that are blank. */
  readonly blanks: readonly FieldLayout[];
}

export interface GdvLayout {
  /** Parts by record kind, in the order of the published layout. */
  readonly parts: ReadonlyMap<string, readonly PartLayout[]>;
  /** Meaning of a key, by field and key. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** ISO 3166-1 code of a car's country code. */
  readonly countries: Readonly<Record<string, string>>;
}

const FORMATS: Readonly<Record<string, FieldFormat>> = lookupTable({ an: 'alphanumeric', n: 'number', d: 'date' });

/** Fields without gaps from position 1. @param text `length|format|key|name; ...` */
const parseFields = (text: string): FieldLayout[] => {
  let at = 1;
  return text.split('; ').map((field, index) => {
    const [length = '', format = '', key = '', name = ''] = field.split('|');
    const from = at;
    at += Number(length);
    const decimals = format.startsWith('c') ? Number(format.slice(1)) : 0;
    return { nr: index + 1, key, name, from, to: at - 1, format: FORMATS[format] ?? 'decimal', decimals };
  });
};

/** @param text `position=characters ...` */
const parseConstants = (text: string): PartLayout['constants'] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((constant) => {
      const [at = '', oneOf = ''] = constant.split('=');
      return { at: Number(at), oneOf };
    });

const load = async (): Promise<GdvLayout> => {
  const [{ default: layout }, { default: keys }] = await Promise.all([
    import('./tables/layout.json', { with: { type: 'json' } }),
    import('./tables/values.json', { with: { type: 'json' } }),
  ]);
  const parts = new Map<string, PartLayout[]>();
  for (const part of layout.parts) {
    const fields = parseFields(part.fields);
    const ofKind = parts.get(part.satzart) ?? [];
    ofKind.push({
      satzart: part.satzart,
      sparte: part.sparte,
      wagnis: part.wagnis,
      version: part.version,
      td: part.td,
      sparten: new Set(part.sparten.split(' ').filter(Boolean)),
      constants: parseConstants(part.constants),
      fields,
      byKey: new Map(fields.map((field) => [field.key, field])),
      blanks: fields.filter(({ name }) => name === 'Leerstellen'),
    });
    parts.set(part.satzart, ofKind);
  }
  const values = Object.entries(keys.maps).map(([key, table]) => [key, lookupTable(table)] as const);
  return { parts, values: tableOf(values), countries: lookupTable(keys.countries) };
};

let loaded: Promise<GdvLayout> | undefined;

/** The layout; parsed once for the process (300 KB of JSON). */
export const loadLayout = (): Promise<GdvLayout> => (loaded ??= load());
