/** Filters by texts, days and periods, `[prefix]`, `[empty]` and orders by them (rules 4.9, 4.10), on random records and by hand. */
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { service, client } = setUpService();
/** Names of the records of a list that a query leaves, in its order; numbers where they have no name. */
const left = async (list: string, query: string, shown = 'name'): Promise<unknown[]> => {
  const { status, body, text } = await client.get(`/v3/${list}?${query}`);
  expect([query, status, status === 200 ? '' : text]).toEqual([query, 200, '']);
  expect(body.total).toBe(body.items.length);
  return (body.items as Record<string, unknown>[]).map((item) => item[shown]);
};
const refused = async (list: string, query: string): Promise<void> => {
  const { status, error, body } = await client.get(`/v3/${list}?${query}`);
  expect([query, status, error]).toEqual([query, 400, 'validation_failed']);
  expect(body.data.issues[0].path).toEqual([query.split('=')[0]]);
};
const make = async (list: string, ...records: object[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const record of records) {
    const { status, body, text } = await client.post(`/v3/${list}`, record);
    expect([status, status < 300 ? '' : text]).toEqual([status, '']);
    ids.push(body.kid ?? body.id);
  }
  return ids;
};

let kid = 0;
let partner = 0;
beforeAll(async () => {
  [kid = 0] = await make(
    'customers',
    { name: 'Müller', vorname: 'Ärne', geb: '1984-12-30' },
    { name: 'MÜLLER-Lüdenscheid', vorname: 'Zoe', geb: '1990-01-05' },
    { name: 'mueller', geb: '1972-02-29' },
    { name: 'Öz', vorname: '', geb: '2001-07-01' },
    { name: 'o%_', vorname: 'Bo' },
  );
  [partner = 0] = await make(
    'products',
    { name: 'Alte Leipziger', kurzname: 'AL' },
    { name: 'Allianz', kurzname: 'al' },
    { name: 'ERGO' },
  );
  await make(
    'contracts',
    {
      kid,
      nummer: 'KFZ-12 / 34.5',
      gesellschaft: 'Allianz',
      status: 'Aktiv',
      beginn: '2025-01-01',
      ablauf: '2026-01-01',
    },
    { kid, nummer: 'kfz12345', gesellschaft: 'ALLIANZ', status: 'aktiv', beginn: '2025-06-01', archiv: 1 },
    { kid, nummer: 'KFZ-123', gesellschaft: 'ERGO', status: 'Beendet' },
    { kid },
  );
  await make('activities', {
    kid,
    kategorie: 1,
    titel: 'a',
    start: '2026-03-01 09:00:00',
    ende: '2026-03-01 10:00:00',
  });
  await make('activities', { kid, kategorie: 1, titel: 'b', start: '2026-03-02 09:00:00' });
  await make('contact-persons', { kid: partner, name: 'Özil', email: 'A@b.example' }, { kid: partner, name: 'Weiß' });
  for (const [name, datum, kundenportal] of [
    ['Police.pdf', '2026-01-31', 1],
    ['police 2.pdf', null, 0],
  ] as const)
    await make('documents', { kid, name, datum, kundenportal, base64: 'eA==' });
});

