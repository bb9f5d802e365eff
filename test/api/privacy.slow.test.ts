/** Preview, hold and refusals of an erasure (rules 16.22, docs/privacy.md). */
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client } from '../support/service.ts';

const { client, organisation, service } = setUpService();
let admin: Client;
/** A token of a user who is no administrator. */
let plain: Client;
beforeAll(async () => {
  const user = await client.post('/v3/users', { name: 'B', email: 'b@example.com', rolle: 'berater' });
  plain = await organisation.client({ userKid: user.body.id });
  admin = await organisation.client({ userKid: organisation.adminKid });
});

const YEAR = new Date().getUTCFullYear();
const JSON_TYPE = { 'content-type': 'application/json' };
const put = (path: string, body: unknown, by = admin) => by.send('PUT', path, JSON.stringify(body), JSON_TYPE);
const made = async (path: string, body: object): Promise<number> => {
  const { status, body: answer, text } = await client.post(path, body);
  expect([status, text]).toEqual([201, expect.anything()]);
  return answer.id ?? answer.kid;
};
const customer = (values: object = { vorname: 'Ada', name: 'Beispiel' }): Promise<number> =>
  made('/v3/customers', values);
const erase = (kid: number, by = admin) =>
  by.post(`/v3/customers/${kid}/privacy/erasure`, { confirm: kid, reason: 'Art. 17' });

describe('the preview', () => {
  test('lists the records to erase and those that a rule retains', async () => {
    const kid = await customer();
    await made(`/v3/customers/${kid}/addresses`, { ort: 'Ulm' });
    const ended = await made('/v3/contracts', { kid, sparte: 1, status: 'beendet', ablauf: `${YEAR - 4}-03-01` });
    const old = await made('/v3/contracts', { kid, sparte: 1, status: 'beendet', ablauf: `${YEAR - 7}-03-01` });
    const open = await made('/v3/contracts', { kid, sparte: 1 });
    await made('/v3/goals', { kid, subject: 'Haus' });
    const document = await made('/v3/documents', { kid, vid: ended, name: 'a.txt', base64: 'YQ==' });
    await made('/v3/documents', { kid, vid: old, name: 'b.txt', base64: 'Yg==' });
    const { status, body } = await client.get(`/v3/customers/${kid}/privacy`);
    expect([status, body]).toMatchObject([200, { kid, state: 'live', erasable: true, hold: null, erasure: null }]);
    const rule = { section: 'contracts', years: 5, from: 'end_of_year', basis: '§ 22 VersVermV' };
    const until = `${YEAR + 2}-01-01`;
    expect(body.due).toBe(until);
    const sections = Object.fromEntries(body.sections.map((one: { section: string }) => [one.section, one]));
    expect(sections).toMatchObject({
      customers: { records: 1, erased: 0, kept_records: [{ id: kid, reason: 'names_kept', erasable_from: null }] },
      addresses: { records: 1, erased: 1, kept: 0 },
      contracts: {
        records: 3,
        erased: 1,
        kept_records: [
          { id: ended, rule, reason: 'rule', erasable_from: until },
          { id: open, rule, reason: 'not_ended', erasable_from: null },
        ],
      },
      documents: {
        records: 2,
        erased: 1,
        kept_records: [{ id: document, reason: 'belongs_to_kept', erasable_from: until }],
      },
      goals: { records: 1, erased: 1 },
    });
    expect(sections.contracts.kept_records.map(({ id }: { id: number }) => id)).not.toContain(old);
  });

  test('lists third persons and texts that name the person', async () => {
    const kid = await customer({ vorname: 'Grete', name: 'Unverkennbar' });
    const other = await customer({ vorname: 'Otto', name: 'Anders' });
    const [relation] = (await client.get('/v3/system/relations')).body.items.filter(
      ({ parent_id }: { parent_id: number | null }) => parent_id !== null,
    );
    await made(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung: relation.id });
    const contract = await made('/v3/contracts', { kid: other, sparte: 1 });
    const person = await made(`/v3/contracts/${contract}/persons`, { pid: kid, art: 1 });
    const note = await made('/v3/activities', { kid: other, kategorie: 1, titel: 'Anruf von Grete Unverkennbar' });
    const comment = await made(`/v3/customers/${other}/comments`, { text: 'Siehe UNVERKENNBAR, Grete' });
    await made('/v3/activities', { kid, kategorie: 1, titel: 'Grete Unverkennbar zurückrufen' });
    const { body } = await client.get(`/v3/customers/${kid}/privacy`);
    expect(body.third_persons).toHaveLength(4);
    expect(body.third_persons).toEqual(
      expect.arrayContaining([
        { section: 'customers', id: other, reason: 'relation' },
        { section: 'persons', id: person, reason: 'insured_person', owner: { section: 'contracts', id: contract } },
        { section: 'activities', id: note, reason: 'text' },
        { section: 'comments', id: comment, reason: 'text', owner: { section: 'customers', id: other } },
      ]),
    );
  });

  test('of an unknown customer gets 404', async () => {
    const { status, error } = await client.get('/v3/customers/2147483647/privacy');
    expect([status, error]).toEqual([404, 'customer_not_found']);
  });
});

