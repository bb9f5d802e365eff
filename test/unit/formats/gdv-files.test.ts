/** Whole GDV files: all samples are read, and the reader and the writer give them back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../../src/formats/format.ts';
import { classifyLine } from '../../../src/formats/gdv/classify-line.ts';
import { decode, detectEncoding, type GdvEncoding } from '../../../src/formats/gdv/gdv-encoding.ts';
import { checkTotals, type GdvPackage, readPackages } from '../../../src/formats/gdv/packages.ts';
import { readFields } from '../../../src/formats/gdv/read-fields.ts';
import { readLines } from '../../../src/formats/gdv/read-lines.ts';
import { GDV_SAMPLES, gdvContract, gdvLayout, gdvPackage, gdvSample, readGdvLines } from '../../support/gdv-file.ts';
import { composeLine, encode } from '../../support/gdv-writer.ts';

const packagesOf = async (bytes: Buffer): Promise<GdvPackage[]> => {
  const all: GdvPackage[] = [];
  for await (const pack of readPackages(bytes, gdvLayout)) all.push(pack);
  return all;
};

test('the layout has all records, and each part is found by its own constants', () => {
  const parts = [...gdvLayout.parts.values()].flat();
  expect(parts).toHaveLength(232);
  expect(parts.reduce((sum, { fields }) => sum + fields.length, 0)).toBe(5623);
  for (const part of parts) {
    expect(part.fields.at(-1)!.to).toBe(256);
    let text = composeLine(part, { Satzart: part.satzart });
    const sparte = [...part.sparten][0];
    if (sparte) text = text.slice(0, 10) + sparte + text.slice(13);
    for (const { at, oneOf } of part.constants) text = text.slice(0, at - 1) + oneOf[0] + text.slice(at);
    expect(classifyLine(gdvLayout, text), `${part.satzart}.${part.sparte}.${part.wagnis}/${part.td}`).toBe(part);
  }
});

describe.each(GDV_SAMPLES)('%s', (name) => {
  test('every line is written byte for byte from its fields', async () => {
    const bytes = await gdvSample(name);
    const written: Buffer[] = [];
    let at = 0;
    for await (const pack of readPackages(bytes, gdvLayout)) {
      for (const line of pack.lines) {
        written.push(bytes.subarray(at, line.from));
        const text = pack.text(line);
        const part = classifyLine(gdvLayout, text);
        const fields = part ? readFields(gdvLayout, part, text).map(({ key, raw }) => [key, raw] as const) : [];
        const composed = part ? composeLine(part, Object.fromEntries(fields)) : text;
        const kept = decode(bytes.subarray(line.from, line.to), pack.encoding).length;
        written.push(encode(composed.slice(0, kept), pack.encoding));
        at = line.to;
      }
    }
    written.push(bytes.subarray(at));
    expect(Buffer.concat(written).equals(bytes)).toBe(true);
  });

  test('its lines cover the file without gaps', async () => {
    const bytes = await gdvSample(name);
    const lines = [...readLines(bytes)];
    expect(lines[0]!.from).toBe(0);
    expect(lines.at(-1)!.next).toBe(bytes.length);
    for (const [index, line] of lines.entries()) if (index) expect(line.from).toBe(lines[index - 1]!.next);
  });
});

test('the sample of 2009 has 14 contracts of 10 customers, and its totals are right', async () => {
  const bytes = await gdvSample('musterdatei_2009.txt');
  const [pack] = await packagesOf(bytes);
  expect(pack).toMatchObject({ vu: '9999', sender: 'XXX Versicherung AG', date: '2004-07-22', encoding: 'iso-8859-1' });
  expect(await checkTotals(pack!)).toEqual([]);
  const texts = pack!.lines.map((line) => pack!.text(line));
  const { records } = await readGdvLines(texts);
  const ofSection = (section: string) => records.filter((record) => record.section === section);
  expect([ofSection('products').length, ofSection('customers').length, ofSection('contracts').length]).toEqual([
    1, 10, 14,
  ]);
  expect(ofSection('customers')[0]).toMatchObject({
    values: { anrede: 'Frau', name: 'Kitzelpfütze', vorname: 'Martina', geb: '1979-11-11', nation: 'DE' },
    parts: { addresses: [{ art: 0, strasse: 'Sebeneteriestr. 44', plz: '52222', ort: 'Stolberg (Rhld.)' }] },
    externalIds: [{ source: 'gdv:9999', id: 'B4LTTT' }],
  });
  expect(ofSection('contracts')[0]).toMatchObject({
    values: { nummer: '59999999999', beitrag: '411.41', beginn: '2004-05-01', intervall: 'jährlich', status: 'aktiv' },
    positions: { beitrag: { line: 5, bytes: [116, 127] } },
    references: { kid: 'customer:9999:B4LTTT' },
  });
});

test('packages have encodings and insurers of their own', async () => {
  const packages = await packagesOf(await gdvSample('zwei_datenpakete.txt'));
  expect(packages.map(({ vu, lines }) => [vu, lines.length])).toEqual([
    ['9999', 165],
    ['1111', 32],
  ]);
  expect((await checkTotals(packages[1]!)).map(({ code, line }) => [code, line])).toEqual([
    ['gdv_record_count', 200],
    ['gdv_premium_total', 200],
  ]);
  expect(await packagesOf(await gdvSample('drei_datenpakete.txt'))).toHaveLength(3);
});

describe('encodings', () => {
  const encodings: readonly GdvEncoding[] = ['iso-8859-1', 'cp850', 'macintosh', 'utf-8'];

  test.each(encodings)('German letters in %s are detected', async (encoding) => {
    const lines = gdvPackage(gdvContract('4711', {}, { Name1: 'Größmüller', Ort: 'Übersee' }));
    const { records } = await readGdvLines(lines, { encoding });
    expect(records[1]).toMatchObject({ values: { name: 'Größmüller' }, parts: { addresses: [{ ort: 'Übersee' }] } });
  });

  test('UTF-8 filled to 256 bytes is detected', async () => {
    const values = { Name1: 'Größmüller', Ort: 'Übersee', Str: 'Ölweg 3' };
    const lines = gdvPackage(gdvContract('4711', {}, values)).map((line) => {
      const chunks = line.match(/.*?(?: {2,}|$)/g) ?? [];
      return chunks
        .map((text) => text.slice(0, text.length - Buffer.byteLength(text) + text.length || undefined))
        .join('');
    });
    expect(lines.map((line) => Buffer.byteLength(line))).toEqual(lines.map(() => 256));
    const { records } = await readGdvLines(lines, { encoding: 'utf-8' });
    expect(records[1]).toMatchObject({
      values: { name: 'Größmüller', geb: '1984-08-12' },
      parts: { addresses: [{ strasse: 'Ölweg 3', ort: 'Übersee' }] },
    });
  });

  test('samples in CP850 and UTF-8 are read', async () => {
    const encodingOf = async (name: string) => (await packagesOf(await gdvSample(name)))[0]!.encoding;
    expect(await encodingOf('testcase_0220_010_13.txt')).toBe('cp850');
    expect(await encodingOf('test0820satzregistry.txt')).toBe('utf-8');
  });

  test('a euro sign means Windows-1252', () => {
    const counts: number[] = new Array(256).fill(0);
    counts[0x80] = 1;
    counts[0xfc] = 9;
    expect(detectEncoding(counts, false)).toBe('windows-1252');
  });

  test('all bytes of a code page survive reading and writing', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const encoding of ['iso-8859-1', 'cp850', 'macintosh'] as const) {
      expect(encode(decode(bytes, encoding), encoding).equals(bytes), encoding).toBe(true);
    }
  });
});

describe('line ends', () => {
  const lines = gdvPackage(gdvContract('4711'));
  const ends: readonly (readonly [string, string])[] = [
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
    ['none', ''],
    ['empty lines between', '\n\n'],
  ];

  test.each(ends)('%s', async (_, end) => {
    const bytes = Buffer.from(lines.join(end), 'latin1');
    const [pack] = await packagesOf(bytes);
    expect(pack!.lines.map((line) => pack!.text(line))).toEqual(lines);
  });

  test('a short 9999 at the end is accepted', async () => {
    const bytes = Buffer.from([...lines.slice(0, -1), lines.at(-1)!.trimEnd()].join('\r\n'), 'latin1');
    const [pack] = await packagesOf(bytes);
    expect(await checkTotals(pack!)).toEqual([]);
  });

  test('a missing 9999 is a hint', async () => {
    const { records, hints } = await readGdvLines(lines.slice(0, -1));
    expect(records).toHaveLength(3);
    expect(hints).toMatchObject([{ code: 'gdv_no_trailer', line: 1 }]);
  });
});

describe('other files', () => {
  const failure = (bytes: Buffer): Promise<unknown> => packagesOf(bytes).catch((error: unknown) => error);

  test('are refused with line and reason', async () => {
    const garbage = await failure(await gdvSample('garbage.gdv'));
    expect(garbage).toBeInstanceOf(UnreadableFile);
    expect(garbage).toMatchObject({ line: 1, message: expect.stringContaining('does not begin with a record kind') });
    expect(await failure(Buffer.alloc(0))).toMatchObject({ line: 1, message: 'The file is empty.' });
    expect(await failure(Buffer.from(`${gdvPackage([]).join('\n')}\n${'x'.repeat(5000)}`))).toMatchObject({ line: 3 });
  });
});

test('of any lines, each is counted once: it is stored or left out', async () => {
  const files = await Promise.all(GDV_SAMPLES.map(gdvSample));
  const lines = files.flatMap((bytes) =>
    bytes
      .toString('latin1')
      .split(/\r?\n/)
      .filter((line) => line.trim()),
  );
  const any = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...lines) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...lines), fc.integer({ min: 4, max: 255 }))
        .map(([line, to]) => line.slice(0, to)),
    },
    { weight: 1, arbitrary: fc.stringMatching(/^[0-9]{4}[ -~]{0,252}$/) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(any, { maxLength: 60 }), async (some) => {
      const all = gdvPackage(some);
      const { counts } = await readGdvLines(all);
      const read: Record<string, number> = {};
      for (const line of all.filter((one) => one.trim())) read[line.slice(0, 4)] = (read[line.slice(0, 4)] ?? 0) + 1;
      expect(Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, count.read]))).toEqual(read);
      for (const { read: lines, stored, left_out: left, mapped } of Object.values(counts)) {
        expect(stored + left).toBe(lines);
        expect(mapped).toBeLessThanOrEqual(stored);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
