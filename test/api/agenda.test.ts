/** Deadlines of contracts and the agenda (rules 16.19, 16.20). */
import { beforeAll, describe, expect, test } from 'vitest';
import { sparten } from '../../src/model/seed/sparten.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';

let clockShift = 0;
const fixture = setUpRecords('agendaword', { now: () => Date.now() + clockShift });

const renewing = sparten.find(
  (one) => one.auto_verlaengerung && one.kuendigungsfrist === 3 && one.bearbeitungszeitraum > 0,
);
const monthly = sparten.find((one) => one.auto_verlaengerung && one.kuendigungsfrist === 1);
const ending = sparten.find((one) => !one.auto_verlaengerung);

/** A day some days later. */
const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

let kid: number;
let adviser: number;
beforeAll(async () => {
  adviser = (await fixture.client.post('/v3/users', { name: 'Keller', email: 'keller@example.com' })).body.id;
  kid = await fixture.customer({ name: 'Sommer', betreuer: adviser });
});

const contract = async (fields: Body): Promise<number> =>
  (await fixture.client.post('/v3/contracts', { kid, sparte: renewing?.id, ...fields })).body.id;
const deadlines = async (query: string): Promise<readonly Body[]> => {
  const { status, body, text } = await fixture.client.get(`/v3/contracts/deadlines?${query}`);
  expect(status, text).toBe(200);
  expect(body.total).toBe(body.items.length);
  return body.items;
};

