/** The text of plain and HTML documents in the inbox, and the cost of hostile documents. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readableText } from '../../src/operations/documents/extract-text.ts';
import { setUpService } from '../support/fixture.ts';

const { service, client: api } = setUpService();

const submitted = async (name: string, content: string | Buffer): Promise<number> => {
  const made = await api.post('/v3/inbox/documents', { base64: Buffer.from(content).toString('base64'), name });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
};
const textOf = async (name: string, content: string | Buffer) =>
  (await api.get(`/v3/inbox/documents/${await submitted(name, content)}/text`)).body;
const shown = (text: string) => ({ text, truncated: false, problem: null });

describe('text', () => {
  test('of an HTML page omits scripts and styles, and is decoded by its declared encoding', async () => {
    const page =
      '<html><head><title>T</title><meta charset="iso-8859-1"><script>alert(1)</script></head><body onload="x()"><h1>Gr\xfc\xdfe</h1><p>Eins<br>Zwei <b>&amp;</b> drei<style>p{}</style><script>document.write("weg")</script><svg><text>weg</text></svg></body>';
    expect((await textOf('Mail.html', Buffer.from(page, 'latin1'))).text.split('\n')).toEqual([
      'Grüße',
      'Eins',
      'Zwei & drei',
    ]);
  });

  test('of a plain text is decoded as UTF-8, or else as Windows-1252', async () => {
    for (const name of ['a.txt', 'b.csv', 'c.MD', 'd.json', 'e.xml']) {
      expect(await textOf(name, '\ufeffGröße <b>5 €</b>\r\n\n\n\n  Ende ')).toEqual(
        shown('Größe <b>5 €</b>\n\n\n\n  Ende '),
      );
      const old = Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80, 0x84, 0x9f, 0x81]);
      expect(await textOf(name, old)).toEqual(shown('Größe €„Ÿ\x81'));
    }
    const { text, truncated } = await textOf('f.csv', 'ä;'.repeat(150_000));
    expect([text.length, truncated]).toEqual([200_000, true]);
    expect(await textOf('g.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'x'))).toMatchObject({ problem: 'too_large' });
  });

  test('of other files, and for a caller without the inbox scope, is not returned', async () => {
    expect(await textOf('x.pdf', '%PDF')).toEqual({ text: null, truncated: false, problem: 'unsupported' });
    expect(await textOf('x.constructor', 'x')).toMatchObject({ problem: 'unsupported' });
    expect(await textOf('x.docx', 'PK')).toMatchObject({ problem: 'unsupported' });
    expect((await api.get('/v3/inbox/documents/2000000000/text')).status).toBe(404);
    const id = await submitted('y.html', 'x');
    const other = await (await service.organisation()).client();
    expect((await other.get(`/v3/inbox/documents/${id}/text`)).status).toBe(404);
  });
});

/** Milliseconds that something takes. */
const measured = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

describe('hostile documents', () => {
  const files: readonly [string, string, () => Buffer, object][] = [
    [
      'elements without an end',
      'd.html',
      () => Buffer.from('<b>'.repeat(300_000) + '</i>'.repeat(300_000)),
      { problem: 'unreadable' },
    ],
    ['a long text', 'f.html', () => Buffer.from(`<p>${'Wort '.repeat(1_000_000)}`), { problem: null, truncated: true }],
    [
      'one attribute of megabytes',
      'h.html',
      () => Buffer.from(`<p a="${'x'.repeat(8_000_000)}">Ende</p>`),
      { problem: null, text: 'Ende' },
    ],
  ];
  test.each(files)('%s', async (_what, name, file, expected) => {
    const id = await submitted(name, file());
    let answer: unknown;
    expect(await measured(async () => (answer = (await api.get(`/v3/inbox/documents/${id}/text`)).body))).toBeLessThan(
      8000,
    );
    expect(answer).toMatchObject(expected);
    if ('truncated' in expected) expect((answer as { text: string }).text.length).toBeLessThanOrEqual(200_000);
  });
});

/** Milliseconds of the processor for the text of some bytes, the lesser of two. */
const costOf = async (extension: string, bytes: Buffer, expected: object): Promise<number> => {
  const costs: number[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const before = process.cpuUsage();
    const text = await readableText({ extension, size: bytes.length, open: async () => Readable.from([bytes]) });
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
    expect(text).toMatchObject(expected);
  }
  return Math.min(...costs);
};

test('a page with millions of attributes costs no more than one attribute of that length', async () => {
  const inTag = (attributes: string): Buffer => Buffer.from(`<a ${attributes.slice(0, 8_000_000)}>Ende</a>`);
  const many = inTag(Array.from({ length: 1_500_000 }, (_, i) => `b${i.toString(36)}`).join(' '));
  const one = inTag(`b="${'x'.repeat(7_900_000)}"`);
  expect(await costOf('html', many, shown('Ende'))).toBeLessThan(4 * (await costOf('html', one, shown('Ende'))));
});

describe('plain text of 20 MiB', () => {
  const MOST = 20 * 1024 * 1024;
  test.each([
    ['letters that Windows has elsewhere', '\x80', 'latin1'],
    ['letters of two bytes', 'ä', 'utf8'],
    ['line ends', '\r', 'utf8'],
  ] as const)('of %s costs what a short one does', async (_what, letter, encoding) => {
    const of = (bytes: number): Buffer => Buffer.alloc(bytes, Buffer.from(letter, encoding));
    const cut = { truncated: true, problem: null };
    expect(await costOf('txt', of(MOST), cut)).toBeLessThan(100 + 10 * (await costOf('txt', of(MOST / 20), cut)));
  });

  test.each([
    ['a', '', 'latin1'],
    ['\x80', '', 'latin1'],
    ['ä', '', 'utf8'],
    ['€', '', 'utf8'],
    ['€', '\ufeff', 'utf8'],
    ['😀', '', 'utf8'],
  ] as const)('is cut where 200,000 characters end, not before: %j', async (letter, mark, encoding) => {
    const text = (characters: number) => {
      const bytes = Buffer.from(`${mark}${letter.repeat(characters).slice(0, characters)}`, encoding);
      return readableText({ extension: 'txt', size: bytes.length, open: async () => Readable.from([bytes]) });
    };
    const whole = await text(200_000);
    expect([whole.text?.length, whole.truncated]).toEqual([200_000, false]);
    expect(await text(200_002)).toEqual({ ...whole, truncated: true });
  });
});
