/** Values at their edges: addresses, blanks, booleans, bounds, base64 in lines, references of other contacts. */
import { describe, expect, test } from 'vitest';
import { emailKey, isEmail, normalizeEmail } from '../../src/shared/email.ts';
import { sql } from '../../src/sql/sql.ts';
import { signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import type { Reply } from '../support/service.ts';

const { service, organisation, client } = setUpService({}, { licenses: 50 });

const issuesOf = ({ body }: Reply): string[] =>
  (body.issues ?? body.data?.issues ?? []).map(
    (issue: { path: string[]; code: string }) => `${issue.path.join('.')}:${issue.code}`,
  );
const customer = async (): Promise<number> => (await client.post('/v3/customers', { name: 'Sommer' })).body.kid;

describe('e-mail addresses of users', () => {
  const user = (email: unknown) => client.post('/v3/users', { name: 'Zwei', email });

  test('are trimmed and unique without regard to case', async () => {
    const { status, body } = await user(' Zwei@Example.com ');
    expect(status).toBe(201);
    expect((await client.get(`/v3/users/${body.id}`)).body.email).toBe('Zwei@Example.com');
    expect((await user('zwei@example.com')).error).toBe('email_not_unique');
    expect((await user('ÄNNE@example.com')).status).toBe(201);
    expect((await user('änne@EXAMPLE.com')).error).toBe('email_not_unique');
    expect((await user('A\u0308NNE@example.com')).error).toBe('email_not_unique');
    expect((await client.get('/v3/users?email=zwei@example.com')).status).toBe(200);
  });

  test.each([
    'ohne',
    'a b@example.com',
    'a@b@c',
    '@example.com',
    'a@',
    'a@x, b@y',
    'Ada <ada@example.com>',
    'a\n@x',
  ])('refused: %j', async (email) => {
    expect(issuesOf(await user(email))).toEqual(['email:invalid_format']);
    const batch = await client.post('/v3/users', [{ name: 'x', email }]);
    expect(issuesOf(batch)).toEqual(['0.email:invalid_format']);
    expect(issuesOf(await client.patch(`/v3/users/${organisation.adminKid}`, { email }))).toEqual([
      'email:invalid_format',
    ]);
    const admin = await signIn(service.address, organisation.login);
    const made = await admin.send('POST', '/users', { name: 'x', email, rolle: 'berater', lizenz: false });
    expect(made.status).toBe(400);
  });

  test('the key is the same in SQL and JavaScript', async () => {
    const texts = ['Zwei@Example.com', 'ÄÖÜ@x.de', 'ΟΔΟΣ@x.gr', 'οδος@x.gr', 'İstanbul@x.tr', 'ẞ@x.de', 'ǅ@x', 'K@x'];
    for (const text of texts) {
      const stored = normalizeEmail(text);
      const [row] = await service.db.read<{ key: string }>(sql`select lower(${stored}::text collate "C") as key`);
      expect(row?.key, text).toBe(emailKey(text));
      expect(emailKey(stored)).toBe(emailKey(text));
      expect(isEmail(stored)).toBe(true);
    }
    expect(emailKey('ΟΔΟΣ@x.gr')).toBe(emailKey('οδος@x.gr'));
  });
});

describe('blanks', () => {
  test.each([
    ['/v3/products', { name: ' ' }, 'missing_name'],
    ['/v3/system/tags', { tag: '\u00a0' }, 'tag:too_small'],
    ['/v3/customers/#/numbers', { wert: '  ', art: 1 }, 'wert:too_small'],
    ['/v3/customers/#/contacts', { art: 'Telefon', wert: ' \t' }, 'wert:too_small'],
    ['/v3/customers/#/comments', { text: '\n' }, 'text:too_small'],
    ['/v3/customers/#/documents/folders', { name: ' ' }, 'name:too_small'],
  ])('are no text at %s', async (path, body, expected) => {
    const answer = await client.post(path.replace('#', String(await customer())), body);
    expect(answer.status).toBe(400);
    expect(expected.includes(':') ? issuesOf(answer) : answer.error).toEqual(
      expected.includes(':') ? [expected] : expected,
    );
  });

  test('in a salutation are reduced to one', async () => {
    const { kid } = (await client.post('/v3/customers', { anrede: 'Frau', titel: ' ', name: ' Vogt  Klein ' })).body;
    expect((await client.get(`/v3/customers/${kid}`)).body.briefanrede).toBe('Sehr geehrte Frau Vogt Klein');
  });

  test('are filled by a merge', async () => {
    const master = (await client.post('/v3/customers', { name: 'A', titel: ' ' })).body.kid;
    const slave = (await client.post('/v3/customers', { name: 'B', titel: 'Dr.' })).body.kid;
    await client.post(`/v3/customers/${master}/merge`, { slave_kid: slave, mode: 'enrich_master' });
    expect((await client.get(`/v3/customers/${master}`)).body).toMatchObject({ name: 'A', titel: 'Dr.' });
  });

  test('entries of lists have a value and a display, trimmed', async () => {
    const admin = await signIn(service.address, organisation.login);
    const put = (options: unknown) => admin.send('PUT', '/lists/eigen', { options });
    const refused = await put([
      { value: 'a', display: 'A' },
      { value: '', display: 'leer' },
    ]);
    expect([refused.status, refused.body.message ?? refused.text]).toEqual([
      400,
      expect.stringContaining('Entry 2 of eigen'),
    ]);
    expect((await put([{ value: 'a', display: ' ' }])).status).toBe(400);
    expect((await put([{ value: ' a ', display: ' A ' }])).status).toBe(200);
    const again = await put([
      { value: 'a', display: 'A' },
      { value: ' a', display: 'B' },
    ]);
    expect(again.status).toBe(400);
  });
});

/** More than JavaScript counts exactly. */
const BEYOND = Number.MAX_SAFE_INTEGER + 2;

test('a number out of range is refused with the range of its field', async () => {
  const answer = await client.patch(`/v3/customers/${await customer()}`, { kontakt_art: BEYOND });
  expect(issuesOf(answer)).toEqual(['kontakt_art:too_big']);
  const sized = await client.patch(`/v3/customers/${await customer()}`, { betreuer: BEYOND });
  expect(sized.text).toContain('at most 2147483647');
  const flag = await client.post('/v3/system/tags', { tag: 'x', freigabe: BEYOND });
  expect(flag.text).toContain('at most 1');
});

test('null for a boolean is refused', async () => {
  const { id: kid } = (await client.post('/v3/users', { name: 'Aus', email: 'aus@example.com', aktiv: false })).body;
  for (const value of [null, '']) {
    expect(issuesOf(await client.patch(`/v3/users/${kid}`, { aktiv: value }))).toEqual(['aktiv:invalid_type']);
    expect(issuesOf(await client.patch(`/v3/users/${kid}`, { lizenz: value }))).toEqual(['lizenz:invalid_type']);
  }
  expect((await client.get(`/v3/users/${kid}`)).body.aktiv).toBe(false);
});

test('Base64 with line breaks is accepted', async () => {
  const content = Buffer.alloc(500, 'Zeile ');
  const lines = (content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
  const kid = await customer();
  for (const base64 of [lines, ` ${lines}\n`, `data:text/plain;base64,\n${lines}`]) {
    const { status, body } = await client.post(`/v3/customers/${kid}/documents`, { name: 'a.txt', base64 });
    expect(status).toBe(201);
    expect((await client.get(`/v3/documents/${body.id}/download`)).text).toBe(content.toString());
  }
  expect((await client.post(`/v3/customers/${kid}/documents`, { base64: ' \n ' })).status).toBe(400);
});

test('folder, contract and damage of a document must belong to its contact', async () => {
  const [one, other] = [await customer(), await customer()];
  const of = async (kid: number) => ({
    vid: (await client.post(`/v3/customers/${kid}/contracts`, { nummer: '1' })).body.id,
    schaden: (await client.post('/v3/damages', { kid, art: 'Glas' })).body.id,
  });
  const [own, foreign] = [await of(one), await of(other)];
  const base64 = Buffer.from('x').toString('base64');
  const upload = (body: object) => client.post('/v3/documents', { kid: one, base64, ...body });
  expect(issuesOf(await upload({ vid: foreign.vid }))).toEqual(['vid:invalid_reference']);
  expect(issuesOf(await upload({ ...foreign }))).toEqual(['vid:invalid_reference', 'schaden:invalid_reference']);
  const { status, body } = await upload(own);
  expect(status).toBe(201);
  const at = `/v3/documents/${body.id}`;
  expect(issuesOf(await client.patch(at, { kid: other }))).toEqual([
    'vid:invalid_reference',
    'schaden:invalid_reference',
  ]);
  expect(issuesOf(await client.patch(at, { vid: foreign.vid }))).toEqual(['vid:invalid_reference']);
  expect((await client.patch(at, { kid: other, ...foreign })).body).toEqual({ success: true, updated: 3 });
  expect((await client.patch(at, { name: 'b.txt' })).status).toBe(200);
});