describe('GET /v3/contracts/deadlines', () => {
  test.each([
    ['the end is later', { ablauf: '2026-12-31' }, '2026-01-01', '2026-09-30'],
    ['the day of notice itself counts', { ablauf: '2026-12-31' }, '2026-09-30', '2026-09-30'],
    ['a day later it is that of the next year', { ablauf: '2026-12-31' }, '2026-10-01', '2027-09-30'],
    ['an end that has passed moves on by years', { ablauf: '2019-05-01' }, '2026-03-01', '2027-01-31'],
    ['without an end the anniversary of the beginning counts', { beginn: '2020-07-01' }, '2026-01-01', '2026-03-31'],
    ['the first anniversary is the first end', { beginn: '2026-07-01' }, '2026-01-01', '2027-03-31'],
    ['an end on the first of a month', { ablauf: '2027-07-01' }, '2026-12-01', '2027-03-31'],
    ['the leap day ends with February', { ablauf: '2024-02-29' }, '2025-01-01', '2025-11-30'],
    ['28 February ends with the month, in leap years too', { ablauf: '2023-02-28' }, '2027-01-01', '2027-11-30'],
    ['28 February of a leap year ends at its beginning', { ablauf: '2028-02-28' }, '2027-01-01', '2027-11-27'],
    ['the anniversary of a leap day', { beginn: '2024-02-29' }, '2024-06-01', '2024-11-30'],
    ['the months of notice lead to a shorter month', { ablauf: '2027-05-30' }, '2027-01-01', '2027-02-27'],
  ])('of a contract that renews itself: %s', async (_case, fields, from, datum) => {
    const id = await contract(fields);
    const found = (await deadlines(`from=${from}&limit=5000`)).find((one) => one.id === id);
    expect(found).toMatchObject({
      frist: { art: 'kuendigung', datum, handeln_ab: plus(datum, -(renewing?.bearbeitungszeitraum ?? 0)) },
      task: null,
    });
  });

  test('with one month of notice, 31 December and 1 January have the same last day', async () => {
    for (const fields of [{ beginn: '2026-01-01' }, { ablauf: '2027-01-01' }, { ablauf: '2026-12-31' }]) {
      const id = await contract({ sparte: monthly?.id, ...fields });
      expect(await deadlines(`id=${id}&from=2026-11-01`)).toMatchObject([{ id, frist: { datum: '2026-11-30' } }]);
    }
  });

  test('a period lists the same deadlines as an open-ended list does for these days', async () => {
    const ends = ['2024-02-29', '2023-02-28', '2023-05-31', '2020-12-31', '2044-03-30', '2027-01-01', '2027-05-30'];
    for (const sparte of [renewing?.id, monthly?.id]) for (const ablauf of ends) await contract({ sparte, ablauf });
    for (const from of ['2043-02-27', '2043-09-29', '2043-11-20', '2043-11-30', '2043-12-31', '2044-01-31']) {
      const all = await deadlines(`from=${from}&limit=5000`);
      for (const to of [from, plus(from, 40), plus(from, 200), plus(from, 299), plus(from, 370), plus(from, 800)]) {
        const inPeriod = all.filter(({ frist }) => String((frist as Body).datum) <= to);
        expect(await deadlines(`from=${from}&to=${to}&limit=5000`)).toEqual(inPeriod);
        const acting = all.filter(({ frist }) => String((frist as Body).handeln_ab) <= to);
        expect(await deadlines(`from=${from}&handeln_ab[lte]=${to}&limit=5000`)).toEqual(acting);
      }
    }
  });

  test('a contract that is not renewed has one deadline', async () => {
    const id = await contract({ sparte: ending?.id, ablauf: '2026-05-01' });
    const plain = await contract({ sparte: null, ablauf: '2026-05-02' });
    const found = await deadlines('from=2026-05-01&to=2026-05-02');
    expect(found.filter((one) => [id, plain].includes(Number(one.id)))).toMatchObject([
      { id, frist: { art: 'ablauf', datum: '2026-05-01' } },
      { id: plain, frist: { art: 'ablauf', datum: '2026-05-02', handeln_ab: '2026-05-02' } },
    ]);
    expect((await deadlines('from=2026-05-03&limit=5000')).map((one) => one.id)).not.toContain(id);
  });

  test('archived, ended and undated contracts have no deadline', async () => {
    const left = [
      await contract({ ablauf: '2030-12-31', archiv: 1 }),
      ...(await Promise.all(
        ['Storniert', ' gekündigt', 'storniert\u00a0 ', 'Storno', 'GEKÜNDIGT', 'Gekuendigt\n'].map((status) =>
          contract({ ablauf: '2030-12-31', status }),
        ),
      )),
      await contract({}),
      await contract({ sparte: ending?.id, beginn: '2020-01-01' }),
    ];
    const ids = (await deadlines('from=2020-01-01&limit=5000')).map((one) => one.id);
    expect(ids.filter((id) => left.includes(Number(id)))).toEqual([]);
  });

  test('the list is filtered by period and adviser, and names the linked task', async () => {
    const id = await contract({ ablauf: '2041-11-15' });
    const until = plus('2041-08-14', -(renewing?.bearbeitungszeitraum ?? 0));
    const query = `from=2041-08-14&to=2041-08-14`;
    expect(await deadlines(`${query}&handeln_ab[lte]=${plus(until, -1)}`)).toEqual([]);
    expect(await deadlines(`${query}&handeln_ab[gte]=${plus(until, 1)}`)).toEqual([]);
    expect(await deadlines(`${query}&betreuer=${fixture.organisation.adminKid}`)).toEqual([]);
    await fixture.client.patch(`/v3/contracts/${id}`, { gesellschaft: 'Havelufer' });
    for (const [filter, found] of [
      ...[`sparte=${renewing?.id}`, 'gesellschaft=havelufer', `sparte=${renewing?.id}&gesellschaft=Havelufer`].map(
        (one) => [one, [{ id, betreuer: adviser }]] as const,
      ),
      ...[`sparte=${ending?.id}`, 'gesellschaft=Havel', 'gesellschaft='].map((one) => [one, []] as const),
    ])
      expect(await deadlines(`${query}&${filter}`), filter).toMatchObject(found);
    for (const wrong of ['sparte=x', `gesellschaft=${'x'.repeat(256)}`])
      expect((await fixture.client.get(`/v3/contracts/deadlines?${wrong}`)).status).toBe(400);
    const task = await fixture.client.post('/v3/activities', {
      kategorie: 'aufgabe',
      kid,
      start: '2041-08-01 10:00:00',
    });
    await fixture.client.post(`/v3/contracts/${id}/links`, { foreign_section: 'activities', foreign_id: task.body.id });
    const { body } = await fixture.client.get(
      `/v3/contracts/deadlines?${query}&handeln_ab[lte]=${until}&handeln_ab[gte]=${until}&betreuer=${adviser}&with_names=true`,
    );
    expect(body).toMatchObject({ page: 1, page_size: 50, total: 1, names: { customers: { [kid]: 'Sommer' } } });
    expect(body.items).toMatchObject([
      { id, kid, task: { id: task.body.id, start: '2041-08-01 10:00:00' }, late_task: null },
    ]);
  });

  test('a task counts until the end of the last day; a later one leaves the deadline open', async () => {
    const id = await contract({ ablauf: '2042-12-31' });
    const { body: task } = await fixture.client.post('/v3/activities', { kategorie: 'aufgabe', kid });
    await fixture.client.post(`/v3/contracts/${id}/links`, { foreign_section: 'activities', foreign_id: task.id });
    const found = async () => (await deadlines(`id=${id}&from=2042-09-30`))[0];
    expect(await found()).toMatchObject({ frist: { datum: '2042-09-30' }, task: null, late_task: null });
    for (const [start, name, other] of [
      ['2042-10-01 00:00:00', 'late_task', 'task'],
      ['2042-09-30 23:59:59', 'task', 'late_task'],
    ] as const) {
      await fixture.client.patch(`/v3/activities/${task.id}`, { start });
      expect(await found()).toMatchObject({ [name]: { id: task.id, start }, [other]: null });
    }
  });

  test('with_deadline adds the next deadline to contracts in lists and single reads', async () => {
    const [later, over, none] = [
      await contract({ ablauf: '2044-05-31' }),
      await contract({ sparte: ending?.id, ablauf: '2019-05-01' }),
      await contract({ ablauf: '2044-05-31', status: 'gekündigt' }),
    ];
    const now = new Date().toISOString().slice(0, 10);
    const due = (await deadlines(`from=${now}&limit=5000`)).find(({ id }) => id === later);
    expect(due?.frist).toMatchObject({ art: 'kuendigung' });
    const items = async (address: string): Promise<readonly Body[]> => (await fixture.client.get(address)).body.items;
    for (const address of [
      '/v3/contracts?with_deadline=true&limit=500',
      '/v3/contracts?with_deadline=true&limit=5000',
      '/v3/contracts?with_deadline=true&fields=id&sort=-ablauf&limit=500',
      `/v3/customers/${kid}/contracts?with_deadline=true&with_names=true&with_tariffs=true&limit=500`,
    ]) {
      const found = new Map((await items(address)).map(({ id, frist }) => [id, frist]));
      expect([found.get(later), found.get(over), found.get(none)], address).toEqual([due?.frist, null, null]);
    }
    for (const query of ['with_deadline=true', 'with_deadline=true&with_tariffs=true&with_schema=true']) {
      const { body, headers } = await fixture.client.get(`/v3/contracts/${later}?${query}`);
      expect([body.frist, headers.get('etag')]).toEqual([due?.frist, null]);
    }
    const { body, text } = await fixture.client.get(`/v3/contracts/${later}`);
    expect([body.id, 'frist' in body]).toEqual([later, false]);
    expect(text).not.toContain('frist');
    expect((await fixture.client.get(`/v3/customers/${kid}?with_deadline=true`)).text).not.toContain('"frist"');
  });

  test.each([
    'from=x',
    'to=2026-02-30',
    'handeln_ab[lte]=heute',
    'betreuer=x',
    'id=x',
  ])('%s is refused', async (query) => {
    const name = query.split('=')[0];
    expect(refusal(await fixture.client.get(`/v3/contracts/deadlines?${query}`))).toMatch(`400 ${name}:invalid_`);
    if (!/^handeln|^id/.test(query))
      expect(refusal(await fixture.client.get(`/v3/agenda?${query}`))).toMatch(`400 ${name}:invalid_`);
  });
});