describe('refusals', () => {
  test('a request by a user without administration is refused', async () => {
    const kid = await customer();
    for (const answer of [
      await erase(kid, plain),
      await put(`/v3/customers/${kid}/privacy/hold`, { reason: 'x' }, plain),
      await plain.delete(`/v3/customers/${kid}/privacy/hold`),
    ])
      expect([answer.status, answer.error]).toEqual([403, 'administrator_required']);
  });

  test('a wrong number in `confirm` is refused', async () => {
    const kid = await customer();
    const { status, body } = await admin.post(`/v3/customers/${kid}/privacy/erasure`, {
      confirm: kid + 1,
      reason: 'x',
    });
    expect([status, body.data.issues]).toMatchObject([400, [{ path: ['confirm'], code: 'invalid_value' }]]);
    const none = await admin.post(`/v3/customers/${kid}/privacy/erasure`, { confirm: 0, reason: 'x' });
    expect([none.status, none.body.data.issues]).toMatchObject([400, [{ path: ['confirm'], code: 'too_small' }]]);
  });

  test('a contract that ended four years ago is refused with rule and day', async () => {
    const kid = await customer();
    await made('/v3/contracts', { kid, sparte: 1, status: ' Storno', ablauf: `${YEAR - 4}-06-30` });
    const { status, error, body } = await erase(kid);
    expect([status, error]).toEqual([409, 'retention_applies']);
    expect(body.data).toMatchObject({
      message: expect.stringContaining('§ 22 VersVermV'),
      rule: { section: 'contracts', years: 5 },
      erasable_from: `${YEAR + 2}-01-01`,
    });
    expect((await client.get(`/v3/customers/${kid}`)).status).toBe(200);
  });

  test('a hold is refused with its day and reason until it is lifted', async () => {
    const kid = await customer();
    const hold = { until: `${YEAR + 1}-12-31`, reason: 'Rechtsstreit' };
    expect((await put(`/v3/customers/${kid}/privacy/hold`, hold)).body).toMatchObject({ success: true, kid, hold });
    expect((await client.get(`/v3/customers/${kid}/privacy`)).body).toMatchObject({ erasable: false, hold });
    const refused = await erase(kid);
    expect([refused.status, refused.error, refused.body.data]).toMatchObject([409, 'legal_hold', hold]);
    expect((await admin.delete(`/v3/customers/${kid}/privacy/hold`)).status).toBe(200);
    expect((await admin.delete(`/v3/customers/${kid}/privacy/hold`)).error).toBe('not_found');
    expect((await erase(kid)).status).toBe(202);
  });

  test('an expired hold refuses nothing', async () => {
    const kid = await customer();
    const path = `/v3/customers/${kid}/privacy/hold`;
    expect((await put(path, { until: '2020-01-01', reason: 'x' })).body.data).toMatchObject({
      error: 'validation_failed',
      issues: [{ path: ['until'], message: 'until lies in the past.' }],
    });
    await put(path, { until: `${YEAR + 1}-01-31`, reason: 'x' });
    await service.db.read(sql`update legal_hold set until = '2020-01-01'
      where org_id = ${organisation.orgId} and kid = ${kid}`);
    expect((await client.get(`/v3/customers/${kid}/privacy`)).body.hold).toBeNull();
    expect((await erase(kid)).status).toBe(202);
  });

  test.each([
    ['slave', null],
    ['slave', `${YEAR + 2}-01-31`],
    ['both', `${YEAR + 2}-01-31`],
  ])('a hold of the %s until %s covers the merged customer and its row, and one call lifts it', async (held, until) => {
    const [master, slave] = [await customer(), await customer()];
    await put(`/v3/customers/${slave}/privacy/hold`, { until, reason: 'Rechtsstreit' });
    if (held === 'both')
      await put(`/v3/customers/${master}/privacy/hold`, { until: `${YEAR + 1}-01-31`, reason: 'Anfrage' });
    expect((await client.post(`/v3/customers/${master}/merge`, { slave_kid: slave })).status).toBe(200);
    const reason = held === 'both' ? 'Anfrage; Rechtsstreit' : 'Rechtsstreit';
    for (const kid of [master, slave])
      expect((await client.get(`/v3/customers/${kid}/privacy`)).body.hold).toMatchObject({ until, reason });
    expect((await erase(master)).error).toBe('legal_hold');
    expect((await admin.delete(`/v3/customers/${master}/privacy/hold`)).status).toBe(200);
    expect((await client.get(`/v3/customers/${slave}/privacy`)).body.hold).toBeNull();
    expect((await erase(master)).status).toBe(202);
  });
});