describe('texts', () => {
  test('match exactly except for case', async () => {
    expect(await left('customers', 'name=MÜLLER')).toEqual(['Müller']);
    expect(await left('customers', 'name=muller')).toEqual([]);
    expect(await left('customers', 'vorname=%C3%A4RNE')).toEqual(['Müller']);
    expect(await left('products', 'kurzname=Al', 'name')).toEqual(['Alte Leipziger', 'Allianz']);
    expect(await left('contracts', 'gesellschaft=allianz&with_archived=1', 'nummer')).toEqual([
      'KFZ-12 / 34.5',
      'kfz12345',
    ]);
    expect(await left('contracts', 'gesellschaft=allianz', 'nummer')).toEqual(['KFZ-12 / 34.5']);
    expect(await left('contact-persons', 'email=a@B.example')).toEqual(['Özil']);
    expect(await left('contact-persons', 'name=%C3%B6ZIL')).toEqual(['Özil']);
    expect(await left('documents', 'name=POLICE.PDF')).toEqual(['Police.pdf']);
  });
  test('match by prefix', async () => {
    expect(await left('customers', 'name[prefix]=m%C3%BCll')).toEqual(['Müller', 'MÜLLER-Lüdenscheid']);
    expect(await left('customers', 'name[prefix]=o%25')).toEqual(['o%_']);
    expect(await left('customers', 'name[prefix]=o_')).toEqual([]);
    expect(await left('documents', 'name[prefix]=POLICE&sort=-name')).toEqual(['Police.pdf', 'police 2.pdf']);
    await refused('customers', 'name[prefix]=');
    await refused('customers', 'geb[prefix]=19');
    await refused('customers', 'nummer[prefix]=1');
  });
  test('are sorted and compared in one order', async () => {
    const names = ['mueller', 'Müller', 'MÜLLER-Lüdenscheid', 'o%_', 'Öz'];
    expect(await left('customers', 'sort=name')).toEqual(names);
    expect(await left('customers', 'sort=-name')).toEqual([...names].reverse());
    expect(await left('customers', 'name[gte]=M%C3%9CLLER&name[lt]=P&sort=name')).toEqual(names.slice(1));
    expect((await left('customers', 'sort=vorname', 'vorname')).slice(1)).toEqual(['Ärne', 'Bo', 'Zoe', null]);
  });
  test('are ordered by DIN 5007-1: umlauts as their vowels, then ß as ss', async () => {
    const names = ['10', 'Apfel', 'Äpfel', 'Äpfelchen', 'de Vries', 'Émile', 'Öl', 'Olaf', 'Özdemir'];
    names.push('Ss', 'ß-Test', 'Ssa', 'Żak', 'Zebra');
    await make('documents', ...names.toReversed().map((name) => ({ kid: partner, name, base64: 'eA==' })));
    const found = (query: string) => left('documents', `kid=${partner}&${query}`);
    expect(await found('sort=name')).toEqual(names);
    expect(await found('sort=-name')).toEqual(names.toReversed());
    const pages: unknown[] = [];
    for (const page of [1, 2, 3, 4])
      pages.push(...(await client.get(`/v3/documents?kid=${partner}&sort=name&limit=4&page=${page}`)).body.items);
    expect(pages).toMatchObject(names.map((name) => ({ name })));
    expect(await found('sort=name&name[gte]=%C3%A4pfel&name[lt]=OLB')).toEqual(names.slice(2, 8));
    expect(await found('sort=name&name[gt]=Z&name[lte]=zz')).toEqual(['Żak', 'Zebra']);
    expect(await found('sort=name&name[prefix]=%C3%84P')).toEqual(['Äpfel', 'Äpfelchen']);
    expect(await found('name[prefix]=ap')).toEqual(['Apfel']);
    expect(await found('name[prefix]=s')).toEqual(['Ssa', 'Ss']);
  });
  test('numbers of contracts are compared by letters and digits alone', async () => {
    const numbers = (query: string) => left('contracts', `${query}&with_archived=1`, 'nummer');
    expect(await numbers('nummer=kfz%2012-345')).toEqual(['KFZ-12 / 34.5', 'kfz12345']);
    expect(await numbers('nummer[prefix]=KFZ.123')).toEqual(['KFZ-12 / 34.5', 'kfz12345', 'KFZ-123']);
    expect(await numbers('nummer[lt]=KFZ-1234')).toEqual(['KFZ-123']);
  });
  test('a text of which no character is compared matches nothing', async () => {
    await make('contracts', { kid, sparte: 4, nummer: '/' });
    for (const filter of ['nummer=-', 'nummer[prefix]=-', 'nummer[gte]=.', 'nummer[lt]=%E2%80%93', 'gesellschaft='])
      expect(await left('contracts', `${filter}&with_archived=1`)).toEqual([]);
  });
  test('e-mail addresses of users are compared by their own rule', async () => {
    const [, second] = await make(
      'users',
      { name: 'A', email: 'Straße@Example.com' },
      { name: 'B', email: 'b@example.com', rolle: 'berater', aktiv: false },
    );
    expect(await left('users', 'email=%20STRAßE@example.COM%20')).toEqual(['A']);
    expect(await left('users', 'email[prefix]=STRA')).toEqual(['A']);
    expect(await left('users', 'aktiv=false&rolle=BERATER', 'id')).toEqual([second]);
    expect((await left('users', 'sort=email', 'email')).at(-1)).toBe('Straße@Example.com');
    await refused('users', 'email=x');
  });
});