describe('GET /v3/agenda', () => {
  const FROM = '2026-12-28';
  const agenda = async (query: string) => (await fixture.client.get(`/v3/agenda?from=${FROM}&${query}`)).body;

  beforeAll(async () => {
    await fixture.client.post('/v3/activities', {
      kategorie: 'aufgabe',
      kid,
      start: `${FROM} 23:30:00`,
      verantwortlich: adviser,
    });
    await fixture.client.post('/v3/activities', {
      kategorie: 'aufgabe',
      kid,
      start: '2026-12-29 00:00:00',
      verantwortlich: adviser,
    });
    await fixture.client.post('/v3/damages', { kid, art: 'Sturm', datum_schaden: '2026-12-01' });
    await fixture.client.post('/v3/damages', { kid, art: 'Hagel', datum_schaden: '2026-12-20' });
    await fixture.client.post('/v3/damages', { kid, art: 'Draft', datum_schaden: '2026-12-01', draft: 1 });
    await fixture.customer({ name: 'Neujahr', geb: '1980-01-02', betreuer: adviser });
    await fixture.customer({ name: 'Silvester', geb: '1970-12-30', betreuer: adviser });
    await fixture.customer({ name: 'Sommerkind', geb: '1970-07-30', betreuer: adviser });
  });

  test('each total is that of the list behind it, also with an adviser and over New Year', async () => {
    for (const query of ['to=2027-01-04', `to=2027-01-04&betreuer=${adviser}`, `to=2028-01-04&betreuer=${adviser}`]) {
      const groups: Record<string, { total: number; items: Body[]; list: string }> = await agenda(query);
      expect(Object.keys(groups)).toEqual(['tasks', 'deadlines', 'damages', 'birthdays']);
      for (const [name, { total, items, list }] of Object.entries(groups)) {
        const { body } = await fixture.client.get(list);
        expect([query, name, total]).toEqual([query, name, body.total]);
        expect(items.length).toBe(Math.min(total, 20));
        expect(items.map(({ id }) => id)).toEqual(body.items.slice(0, 20).map(({ id }: Body) => id));
      }
    }
    const groups = await agenda(`to=2027-01-04&betreuer=${adviser}&with_names=true`);
    expect(groups.tasks.total).toBe(1);
    expect(groups.damages.items.map(({ art }: Body) => art)).toEqual(['Sturm']);
    expect(groups.birthdays.items.map(({ name }: Body) => name).sort()).toEqual(['Neujahr', 'Silvester']);
    expect(groups.deadlines.list).toBe(
      `/v3/contracts/deadlines?from=${FROM}&handeln_ab[lte]=2027-01-04&betreuer=${adviser}`,
    );
    expect(groups.names).toMatchObject({ customers: { [kid]: 'Sommer' }, users: { [adviser]: 'Keller' } });
  });

  test('on 28 December the usual period ends in the next year, and its list is the same', async () => {
    clockShift = Date.parse('2026-12-28T11:00:00Z') - Date.now();
    const { body } = await fixture.client.get(`/v3/agenda?betreuer=${adviser}`);
    expect(body.birthdays.list).toContain('geburtstag[gte]=12-28&geburtstag[lte]=01-04');
    expect(body.birthdays.items.map(({ name }: Body) => name).sort()).toEqual(['Neujahr', 'Silvester']);
    for (const { total, list } of Object.values<{ total: number; list: string }>(body))
      expect([list, total]).toEqual([list, (await fixture.client.get(list)).body.total]);
    clockShift = 0;
  });

  test('telephone numbers of customers, for callers that may read them', async () => {
    const other = (await fixture.client.post('/v3/customers', { name: 'Ohne' })).body.kid;
    for (const wert of ['+49 171 1', '+49 171 2'])
      await fixture.client.post(`/v3/customers/${kid}/contacts`, { art: 'Telefon', wert });
    await fixture.client.post(`/v3/customers/${other}/contacts`, { art: 'E-Mail', wert: 'a@example.com' });
    expect((await agenda(`betreuer=${adviser}`)).phones).toBeUndefined();
    expect((await agenda(`betreuer=${adviser}&with_phones=true`)).phones).toEqual({ [kid]: '+49 171 1' });
    const client = await fixture.organisation.client({ scopes: ['v3:damages:read'] });
    const { body } = await client.get(`/v3/agenda?from=${FROM}&with_phones=true`);
    expect([body.damages.total > 0, body.phones]).toEqual([true, {}]);
  });

  test('groups of sections without a read scope are omitted', async () => {
    const client = await fixture.organisation.client({ scopes: ['v3:damages:read', 'v3:users:read'] });
    expect(Object.keys((await client.get('/v3/agenda')).body)).toEqual(['damages']);
    const none = await fixture.organisation.client({ scopes: ['v3:users:read'] });
    expect(await none.get('/v3/agenda')).toMatchObject({ status: 403, error: 'insufficient_scope' });
  });

  test('contracts and damages are narrowed by the adviser of their customer', async () => {
    for (const path of ['contracts', 'damages']) {
      const { body } = await fixture.client.get(`/v3/${path}?betreuer=${adviser}&limit=5000`);
      expect(body.total).toBeGreaterThan(0);
      expect(new Set(body.items.map((one: Body) => one.kid))).toEqual(new Set([kid]));
      const other = await fixture.client.get(
        `/v3/${path}?betreuer=${adviser}&sort=-id&limit=1&kid=${fixture.id('customers')}`,
      );
      expect(other.body.total).toBe(0);
    }
  });
});

