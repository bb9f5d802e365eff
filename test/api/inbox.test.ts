/** Waiting documents on the API: list, content, text, proposals, assign, discard (rules 5.16a, 16.18). */
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleFile } from '../../src/derive/samples/sample-file.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';
import type { Client } from '../support/service.ts';

const fixture = setUpRecords('inboxword');
const INBOX = '/v3/inbox/documents';

const submit = async (body: Body, content = 'x'): Promise<number> =>
  (await fixture.client.post(INBOX, { base64: Buffer.from(content).toString('base64'), ...body })).body.id;
const waiting = async (id: number, by: Client = fixture.client): Promise<Body & { proposals?: Body[] }> => {
  const { status, body, text } = await by.get(`${INBOX}?with_proposals=true`);
  expect(status, text).toBe(200);
  return body.items.find((one: Body) => one.id === id);
};
/** Proposals of a new document, without names: section, number, score and the kinds of reasons. */
const proposed = async (body: Body, content?: string): Promise<unknown[]> => {
  const id = await submit(body, content);
  const { proposals = [] } = await waiting(id);
  await fixture.client.post(`${INBOX}/${id}/discard`);
  return proposals.map((one) => [
    one.section,
    one.id,
    one.score,
    (one.reasons as Body[]).map(({ kind, where }) => `${kind} ${where}`).join(', '),
  ]);
};

let thomas: number;
let vertrag: number;
let firma: number;
beforeAll(async () => {
  const { client } = fixture;
  thomas = await fixture.customer({ vorname: 'Thomas', name: 'Sömmering', geb: '1982-03-14', nummer: 'KD-20417' });
  firma = await fixture.customer({ name: 'Bäckerei Yildiz GmbH' });
  vertrag = (await client.post('/v3/contracts', { kid: thomas, nummer: 'HR 700-116', gesellschaft: 'Havelufer' })).body
    .id;
  const mail = { art: 'E-Mail', wert: 'T.Soemmering@example.com' };
  expect((await client.post(`/v3/customers/${thomas}/contacts`, mail)).status).toBe(201);
});

