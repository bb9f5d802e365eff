import { normalizeNumber } from '../../shared/spelling.ts';
import { type HintCode, hintOf, type Params } from '../remarks.ts';
import type { SourceRecord } from '../source-record.ts';
import type { GdvLine } from './group-contracts.ts';
import type { GdvLayout } from './layout.ts';
import { readField } from './read-fields.ts';

type Hint = SourceRecord['hints'][number];
type Row = Record<string, unknown>;

/** Properties that a builder collects. */
type Collected = Pick<SourceRecord, 'values' | 'parts' | 'references' | 'positions' | 'issues' | 'hints'>;

/** A value of a line and the place where it was read. */
export interface Found {
  readonly value: string;
  /** Meaning of a key. */
  readonly label: string | undefined;
  readonly at: { readonly line: number; readonly bytes: readonly [number, number] };
}

/** Our words for keys of the format; null for a key that means no value. */
export type KeyWords = Readonly<Record<string, string | null>>;

/** Values without blanks, punctuation and case. */
const spelling = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${normalizeNumber(String(value ?? ''))}`)
    .join(' ');

/** Most hints of one record. */
const MAX_HINTS = 20;

/** Collects the values of a record with their positions and the deviations of the fields that were read. */
export class RecordBuilder {
  readonly values: Row = {};
  readonly parts: Record<string, Row[]> = {};
  readonly references: Record<string, string> = {};
  readonly #positions: Record<string, Found['at']> = {};
  readonly #hints: Hint[] = [];

  constructor(readonly layout: GdvLayout) {}

  hint(code: HintCode, line: number, params: Params = {}): void {
    if (this.#hints.length < MAX_HINTS) this.#hints.push(hintOf(code, params, line));
  }

  /** A field of a line by its key. @returns null if it is blank, unknown or unreadable (then with a hint) */
  read(line: GdvLine | undefined, key: string): Found | null {
    const field = line?.part?.byKey.get(key);
    if (!line || !field) return null;
    const { value, label, deviation, bytes, raw } = readField(this.layout, field, line.text);
    if (deviation) {
      const { name, from, to } = field;
      this.hint('gdv_field', line.number, { name, from, to, deviation, value: raw.trim() });
    }
    return value === null ? null : { value, label, at: { line: line.number, bytes } };
  }

  /** Sets a field of the record, unless it has a value; another one is a hint. @param value null leaves it out */
  set(name: string, found: Found | null, value: unknown = found?.value): void {
    if (!found || value === null || value === undefined || this.values[name] === value) return;
    if (name in this.values) {
      this.hint('gdv_contradiction', found.at.line, { field: name, value: String(value) });
      return;
    }
    this.values[name] = value;
    this.#positions[name] = found.at;
  }

  /** Sets a field to our word for a key, else to its name in the key table; an unknown key is a hint. */
  setKey(name: string, found: Found | null, words: KeyWords): void {
    if (!found) return;
    const word = found.value in words ? words[found.value] : found.label;
    if (word === undefined) this.hint('gdv_key', found.at.line, { field: name, value: found.value });
    else this.set(name, found, word);
  }

  /** Adds a row to a part, unless it has no values from the file or another row differs in spelling only. */
  addRow(path: string, fields: Readonly<Record<string, Found | null>>, fixed: Row = {}): void {
    const read = Object.entries(fields).flatMap(([name, found]) => (found ? [[name, found] as const] : []));
    if (!read.length) return;
    const rows = (this.parts[path] ??= []);
    const row: Row = { ...fixed, ...Object.fromEntries(read.map(([name, { value }]) => [name, value])) };
    if (rows.some((other) => spelling(other) === spelling(row))) return;
    const place = rows.length ? `${path}.${rows.length + 1}` : path;
    for (const [name, { at }] of read) this.#positions[`${place}.${name}`] = at;
    rows.push(row);
  }

  build(record: Omit<SourceRecord, keyof Collected>): SourceRecord {
    return {
      ...record,
      values: this.values,
      parts: this.parts,
      references: this.references,
      positions: this.#positions,
      issues: [],
      hints: this.#hints,
    };
  }
}