describe('days', () => {
  test('a range of birthdays may include New Year', async () => {
    const born = (query: string) => left('customers', query, 'geb');
    expect(await born('geburtstag=12-30')).toEqual(['1984-12-30']);
    expect(await born('geburtstag[gte]=12-20&geburtstag[lte]=01-10&sort=geburtstag')).toEqual([
      '1990-01-05',
      '1984-12-30',
    ]);
    expect(await born('geburtstag[gt]=12-30&geburtstag[lt]=01-05')).toEqual([]);
    expect(await born('geburtstag[gte]=01-05&geburtstag[lte]=02-29&name[prefix]=m')).toEqual([
      '1990-01-05',
      '1972-02-29',
    ]);
    expect(await born('geburtstag[gte]=03-01')).toEqual(['1984-12-30', '2001-07-01']);
    expect(await born('sort=-geburtstag')).toEqual(['1984-12-30', '2001-07-01', '1972-02-29', '1990-01-05', null]);
    for (const wrong of ['geburtstag=02-30', 'geburtstag=1984-12-30', 'geburtstag[gte]=13-01', 'geburtstag[prefix]=12'])
      await refused('customers', wrong);
    expect((await client.get('/v3/customers?limit=1')).body.items[0]).not.toHaveProperty('geburtstag');
  });
  test('contracts, activities and documents are filtered by period', async () => {
    expect(await left('customers', 'geb[lt]=1980-01-01')).toEqual(['mueller']);
    expect(await left('contracts', 'ablauf[lte]=2026-12-31&status=AKTIV', 'nummer')).toEqual(['KFZ-12 / 34.5']);
    expect(await left('contracts', 'beginn=2025-06-01&with_archived=1', 'nummer')).toEqual(['kfz12345']);
    expect(await left('activities', 'start[gte]=2026-03-02&sort=start', 'titel')).toEqual(['b']);
    expect(await left('activities', 'ende[lte]=2026-03-01', 'titel')).toEqual(['a']);
    expect(await left('documents', 'datum[gte]=2026-01-01')).toEqual(['Police.pdf']);
    expect(await left('documents', 'kundenportal=true')).toEqual(['Police.pdf']);
  });
});

test('lists are filtered by empty and non-empty values', async () => {
  expect(await left('customers', 'geb[empty]=true')).toEqual(['o%_']);
  expect(await left('customers', 'vorname[empty]=1')).toEqual(['mueller', 'Öz']);
  expect(await left('customers', 'vorname[empty]=false&geburtstag[empty]=0')).toEqual(['Müller', 'MÜLLER-Lüdenscheid']);
  expect(await left('contracts', 'ablauf[empty]=false', 'nummer')).toEqual(['KFZ-12 / 34.5']);
  expect(await left('activities', 'ende[empty]=true&kid[empty]=false', 'titel')).toEqual(['b']);
  expect(await left('contact-persons', 'email[empty]=true')).toEqual(['Weiß']);
  await refused('customers', 'geb[empty]=vielleicht');
  await refused('customers', 'geb[empty]=');
  await refused('customers', 'anrede[empty]=true');
});

test('every range filter has an index', async () => {
  const database = new pg.Client(service.connection);
  await database.connect();
  const plan = async (text: string): Promise<string> => {
    await database.query('set enable_seqscan = off; set enable_bitmapscan = off');
    const { rows } = await database.query<Record<string, string>>(`explain (costs off) ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const folded = (column: string) => `lower("${column}" collate "und-x-icu")`;
  const of = (table: string, condition: string) =>
    `select id from ${table} where org_id = 1 and del = 0 and ${condition}`;
  expect(await plan(of('contact', `section = 'customers' and ${folded('name')} = 'x'`))).toContain('contact_name');
  expect(await plan(of('contact', `section = 'users' and lower(email collate "C") = 'x'`))).toContain(
    'contact_user_email',
  );
  expect(await plan(of('contract', `${folded('status')} >= 'x'`))).toContain('contract_status');
  await database.end();
});
