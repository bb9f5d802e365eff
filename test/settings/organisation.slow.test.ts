/** Name, time zone and logo of the organisation, the own name, and whether mails leave the service. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { PICTURE } from '../support/audited-routes.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { newPerson } from '../support/people.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

let mailServer: MailServer;
let service: TestService;
let organisation: Organisation;
let admin: SettingsClient;

beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startTestService({
    env: { SMTP_URL: mailServer.url, SMTP_FROM: 'CRM <crm@example.com>', PUBLIC_URL: 'https://crm.example.com' },
  });
  organisation = await service.organisation();
});
// The service logs the mail that was refused on purpose, and nothing else.
afterAll(async () => {
  await expect(service.stop()).rejects.toThrow(
    /^The service logged errors:\nA mail could not be sent [^\n]*not this one[^\n]*$/,
  );
  await mailServer.stop();
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  await service.db.transaction((tx) => tx.run(sql`delete from login_failure`));
  admin = await signIn(service.address, organisation.login);
});

/** The version of an organisation's settings, and how many entries its audit log has. */
const stateOf = async ({ orgId }: Organisation) => {
  const [row] = await service.db.read<{ version: number; entries: number }>(
    sql`select settings_version as version, (select count(*)::int from audit_entry where org_id = ${orgId}) as entries
      from organisation where org_id = ${orgId}`,
  );
  return row;
};

const logo = (client: SettingsClient, name = '') =>
  fetch(`${service.address}/settings/api/organisation/logo${name ? `?name=${name}` : ''}`, {
    headers: { cookie: client.cookie },
  });