test('premiums of a customer are those of a year, by Sparte, of running contracts', async () => {
  const { client } = fixture;
  const { kid } = (await client.post('/v3/customers', { name: 'Beiträge' })).body;
  const premiums = async () => (await client.get(`/v3/customers/${kid}/premiums`)).body;
  expect(await premiums()).toEqual({ per_year: '0.00', items: [] });
  for (const contract of [
    { sparte: 7, beitrag: '10.50', intervall: 'monatlich' },
    { sparte: 7, beitrag: '100', intervall: ' Vierteljährlich' },
    { sparte: 3, beitrag: '80', intervall: 'jährlich' },
    { sparte: 3, beitrag: '5000', intervall: 'einmalig' },
    { sparte: 3, beitrag: '7', intervall: 'alle 14 Tage' },
    { sparte: 3, beitrag: '900', intervall: 'monatlich', status: 'Storniert' },
    { sparte: 3, beitrag: '900', intervall: 'monatlich', archiv: 1 },
  ])
    expect((await client.post('/v3/contracts', { kid, ...contract })).status).toBe(201);
  expect(await premiums()).toEqual({
    per_year: '606.00',
    items: [
      { sparte: 7, contracts: 2, without_interval: 0, per_year: '526.00' },
      { sparte: 3, contracts: 3, without_interval: 1, per_year: '80.00' },
    ],
  });
  expect((await client.get('/v3/customers/2147483647/premiums')).error).toBe('customer_not_found');
  const each = ['126.00', '400.00', '80.00', '0.00', null, null];
  const at = `/v3/customers/${kid}/contracts?with_premium=true`;
  for (const query of ['', '&limit=5000', '&fields=id&with_deadline=true&with_names=true', '&sort=sparte']) {
    const { per_year, items } = (await client.get(at + query)).body;
    expect(per_year, query).toBe('606.00');
    const found = items.map((item: { jahresbeitrag: string | null }) => item.jahresbeitrag);
    expect(found.sort(), query).toEqual([...each].sort());
  }
  const page = (await client.get(`${at}&beitrag[lte]=80&limit=1&page=2&with_archived=true`)).body;
  expect([page.per_year, page.total, page.items.length]).toEqual(['206.00', 3, 1]);
  const [{ id }] = (await client.get(`${at}&limit=1`)).body.items;
  expect((await client.get(`/v3/contracts/${id}?with_premium=true`)).body.jahresbeitrag).toBe('126.00');
  expect((await client.get(`/v3/contracts/${id}`)).text).not.toContain('jahresbeitrag');
  expect((await client.get('/v3/customers?with_premium=true&limit=1')).text).not.toContain('per_year');
});
