/** The calendar of a user: its secret address, its events in local time, read by a parser of another author (rules 16.24). */
import { convertIcsCalendar } from 'ts-ics';
import { beforeAll, expect, test } from 'vitest';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { actsOn, newPerson, type Person } from '../support/people.ts';

const { service, organisation, client: api } = setUpService();
let admin: SettingsClient;
let adviser: Person;
let session: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
  adviser = await newPerson(service, admin, 'kalender@example.com');
  session = await adviser.signIn();
});

const read = async (url: string) => {
  const answer = await fetch(url);
  const text = await answer.text();
  const events = answer.ok ? (convertIcsCalendar(undefined, text).events ?? []) : [];
  return { status: answer.status, type: answer.headers.get('content-type'), text, events };
};

const create = async (path: string, body: object): Promise<number> => {
  const made = await api.post(path, body);
  expect(made.status, made.text).toBe(201);
  return made.body.id ?? made.body.kid;
};

test('an address shows tasks, appointments and deadlines until it is renewed or ended', async () => {
  expect((await session.get('/account/calendar')).body).toEqual({ active: false });
  const { url } = (await session.send('POST', '/account/calendar')).body;
  expect(url).toMatch(/\/calendar\/[\w-]+\.ics$/);
  expect((await session.get('/account/calendar')).body).toEqual({ active: true });

  const year = new Date().getFullYear();
  // The last Sundays of March and October: the clock changes on one of the two days before or after.
  const customer = await create('/v3/customers', { name: 'Grün; Söhne', vorname: 'Ada', betreuer: adviser.kid });
  const own = { kid: customer, verantwortlich: adviser.kid };
  const [winter, summer] = [`${year + (new Date().getMonth() > 0 ? 1 : 0)}-01-15`, '07-15'];
  const nextSummer = `${new Date() > new Date(`${year}-${summer}`) ? year + 1 : year}-${summer}`;
  await create('/v3/activities', {
    ...own,
    kategorie: 2,
    titel: 'Gespräch, lang',
    start: `${winter} 09:30:00`,
    ende: `${winter} 10:00:00`,
  });
  await create('/v3/activities', { ...own, kategorie: 2, titel: 'Sommer', start: `${nextSummer} 09:30:00` });
  await create('/v3/activities', { ...own, kategorie: 1, titel: 'Rückruf', start: `${winter} 14:00:00` });
  await create('/v3/activities', { ...own, kategorie: 1, titel: 'Getan', start: `${winter} 14:00:00`, status: 1 });
  await create('/v3/activities', { kid: customer, kategorie: 1, titel: 'Anderer', start: `${winter} 14:00:00` });
  const contract = await create('/v3/contracts', {
    kid: customer,
    sparte: 10,
    nummer: 'K-1',
    ablauf: winter,
    beginn: '2020-01-15',
  });

  const { status, type, text, events } = await read(url);
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
  const shown = events.map(({ summary, start }) => [summary, start.type ?? 'DATE-TIME', start.date.toISOString()]);
  expect(shown.slice(0, 3)).toEqual([
    ['Gespräch, lang, Ada Grün; Söhne', 'DATE-TIME', `${winter}T08:30:00.000Z`],
    ['Rückruf, Ada Grün; Söhne', 'DATE', `${winter}T00:00:00.000Z`],
    ['Sommer, Ada Grün; Söhne', 'DATE-TIME', `${nextSummer}T07:30:00.000Z`],
  ]);
  const [deadline] = events.slice(3);
  const { items } = (await api.get(`/v3/contracts/deadlines?id=${contract}`)).body;
  expect(deadline?.start.date.toISOString().slice(0, 10)).toBe(items[0].frist.datum);
  expect(deadline?.summary).toMatch(/^(Letzter Kündigungstag|Vertragsende): .*K-1/);
  expect(deadline?.url).toMatch(new RegExp(`/contracts/${contract}$`));
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect((await read(`${url}?lang=en`)).text).toContain('Tasks and deadlines');

  const next = (await session.send('POST', '/account/calendar')).body.url;
  expect((await read(url)).status).toBe(404);
  expect((await read(next)).events).toHaveLength(4);
  expect((await session.send('DELETE', '/account/calendar')).status).toBe(200);
  expect((await read(next)).status).toBe(404);
  expect(await actsOn(admin, adviser.kid)).toEqual(expect.arrayContaining(['calendar-on', 'calendar-off']));
});

test('an address shows records that the role may read, none of others, and ends with the user', async () => {
  const { url } = (await session.send('POST', '/account/calendar')).body;
  const role = await admin.send('POST', '/roles', {
    id: 'nur_kunden',
    name: 'Nur Kunden',
    scopes: ['v3:customers:read'],
  });
  expect(role.status, role.text).toBe(201);
  const change = (body: object) => api.patch(`/v3/users/${adviser.kid}`, body);
  expect((await change({ rolle: 'nur_kunden' })).status).toBe(200);
  expect((await read(url)).events).toEqual([]);
  expect((await change({ rolle: 'berater' })).status).toBe(200);
  expect((await read(url)).events).toHaveLength(4);
  expect((await change({ aktiv: false })).status).toBe(200);
  expect((await read(url)).status).toBe(404);
  for (const wrong of ['1-abc.ics', `${organisation.orgId}-${'a'.repeat(43)}.ics`, 'x'])
    expect((await read(`${service.address}/calendar/${wrong}`)).status).toBe(404);
});