describe('the organisation', () => {
  test('a new name and time zone apply at once, also to the REST API', async () => {
    const own = await service.organisation();
    const its = await signIn(service.address, own.login);
    const client = await own.client();
    const before = (await its.get('/organisation')).body;
    expect(before).toMatchObject({ time_zone: 'Europe/Berlin', logo: null });
    const changed = await its.send('PATCH', '/organisation', {
      name: ' Makler Muster ',
      time_zone: 'Pacific/Kiritimati',
      before: { name: before.name, time_zone: 'Europe/Berlin' },
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await its.get('/session')).body.organisation).toMatchObject({
      name: 'Makler Muster',
      time_zone: 'Pacific/Kiritimati',
    });
    const { id } = (await client.post('/v3/customers', { anrede: 'Frau', name: 'Uhr' })).body;
    await client.post(`/v3/customers/${id}/addresses`, { strasse: 'Am Tor 1' });
    const { insert_datum: at } = (await client.get(`/v3/customers/${id}/addresses`)).body.items[0];
    expect(Date.parse(`${at.replace(' ', 'T')}Z`) - Date.now()).toBeGreaterThan(13 * 3_600_000);
    const outdated = await its.send('PATCH', '/organisation', { name: 'Anders', before: { name: before.name } });
    expect([outdated.status, outdated.error]).toEqual([412, 'precondition_failed']);
    for (const [path, body] of [
      ['time_zone', { time_zone: 'Europe/Nirgendwo' }],
      ['name', { name: ' ' }],
    ] as const) {
      const refused = await its.send('PATCH', '/organisation', body);
      expect([refused.status, refused.body.data.issues?.[0]?.path]).toEqual([400, [path]]);
    }
  });

  test('an unchanged value writes nothing and does not invalidate caches', async () => {
    const own = await service.organisation();
    const its = await signIn(service.address, own.login);
    const before = await stateOf(own);
    const { name, time_zone } = (await its.get('/organisation')).body;
    const same = await its.send('PATCH', '/organisation', { name, time_zone, before: { name, time_zone } });
    expect([same.status, same.body]).toEqual([200, { success: true }]);
    expect(await stateOf(own)).toEqual(before);
    expect((await its.send('PATCH', '/organisation', { name: `${name} GmbH`, time_zone })).status).toBe(200);
    expect((await stateOf(own))?.version).toBe(Number(before?.version) + 1);
  });

  test('unchanged fields, labels, lists, Sparten and billing companies write nothing either', async () => {
    const own = await service.organisation();
    const its = await signIn(service.address, own.login);
    const [one, two] = ((await its.get('/sparten')).body.items as { id: number }[]).map(({ id }) => id);
    const options = [{ display: 'Rot', value: 'r' }];
    const ways: readonly [method: string, path: string, body: object][] = [
      ['PUT', '/lists/ampel', { options }],
      ['PUT', '/fields/goals/ind_1', { label: 'Ampel', kind: 'text', list: 'ampel', note: 'Farbe', group: 'Stand' }],
      ['PUT', '/fields/goals/ind_2', { label: 'Zahl', kind: 'int' }],
      ['PUT', '/fields/goals', { names: ['ind_2', 'ind_1'] }],
      ['PUT', '/fields/customers/name/label', { label: 'Nachname' }],
      ['PATCH', `/sparten/${one}`, { active: false }],
      ['PATCH', `/sparten/${two}`, { active: false }],
      ['PUT', '/billing-companies', { names: ['Nord', 'Süd'] }],
    ];
    const first = await stateOf(own);
    // There are none yet, and all are active.
    await its.send('PUT', '/billing-companies', { names: [] });
    await its.send('PATCH', `/sparten/${one}`, { active: true });
    expect(await stateOf(own)).toEqual(first);
    for (const [method, path, body] of ways)
      expect([path, (await its.send(method, path, body)).status]).toEqual([path, 200]);
    const before = await stateOf(own);
    expect(before?.version).toBe(Number(first?.version) + ways.length);
    for (const [method, path, body] of ways) {
      expect([path, (await its.send(method, path, body)).status]).toEqual([path, 200]);
      expect([path, await stateOf(own)]).toEqual([path, before]);
    }
  });

  test('the type of a logo is detected from its bytes, and every signed-in user can read it', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
    const huge = Buffer.from(PICTURE);
    huge.writeUInt32BE(2001, 16);
    const wrong: readonly [string, Buffer][] = [
      ['nothing', Buffer.alloc(0)],
      ['a text', Buffer.from('GIF89a?')],
      ['an SVG', svg],
      ['a page', Buffer.from('<html><script>1</script></html>')],
      ['the head of a picture', PICTURE.subarray(0, 12)],
      ['too many pixels', huge],
      ['too many bytes', Buffer.concat([PICTURE, Buffer.alloc(256 * 1024)])],
    ];
    for (const [what, bytes] of wrong) {
      const refused = await admin.send('POST', '/organisation/logo', { content: bytes.toString('base64') });
      expect(refused.status, what).toBe(400);
      expect(['invalid_picture', 'too_big'], what).toContain(refused.body.data.issues[0].code);
    }
    expect((await logo(admin)).status).toBe(404);
    const made = await admin.send('POST', '/organisation/logo', { content: PICTURE.toString('base64') });
    const { logo: name } = made.body;
    expect(name).toMatch(/^[\w-]{22}\.png$/);
    const person = await newPerson(service, admin, 'bild@example.com');
    const session = await person.signIn();
    expect((await session.get('/session')).body.organisation.logo).toBe(name);
    const shown = await logo(session, name);
    expect(Buffer.from(await shown.arrayBuffer()).equals(PICTURE)).toBe(true);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await logo(session, 'other.png')).headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${service.address}/settings/api/organisation/logo`)).status).toBe(401);
    const other = await signIn(service.address, (await service.organisation()).login);
    expect((await logo(other, name)).status, 'another organisation has its own').toBe(404);
    expect((await session.send('DELETE', '/organisation/logo')).error).toBe('administrator_required');
    expect((await admin.send('DELETE', '/organisation/logo')).body).toEqual({ success: true });
    expect((await admin.send('DELETE', '/organisation/logo')).status).toBe(404);
    expect((await logo(admin, name)).status).toBe(404);
  });
});

test('every user can change the own name, and no other field of a user', async () => {
  const person = await newPerson(service, admin, 'name@example.com');
  const session = await person.signIn();
  expect((await session.get('/account')).body.profile).toEqual({ vorname: null, name: 'Neu' });
  const before = { vorname: null, name: 'Neu' };
  const changed = await session.send('PATCH', '/account', { vorname: 'Erika', name: 'Muster', before });
  expect(changed.body).toEqual({ success: true });
  expect((await session.get('/account')).body).toMatchObject({
    name: 'Erika Muster',
    profile: { vorname: 'Erika', name: 'Muster' },
  });
  expect((await session.get('/session')).body.user.name).toBe('Erika Muster');
  expect((await session.send('PATCH', '/account', { name: 'Nie', before })).error).toBe('precondition_failed');
  for (const body of [{ rolle: 'admin' }, { email: 'anders@example.com' }, { name: '' }, { lizenz: true }]) {
    expect((await session.send('PATCH', '/account', body)).status, JSON.stringify(body)).toBe(400);
  }
  const { items } = (await admin.get(`/audit?record=users/${person.kid}&action=update`)).body;
  expect(items[0]).toMatchObject({
    user_kid: person.kid,
    changes: { vorname: [null, 'Erika'], name: ['Neu', 'Muster'] },
  });
});

test('a test mail reports success or the cause of a failure; five per hour', async () => {
  expect((await admin.get('/mail')).body).toEqual({
    configured: true,
    from: 'CRM <crm@example.com>',
    links_to: 'https://crm.example.com',
  });
  const to = organisation.login.email;
  expect((await admin.send('POST', '/mail/test')).body).toEqual({ to, sent: true, failure: null });
  expect(mailServer.mails).toMatchObject([
    { to: [to], from: 'crm@example.com', subject: expect.stringMatching(/^Test: /) },
  ]);
  mailServer.refuse('not this one');
  const refused = await admin.send('POST', '/mail/test');
  mailServer.refuse(null);
  expect(refused.body).toEqual({ to, sent: false, failure: 'refused' });
  for (let i = 0; i < 3; i += 1) expect((await admin.send('POST', '/mail/test')).body.sent).toBe(true);
  const tooMany = await admin.send('POST', '/mail/test');
  expect([tooMany.status, tooMany.error]).toEqual([429, 'too_many_mails']);
});
