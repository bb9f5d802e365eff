/** The parser of forms reads every browser's forms, in chunks of any size. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaryOf, MalformedForm, readMultipart } from '../../src/http/body/multipart.ts';

async function* cutInto(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type Told = [name: string, fileName: string | null, content: string];

const read = async (bytes: Buffer, boundary: string, size: number): Promise<Told[]> => {
  const told: Told[] = [];
  for await (const { name, fileName, content } of readMultipart(cutInto(bytes, size), boundary)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    told.push([name, fileName, Buffer.concat(pieces).toString('latin1')]);
  }
  return told;
};

const name = fc.string({ minLength: 1, unit: fc.constantFrom('a', 'ä', '日', '"', ';', '=', ' ', '%', '.', "'") });
const content = fc.string({ unit: fc.constantFrom('x', '\r', '\n', '-', '\0', '\xff', '\r\n--', '--') });

test('a generated form is parsed into its parts, for any chunk size', async () => {
  const part = fc.record({ name, fileName: fc.option(name), content });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 4 }), fc.integer({ min: 1, max: 90 }), async (parts, size) => {
      const form = new FormData();
      for (const one of parts) {
        const bytes = Buffer.from(one.content, 'latin1');
        // FormData normalises line ends of texts, not of files.
        if (one.fileName === null) form.append(one.name, one.content.replace(/[^x-]/g, 'y'));
        else form.append(one.name, new File([bytes], one.fileName));
      }
      const sent = new Response(form);
      const boundary = boundaryOf(sent.headers.get('content-type') ?? '');
      const expected = parts.map((one): Told => {
        const text = one.fileName === null ? one.content.replace(/[^x-]/g, 'y') : one.content;
        return [one.name, one.fileName, text];
      });
      expect(await read(Buffer.from(await sent.arrayBuffer()), boundary, size)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

describe('part headers', () => {
  const headers: readonly [string, string | null, string | null][] = [
    ['Content-Disposition: form-data; name="file"', 'file', null],
    ['content-disposition:form-data;name=file;filename=a.txt', 'file', 'a.txt'],
    ['Content-Disposition: form-data; name="file"; filename="C:\\Akten\\a.txt"', 'file', 'a.txt'],
    ['Content-Disposition: form-data; name="file"; filename="a\\"b.txt"', 'file', 'a"b.txt'],
    ["Content-Disposition: form-data; name=file; filename=_.txt; filename*=utf-8''%C3%A4.txt", 'file', 'ä.txt'],
    ["Content-Disposition: form-data; name=file; filename=_.txt; filename*=utf-8''%C3", 'file', '_.txt'],
    ['Content-Type: application/octet-stream\r\nContent-Disposition: form-data; name="file"', 'file', ''],
    ['Content-Disposition: attachment; name="file"', null, null],
    ['Content-Disposition: form-data', null, null],
    ['Content-Type: text/plain', null, null],
    [`Content-Disposition: form-data; name="${'x'.repeat(20_000)}"`, null, null],
  ];
  test.each(headers)('%s', async (head, expected, fileName) => {
    const reading = read(Buffer.from(`--b\r\n${head}\r\n\r\nx\r\n--b--`), 'b', 1000);
    if (expected === null) await expect(reading).rejects.toThrow(MalformedForm);
    else expect(await reading).toEqual([[expected, fileName, 'x']]);
  });

  test('text before the first and after the last boundary is ignored', async () => {
    const body = 'hello\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--\r\nbye --b';
    expect(await read(Buffer.from(body), 'b', 3)).toEqual([['a', null, '1']]);
  });

  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; Boundary="a b;c"', 'a b;c'],
  ])('the boundary of %s is found', (type, boundary) => expect(boundaryOf(type)).toBe(boundary));
});
