/** The writer of GDV lines. */
import { RECORD_LENGTH } from '../../src/formats/gdv/classify-line.ts';
import { decode, type GdvEncoding } from '../../src/formats/gdv/gdv-encoding.ts';
import type { PartLayout } from '../../src/formats/gdv/layout.ts';

/**
 * A line from its fields.
 * @param values characters of fields by key, as long as the fields; fields without a value keep the characters of `base`
 * @param base the line as it was; blanks without one
 * @throws Error if a value is longer than its field
 */
export const composeLine = (
  part: PartLayout,
  values: Readonly<Record<string, string>>,
  base = ' '.repeat(RECORD_LENGTH),
): string => {
  let text = base;
  for (const [key, value] of Object.entries(values)) {
    const field = part.byKey.get(key);
    if (!field) throw new Error(`${part.satzart} has no field ${key}.`);
    const length = field.to - field.from + 1;
    if (value.length > length) throw new Error(`${key} has ${length} characters, the value ${value.length}.`);
    const filled = field.format === 'alphanumeric' ? value.padEnd(length) : value.padStart(length, '0');
    text = text.slice(0, field.from - 1) + filled + text.slice(field.to);
  }
  return text;
};

const encoders = new Map<GdvEncoding, ReadonlyMap<string, number>>();

const encoderOf = (encoding: GdvEncoding): ReadonlyMap<string, number> => {
  const known = encoders.get(encoding);
  if (known) return known;
  const all = Array.from({ length: 256 }, (_, byte) => [decode(Buffer.of(byte), encoding), byte] as const);
  const made = new Map(all);
  encoders.set(encoding, made);
  return made;
};

/** Bytes of text. @throws if a character is not in the encoding */
export const encode = (text: string, encoding: GdvEncoding): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = encoderOf(encoding);
  return Buffer.from(
    Array.from(text, (character) => {
      const byte = bytes.get(character);
      if (byte === undefined) throw new Error(`"${character}" is not in ${encoding}.`);
      return byte;
    }),
  );
};

/** Bytes of lines. @param end line end of each line */
export const writeLines = (lines: readonly string[], encoding: GdvEncoding, end = '\r\n'): Buffer =>
  Buffer.concat(lines.map((line) => Buffer.concat([encode(line, encoding), Buffer.from(end)])));