test('a request hides the customer at once, and a second request returns the first one', async () => {
  const kid = await customer({ vorname: 'Eva', name: 'Verschwindibus' });
  const contract = await made('/v3/contracts', { kid, sparte: 1 });
  const goal = await made('/v3/goals', { kid, subject: 'Haus' });
  const paper = await made(`/v3/contracts/${contract}/documents`, { name: 'c.txt', base64: 'Yw==' });
  const answers = await Promise.all([erase(kid), erase(kid)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  for (const path of [`customers/${kid}`, `contracts/${contract}`, `goals/${goal}`, `documents/${paper}`])
    expect((await client.get(`/v3/${path}`)).status).toBe(404);
  const found = await client.post('/v3/search', { query: 'Verschwindibus' });
  expect(JSON.stringify(found.body)).not.toContain('Eva');
  for (const path of [`customers/${kid}`, `contracts/${contract}`, `goals/${goal}`])
    expect((await client.post(`/v3/${path}/restore`)).status).toBeGreaterThanOrEqual(404);
  expect((await plain.get(`/v3/customers/${kid}/privacy`)).error).toBe('administrator_required');
  expect((await admin.get(`/v3/customers/${kid}/privacy`)).body.state).toBe('restricted');
  expect((await client.get(`/v3/customers/${kid}/privacy/erasure`)).body).toMatchObject({ id: answers[0]?.body.id });
});

test('a report has processing, recipients, erasures and holds', async () => {
  const own = await service.organisation();
  const one = await own.client();
  const its = await own.client({ userKid: own.adminKid });
  const kid = (await one.post('/v3/customers', { name: 'Bericht' })).body.kid;
  const held = (await one.post('/v3/customers', { name: 'Gesperrt', vorname: 'Ada' })).body.kid;
  await one.post(`/v3/customers/${kid}/contacts`, { art: 'E-Mail', wert: 'a@example.com' });
  await one.post('/v3/contracts', { kid: held, sparte: 1, nummer: '7' });
  await service.db.transaction((tx) =>
    tx.run(sql`insert into webhook (org_id, id, name, url, events, active, secret)
      values (${own.orgId}, 987654, 'Buchhaltung', 'https://hooks.example/crm?key=secret', '{customers.insert}', true, 'x')`),
  );
  await put(`/v3/customers/${held}/privacy/hold`, { reason: 'Klage', until: `${YEAR + 1}-06-30` }, its);
  await erase(kid, its);
  const foreign = await customer({ name: 'Andere Organisation' });
  const { status, body } = await its.get('/v3/privacy/report?language=en');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    until: expect.stringMatching(/^\d{4}-/),
    purge_days: 90,
    purposes: expect.stringContaining('insurance'),
  });
  const kinds = new Map<string, { records: number; fields: { name: string }[]; rule: object | null }>(
    body.processing.map((kind: { section: string }) => [kind.section, kind]),
  );
  expect(kinds.get('customers')?.records).toBe(1);
  const names = kinds.get('customers')?.fields.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['name', 'vorname']));
  expect(names).not.toContain('geb');
  expect(kinds.get('contracts')).toMatchObject({ records: 1, rule: { years: 5, basis: '§ 22 VersVermV' } });
  expect(kinds.has('damages')).toBe(false);
  expect(body.recipients.webhooks).toEqual([expect.objectContaining({ to: 'hooks.example' })]);
  expect(body.erasures).toEqual([expect.objectContaining({ kid, reason: 'Art. 17' })]);
  expect(body.holds).toMatchObject({
    in_force: [{ kid: held, reason: 'Klage', until: `${YEAR + 1}-06-30` }],
    changes: [{ kid: held, action: 'hold', until: `${YEAR + 1}-06-30` }],
  });
  expect(JSON.stringify(body)).not.toContain(`"kid":${foreign},`);
  const before = (await its.get('/v3/privacy/report?until=2020-01-31')).body;
  expect(before).toMatchObject({
    since: '2019-01-31',
    erasures: [],
    holds: { changes: [], in_force: [{ kid: held }] },
  });
  expect((await its.get('/v3/privacy/report?since=gestern')).status).toBe(400);
});