describe('proposals', () => {
  test.each([
    ['in the name', { name: 'Police_HR-700116.pdf' }, 'x', 'contract_number name'],
    ['in the subject, in other punctuation', { betreff: 'Nachtrag zu HR 700 116' }, 'x', 'contract_number betreff'],
    ['in the text', { name: 'brief.txt' }, 'Ihr Vertrag (HR-700.116), guten Tag', 'contract_number text'],
    ['in a page', { name: 'brief.html' }, '<p>Vertrag <b>HR700116</b></p>', 'contract_number text'],
  ])('a contract number %s', async (_case, body, content, reasons) => {
    expect(await proposed(body, content)).toEqual([['contracts', vertrag, 0.9, reasons]]);
  });

  test('a contract number in the text of a PDF', async () => {
    const pdf = sampleFile('brief.pdf', ['Ihr Vertrag', 'HR-700116 ist geändert.']);
    const id = (await fixture.client.post(INBOX, { base64: pdf, name: 'brief.pdf' })).body.id;
    const broken = await submit({ name: 'kaputt.pdf' }, '%PDF-1.4 kaputt');
    // A page does not wait long for the process that reads it.
    await expect
      .poll(async () => (await waiting(id)).proposals, { timeout: 60_000 })
      .toMatchObject([{ section: 'contracts', id: vertrag, reasons: [{ kind: 'contract_number', where: 'text' }] }]);
    expect((await waiting(broken)).proposals).toEqual([]);
    for (const one of [id, broken]) await fixture.client.post(`${INBOX}/${one}/discard`);
  });

  test('for a text with contract number and customer name list the contract first, the customer second', async () => {
    expect(await proposed({ name: 'Police Thomas Soemmering.pdf', betreff: 'HR-700116' })).toEqual([
      ['contracts', vertrag, 0.97, 'contract_number betreff, name name'],
      ['customers', thomas, 0.65, 'name name'],
    ]);
  });

  test('name the record, the customer, and the mention as written', async () => {
    const id = await submit({ name: 'Police_HR-700116.pdf' });
    expect((await waiting(id)).proposals).toEqual([
      {
        section: 'contracts',
        id: vertrag,
        name: 'HR 700-116 Havelufer',
        kid: thomas,
        kid_name: 'Thomas Sömmering',
        score: 0.9,
        reasons: [{ kind: 'contract_number', text: 'HR-700116', where: 'name' }],
      },
    ]);
    await fixture.client.post(`${INBOX}/${id}/discard`);
  });

  test.each([
    ['first and last name, in either order', { betreff: 'Sömmering, Thomas: Adresse' }, 0.65, 'name betreff'],
    [
      'a last name and the birth date',
      { betreff: 'Herr Sömmering (14.03.1982)' },
      0.65,
      'name betreff, birth_date betreff',
    ],
    ['the number of the customer', { betreff: 'Kunde KD-20417' }, 0.8, 'external_id betreff'],
    ['the sender', { absender: 'Thomas <t.soemmering@EXAMPLE.com>' }, 0.6, 'sender absender'],
  ])('%s', async (_case, body, score, reasons) => {
    expect(await proposed(body)).toEqual([['customers', thomas, score, reasons]]);
  });

  test('include a company found by its name', async () => {
    expect(await proposed({ betreff: 'Rechnung Bäckerei Yildiz GmbH' })).toEqual([
      ['customers', firma, 0.65, 'name betreff'],
    ]);
  });

  test.each([
    ['a last name alone', { betreff: 'Frau Sömmering' }],
    ['a first name and a last name that are apart', { betreff: 'Thomas ruft an wegen Frau Sömmering' }],
    ['a birth date alone', { betreff: 'geboren 14.03.1982' }],
    ['a day that does not exist', { betreff: '2026-02-31 99.99.1999' }],
    ['nothing', { name: 'Foto.jpg' }],
    ['a NUL character in the text', { name: 'a.txt' }],
  ])('none for %s', async (_case, body) => {
    expect(await proposed(body, 'Nr. 123\0 45678\0')).toEqual([]);
  });

  test('two customers of one name are both proposed, more than three are not', async () => {
    const twins = [
      await fixture.customer({ vorname: 'Ida', name: 'Doppelmann' }),
      await fixture.customer({ vorname: 'Ida', name: 'Doppelmann', geb: '1990-05-06' }),
    ];
    expect((await proposed({ betreff: 'Ida Doppelmann' })).map((one) => (one as unknown[])[1])).toEqual(twins);
    await fixture.customer({ vorname: 'Ida', name: 'Doppelmann' });
    await fixture.customer({ vorname: 'Ida', name: 'Doppelmann' });
    expect(await proposed({ betreff: 'Ida Doppelmann' })).toEqual([]);
    expect(await proposed({ betreff: 'Ida Doppelmann, 1990-05-06' })).toEqual([
      ['customers', twins[1], 0.7, 'name betreff, birth_date betreff'],
    ]);
  });

  test('are certain for records that the submission names', async () => {
    const damage = (await fixture.client.post('/v3/damages', { kid: thomas, art: 'Sturm' })).body.id;
    expect(await proposed({ schaden: damage, kid: thomas })).toEqual([['damages', damage, 1, 'given absender']]);
    expect(await proposed({ vid: vertrag, betreff: 'HR-700116' })).toEqual([
      ['contracts', vertrag, 1, 'given absender'],
    ]);
    const product = fixture.id('products');
    expect(await proposed({ kid: product })).toEqual([['products', product, 1, 'given absender']]);
  });

  test('include only kinds that the caller may read, and no other organisation', async () => {
    const id = await submit({ name: 'Police Thomas Sömmering HR-700116.pdf' });
    const scoped = (...scopes: string[]) => fixture.organisation.client({ scopes: ['v3:inbox:write', ...scopes] });
    expect((await waiting(id, await scoped())).proposals).toEqual([]);
    expect((await waiting(id, await scoped('v3:contracts:read'))).proposals).toMatchObject([
      { id: vertrag, kid: thomas, kid_name: null, score: 0.9 },
    ]);
    expect((await waiting(id, await scoped('v3:customers:read'))).proposals).toMatchObject([{ id: thomas }]);
    const other = await (await fixture.service.organisation()).client();
    const theirs = (await other.post(INBOX, { base64: 'eA==', name: 'Thomas Sömmering HR-700116.pdf' })).body.id;
    expect((await waiting(theirs, other)).proposals).toEqual([]);
    expect(await waiting(id, other)).toBeUndefined();
    await fixture.client.post(`${INBOX}/${id}/discard`);
  });

  test('for a long text use its beginning, and delay no other request', async () => {
    const long = `${'Max Muster 12345678 am 01.02.1990. '.repeat(60_000)} HR-700116`;
    const begun = performance.now();
    expect(await proposed({ name: 'lang.txt' }, long)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe('the list', () => {
  test('is paged, oldest first, with names', async () => {
    const ids = [await submit({ name: 'a.txt', kid: thomas, vid: vertrag }), await submit({ name: 'b.txt' })];
    const { body } = await fixture.client.get(`${INBOX}?limit=1&page=1&with_names=true`);
    expect(body).toMatchObject({ page: 1, page_size: 1 });
    const all = (await fixture.client.get(`${INBOX}?limit=5000&with_names=true`)).body;
    expect(all.total).toBe(all.items.length);
    expect(body.total).toBe(all.total);
    const shown = all.items.map(({ id }: Body) => Number(id));
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown).toEqual(expect.arrayContaining(ids));
    expect(all.names).toMatchObject({
      customers: { [thomas]: 'Thomas Sömmering' },
      contracts: { [vertrag]: 'HR 700-116 Havelufer' },
    });
    expect(Object.keys(all.items[0])).not.toContain('url');
    expect((await fixture.client.get(`${INBOX}?limit=5000&with_proposals=1`)).body.page_size).toBe(50);
  });
});

describe('a document', () => {
  test('has its content shown without running scripts, and its text extracted', async () => {
    const id = await submit({ name: 'seite.html' }, '<p>Gru\u00df</p><script>alert(1)</script>');
    const content = await fixture.client.get(`${INBOX}/${id}/content`);
    expect(content.headers.get('content-disposition')).toMatch(/^inline/);
    expect(content.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(content.text).toContain('alert');
    expect((await fixture.client.get(`${INBOX}/${id}/text`)).body).toEqual({
      text: 'Gruß',
      truncated: false,
      problem: null,
    });
    const mail = await submit({ name: 'post.eml' }, 'Subject: Hallo\r\n\r\nText');
    expect((await fixture.client.get(`${INBOX}/${mail}/text`)).body.text).toContain('Hallo\n\nText');
  });

  test('a last name alone in name or subject makes a customer possible, not proposed', async () => {
    const kid = await fixture.customer({ vorname: 'Resi', name: 'Hinterhuber' });
    for (const number of [1, 2, 3, 4]) await fixture.customer({ vorname: `V${number}`, name: 'Vielgenannt' });
    for (const [given, text, ids] of [
      [{ name: 'Vollmacht.pdf', betreff: 'Unterlagen Hinterhuber' }, '', [kid]],
      [{ name: 'Unterlagen_Hinterhuber.txt' }, '', [kid]],
      [{ name: 'Brief.txt' }, 'Frau Hinterhuber', []],
      [{ name: 'Unterlagen_Vielgenannt.txt' }, '', []],
      [{ name: 'Resi Hinterhuber.txt' }, '', []],
    ] as const) {
      const id = await submit(given, text || 'x');
      const { proposals, possible } = (await waiting(id)) as Body & { proposals: Body[]; possible: Body[] };
      expect(
        possible.map((one) => one.id),
        given.name,
      ).toEqual(ids);
      expect(proposals.length, given.name).toBe(given.name.startsWith('Resi') ? 1 : 0);
      if (ids.length)
        expect(possible[0]).toMatchObject({ score: 0.3, reasons: [{ kind: 'name', text: 'Hinterhuber' }] });
      await fixture.client.post(`${INBOX}/${id}/discard`);
    }
    expect(
      await waiting(
        await submit({ name: 'x.txt', betreff: 'Hinterhuber' }),
        await fixture.organisation.client({ scopes: ['v3:inbox:write'] }),
      ),
    ).toMatchObject({ possible: [] });
  });

  test('is assigned once, with name and folder', async () => {
    const folder = (await fixture.client.post(`/v3/customers/${thomas}/documents/folders`, { name: 'Policen' })).body
      .id;
    const id = await submit({ name: 'scan.pdf', datum: '2026-01-31' }, 'police');
    const to = { section: 'contracts', id: vertrag, name: 'Police 2026.pdf', ordner: folder };
    const both = await Promise.all([1, 2].map(() => fixture.client.post(`${INBOX}/${id}/assign`, to)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const made = both.find(({ status }) => status === 200)?.body;
    expect(made).toEqual({ success: true, document_id: expect.any(Number) });
    expect((await fixture.client.get(`/v3/documents/${made.document_id}`)).body).toMatchObject({
      ...{ name: 'Police 2026.pdf', extension: 'pdf', datum: '2026-01-31', ordner: folder, kid: thomas, vid: vertrag },
    });
    expect((await fixture.client.get(`/v3/documents/${made.document_id}/download`)).text).toBe('police');
    expect((await fixture.client.post(`${INBOX}/${id}/discard`)).status).toBe(404);
    expect((await fixture.client.get(`${INBOX}/${id}/content`)).status).toBe(404);
    // The way back, once, and from both places.
    const back = await Promise.all([1, 2].map(() => fixture.client.post(`${INBOX}/${id}/return`)));
    expect(back.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await fixture.client.get(`/v3/documents/${made.document_id}`)).status).toBe(404);
    expect((await fixture.client.get(`/v3/customers/${thomas}/documents`)).body.items).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id: made.document_id })]),
    );
    expect((await fixture.client.get(`${INBOX}/${id}/content`)).text).toBe('police');
    const again = (await fixture.client.post(`${INBOX}/${id}/assign`, to)).body.document_id;
    expect(again).toBeGreaterThan(made.document_id);
    await fixture.client.delete(`/v3/documents/${again}`);
    for (const _ of [1, 2]) {
      expect((await fixture.client.post(`${INBOX}/${id}/return`)).body).toEqual({ success: true });
      await fixture.client.post(`${INBOX}/${id}/discard`);
    }
    expect((await fixture.client.get(INBOX)).body.items).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ id })]),
    );
  });

  test('a rule sets the status of the contract and makes a task, and its effects can be taken back', async () => {
    const { client } = fixture;
    const rules = '/v3/system/inbox-rules';
    const add = async (body: Body) => (await client.post(rules, { words: 'Kündigungsbestätigung', ...body })).body.id;
    const adviser = (await client.post('/v3/users', { email: 'regel@example.com', name: 'Regel', aktiv: true })).body
      .id;
    const kid = await fixture.customer({ name: 'Regelmann', vorname: 'Rita', betreuer: adviser });
    const vid = (await client.post('/v3/contracts', { kid, nummer: 'RM-4711', status: 'aktiv' })).body.id;
    await add({ name: 'Aus', aktiv: 0 });
    const words = 'Bestätigung Ihrer Kündigung, Kündigungsbestätigung';
    const rule = await add({ name: 'Kündigung', words, status: 'gekündigt', aufgabe: 'Kündigung prüfen', tage: 3 });
    const other = await add({ name: 'Später', status: 'beendet' });
    // Words are found in the name and in the text, in every spelling; not within others.
    const found = async (body: Body, content?: string, by?: Client) => {
      const id = await submit(body, content);
      return [id, (await waiting(id, by)).rule] as const;
    };
    const [first, named] = await found({ name: 'KUENDIGUNGSBESTAETIGUNG_RM-4711.pdf' });
    expect(named).toEqual({
      id: rule,
      name: 'Kündigung',
      status: 'gekündigt',
      aufgabe: 'Kündigung prüfen',
      faellig: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect([0, 6]).not.toContain(new Date(String((named as Body).faellig)).getUTCDay());
    expect((await found({ name: 'a.txt' }, 'die Bestätigung Ihrer  Kündigung vom 1. Mai'))[1]).toMatchObject({
      id: rule,
    });
    expect((await found({ name: 'Kündigungsbestätigungswunsch.pdf' }))[1]).toBeUndefined();
    // Without the right to its effects a rule is not named, and not applied.
    const scopes = ['v3:inbox:write', 'v3:contracts:read', 'v3:customers:read'];
    const clerk = await fixture.organisation.client({ scopes });
    const [plain, unnamed] = await found({ name: 'Kündigungsbestätigung' }, 'x', clerk);
    expect(unnamed).toBeUndefined();
    const at = (id: number, body: Body, by = client) =>
      by.post(`${INBOX}/${id}/assign`, { section: 'contracts', id: vid, ...body });
    expect(refusal(await at(plain, { rule_id: rule }, clerk))).toBe('403 missing_required_scope');
    expect(refusal(await at(plain, { rule_id: 2147483647 }))).toBe('400 rule_id:invalid_reference');
    expect(refusal(await at(plain, { rule_id: rule, section: 'customers', id: kid }))).toBe('400 rule_needs_contract');
    expect((await at(plain, {})).body.rule).toBeUndefined();
    expect((await client.get(`/v3/contracts/${vid}`)).body.status).toBe('aktiv');

    const { body } = await at(first, { rule_id: rule });
    expect(body.rule).toEqual({
      contract: { status: 'aktiv', etag: expect.any(String) },
      task: { id: expect.any(Number), etag: expect.any(String) },
    });
    const contract = await client.get(`/v3/contracts/${vid}`);
    expect([contract.body.status, contract.headers.get('etag')]).toEqual(['gekündigt', body.rule.contract.etag]);
    const task = await client.get(`/v3/activities/${body.rule.task.id}`);
    expect(task.headers.get('etag')).toBe(body.rule.task.etag);
    expect(task.body).toMatchObject({
      kid,
      titel: 'Kündigung prüfen',
      kategorie: 1,
      status: 0,
      verantwortlich: adviser,
      start: `${(named as Body).faellig} 08:00:00`,
    });
    expect((await client.get(`/v3/contracts/${vid}/links`)).body.items).toContainEqual(
      expect.objectContaining({ foreign_section: 'activities', foreign_id: body.rule.task.id }),
    );
    const { items } = (await client.get(`/v3/contracts/${vid}/history`)).body;
    expect(items.some((one: Body) => JSON.stringify(one).includes('gekündigt'))).toBe(true);
    // A return leaves the effects; they are taken back where the record has not changed since.
    await client.post(`${INBOX}/${first}/return`);
    const since = (etag: string) => ({ 'if-match': etag });
    const removed = await client.send(
      'DELETE',
      `/v3/activities/${body.rule.task.id}`,
      undefined,
      since(body.rule.task.etag),
    );
    const reset = await client.send('PATCH', `/v3/contracts/${vid}`, JSON.stringify({ status: 'aktiv' }), {
      'content-type': 'application/json',
      ...since(body.rule.contract.etag),
    });
    expect([removed.status, reset.status]).toEqual([200, 200]);
    // Once more, where the status stays; another rule without a task.
    await client.patch(`/v3/contracts/${vid}`, { status: 'gekündigt' });
    expect((await at(first, { rule_id: rule })).body.rule).toMatchObject({
      contract: null,
      task: { id: expect.any(Number) },
    });
    await client.post(`${INBOX}/${first}/return`);
    expect((await at(first, { rule_id: other })).body.rule).toEqual({
      contract: { status: 'gekündigt', etag: expect.any(String) },
      task: null,
    });
    const reader = await fixture.organisation.client({ scopes: ['v3:system:read'] });
    expect((await reader.get(rules)).body.items).toContainEqual(
      expect.objectContaining({ id: rule, words, tage: 3, aktiv: 1 }),
    );
    expect((await reader.delete(`${rules}/${rule}`)).status).toBe(403);
    for (const { id } of (await client.get(rules)).body.items) await client.delete(`${rules}/${id}`);
  });

  test.each([
    ['no body', undefined, '400 empty_body'],
    ['an unknown kind', { section: 'goals', id: 1 }, '400 section:invalid_select_value'],
    ['no number', { section: 'customers', id: 'x' }, '400 id:invalid_type'],
    ['another field', { section: 'customers', id: 1, kundenportal: 1 }, '400 kundenportal:unrecognized_key'],
    ['a wrong folder', { section: 'customers', id: 1, ordner: -1 }, '400 ordner:too_small'],
    ['a wrong day', { section: 'customers', id: 1, datum: 'x' }, '400 datum:invalid_format'],
    ['a record that is missing', { section: 'customers', id: 2147483647 }, '404 not_found'],
  ])('stays where the assignment is refused: %s', async (_case, body, expected) => {
    const id = await submit({ name: 'bleibt.txt' });
    expect(refusal(await fixture.client.post(`${INBOX}/${id}/assign`, body))).toBe(expected);
    expect((await fixture.client.post(`${INBOX}/${id}/discard`)).body).toEqual({ success: true });
  });

  test('needs the scope of the inbox', async () => {
    const reader = await fixture.organisation.client({ scopes: ['v3:documents:read', 'v3:documents:write'] });
    expect((await reader.get(INBOX)).error).toBe('missing_required_scope');
  });
});
