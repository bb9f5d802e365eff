/**
 * Password reset: a link by mail for the owner of the address, and a response that does not reveal accounts (rules
 * 8.2).
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { holdLock } from '../support/held-lock.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { actsOn, newPerson, PASSWORD } from '../support/people.ts';
import { queued } from '../support/queued.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

let mailServer: MailServer;
let service: TestService;
let organisation: Organisation;
let admin: SettingsClient;

const ask = (email: string, headers: Record<string, string> = {}) =>
  askSettings(service.address, 'POST', '/forgotten-password', { email }, headers);
const from = (address: string) => ({ 'x-forwarded-for': address });
const arrived = async (count: number) => {
  await expect.poll(() => mailServer.mails.length).toBe(count);
  return mailServer.mails;
};
/** Waits for all earlier requests: the mail of a later request has arrived. */
const allLookedAt = async () => {
  const before = mailServer.mails.length;
  const { email } = organisation.login;
  expect((await ask(email, from('198.51.100.99'))).status).toBe(200);
  const mails = await arrived(before + 1);
  expect(mails.pop()?.to).toEqual([email]);
};
const secretsIn = (text = '') => [...text.matchAll(/\/invitation\/(\S+)/g)].map(([, secret]) => secret);

beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startTestService({
    env: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://crm.example.com', TRUSTED_PROXIES: '127.0.0.1' },
  });
  organisation = await service.organisation();
  admin = await signIn(service.address, organisation.login);
});
afterAll(async () => {
  await service.stop();
  await mailServer.stop();
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  await service.db.transaction((tx) => tx.run(sql`delete from login_failure`));
});

test('a mailed link sets a password, ends sessions, keeps the second factor and is in the audit log', async () => {
  const person = await newPerson(service, admin, 'Vergessen@example.com');
  mailServer.mails.length = 0;
  const session = await person.signIn();
  const asked = await ask('vergessen@example.com', from('203.0.113.7'));
  expect([asked.status, asked.body]).toEqual([200, { success: true }]);
  const [mail] = await arrived(1);
  expect(mail?.to).toEqual(['Vergessen@example.com']);
  expect(mail?.subject).toBe('Passwort neu setzen / Reset your password');
  expect(mail?.text).toContain('https://crm.example.com/invitation/');
  expect(mail?.text).toContain('eine Stunde');
  const [secret] = secretsIn(mail?.text);
  const shown = (await askSettings(service.address, 'GET', `/invitations/${secret}`)).body;
  expect(shown).toMatchObject({ kind: 'reset', email: 'Vergessen@example.com' });
  expect(Date.parse(shown.expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000);
  expect((await session.get('/account')).status, 'asking ends nothing').toBe(200);
  const password = 'ein anderes langes Passwort';
  expect((await askSettings(service.address, 'POST', `/invitations/${secret}`, { password })).status).toBe(200);
  expect((await session.get('/account')).status).toBe(401);
  expect((await askSettings(service.address, 'GET', `/invitations/${secret}`)).status).toBe(404);
  await signIn(service.address, { ...person.login, password });
  expect(await actsOn(admin, person.kid)).toEqual(
    expect.arrayContaining(['link-requested', 'password-reset', 'sign-in']),
  );
  const { items } = (await admin.get(`/audit?record=users/${person.kid}&action=link-requested&security=true`)).body;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ user_kid: null, changes: { address: [null, '203.0.113.7'] } });
});

test('the response is the same for unknown addresses, and only users who may sign in get a mail', async () => {
  const away = await newPerson(service, admin, 'fort@example.com');
  expect((await admin.send('PATCH', `/users/${away.kid}`, { aktiv: false })).status).toBe(200);
  const gone = await newPerson(service, admin, 'geloescht@example.com');
  expect((await admin.send('DELETE', `/users/${gone.kid}`)).status).toBe(200);
  const invited = { email: 'eingeladen@example.com', name: 'Neu', rolle: 'berater', lizenz: false };
  expect((await admin.send('POST', '/users', invited)).body.mailed).toBe(true);
  mailServer.mails.length = 0;
  const known = await ask(organisation.login.email);
  await arrived(1);
  for (const email of ['niemand@example.com', 'fort@example.com', 'geloescht@example.com', invited.email]) {
    const answer = await ask(email);
    expect([answer.status, answer.text]).toEqual([known.status, known.text]);
    expect([...answer.headers.keys()]).toEqual([...known.headers.keys()]);
  }
  await allLookedAt();
  expect(mailServer.mails).toHaveLength(1);
});

test('an administrator can send three mails per hour to an address, and gets the link anyway', async () => {
  const body = { email: 'postfach@example.com', name: 'Neu', rolle: 'berater', lizenz: false };
  mailServer.mails.length = 0;
  const made = await admin.send('POST', '/users', body);
  const again = [];
  for (let n = 0; n < 4; n += 1) again.push((await admin.send('POST', `/users/${made.body.kid}/invitation`)).body);
  expect([made.body, ...again].map(({ mailed }) => mailed)).toEqual([true, true, true, false, false]);
  for (const { link } of again) expect(link).toContain('https://crm.example.com/invitation/');
  await allLookedAt();
  expect(mailServer.mails).toHaveLength(3);
});

test('a link waits for a concurrent change of the address and is not mailed to the old one', async () => {
  const person = await newPerson(service, admin, 'alt@example.com');
  mailServer.mails.length = 0;
  // An uncommitted change of the address.
  const release = await holdLock(
    service.db,
    sql`with renamed as (
        update contact set email = 'neu@example.com', printed = replace(printed, 'alt@example.com', 'neu@example.com')
        where org_id = ${organisation.orgId} and id = ${person.kid} returning id)
      update credential set email_lower = 'neu@example.com'
      where org_id = ${organisation.orgId} and kid = (select id from renamed)`,
  );
  const invited = admin.send('POST', `/users/${person.kid}/invitation`);
  try {
    await queued(service.db, 1);
    await ask(person.login.email);
    await queued(service.db, 2);
    expect(mailServer.mails).toHaveLength(0);
  } finally {
    await release();
  }
  expect((await invited).body.mailed).toBe(true);
  await allLookedAt();
  expect(mailServer.mails.map(({ to }) => to)).toEqual([['neu@example.com']]);
});

test('the response does not wait for the mail server', async () => {
  let go = (): void => undefined;
  mailServer.wait(new Promise<void>((resolve) => (go = resolve)));
  expect((await ask(organisation.login.email)).status).toBe(200);
  expect((await ask('niemand@example.com')).status).toBe(200);
  expect(mailServer.mails).toHaveLength(0);
  go();
  await arrived(1);
});

test('mails are limited by address and account, known or not, and older links stay valid', async () => {
  const person = await newPerson(service, admin, 'oft@example.com');
  mailServer.mails.length = 0;
  for (const email of ['OFT@example.com', 'unbekannt@example.com']) {
    for (let i = 0; i < 3; i += 1) expect((await ask(email, from(`203.0.113.${i}`))).status).toBe(200);
    const refused = await ask(email, from('203.0.113.9'));
    expect([refused.status, refused.error]).toEqual([429, 'too_many_mails']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  }
  const secrets = (await arrived(3)).flatMap(({ text }) => secretsIn(text));
  expect(new Set(secrets).size).toBe(3);
  for (const secret of secrets) {
    expect((await askSettings(service.address, 'GET', `/invitations/${secret}`)).status).toBe(200);
  }
  const [first, ...others] = secrets;
  const password = `${PASSWORD} neu`;
  expect((await askSettings(service.address, 'POST', `/invitations/${first}`, { password })).status).toBe(200);
  for (const secret of others) {
    expect((await askSettings(service.address, 'GET', `/invitations/${secret}`)).status, 'used once').toBe(404);
  }
  await signIn(service.address, { ...person.login, password });
  for (let i = 0; i < 20; i += 1) {
    expect((await ask(`nummer${i}@example.com`, from('2001:db8::1'))).status).toBe(200);
  }
  expect((await ask('nummer21@example.com', from('2001:db8::2'))).error).toBe('too_many_mails');
});

test('a password change, also of an administrator, invalidates the links', async () => {
  const person = await newPerson(service, admin, 'selbst@example.com');
  const { link } = (await admin.send('POST', `/users/${person.kid}/invitation`)).body;
  mailServer.mails.length = 0;
  await ask(person.login.email);
  const [mail] = await arrived(1);
  const secrets = [...secretsIn(mail?.text), link.split('/').at(-1)];
  const session = await person.signIn();
  const password = 'ein anderes langes Passwort';
  const change = { current: person.login.password, password };
  expect((await session.send('POST', '/account/password', change)).status).toBe(200);
  expect(secrets).toHaveLength(2);
  for (const secret of secrets) {
    const path = `/invitations/${secret}`;
    expect((await askSettings(service.address, 'GET', path)).status).toBe(404);
    const again = await askSettings(service.address, 'POST', path, { password: 'noch ein langes Passwort' });
    expect([again.status, again.error]).toEqual([404, 'unknown_invitation']);
  }
  await signIn(service.address, { ...person.login, password });
});

test('a user of two organisations gets one mail with two links', async () => {
  const other = await service.organisation();
  const its = await signIn(service.address, other.login);
  const people = [
    await newPerson(service, admin, 'beide@example.com'),
    await newPerson(service, its, 'beide@example.com'),
  ];
  mailServer.mails.length = 0;
  await ask('beide@example.com');
  const [mail] = await arrived(1);
  const kinds = secretsIn(mail?.text).map((secret) => Number(secret?.split('-')[0]));
  expect(kinds).toEqual([organisation.orgId, other.orgId]);
  expect(people).toHaveLength(2);
});

test('without a mail server the page and the call report it', async () => {
  const without = await startTestService();
  try {
    expect((await askSettings(without.address, 'GET', '/forgotten-password')).body).toEqual({ mailed: false });
    const refused = await askSettings(without.address, 'POST', '/forgotten-password', { email: 'a@example.com' });
    expect([refused.status, refused.error]).toEqual([409, 'mail_not_configured']);
  } finally {
    await without.stop();
  }
  expect((await askSettings(service.address, 'GET', '/forgotten-password')).body).toEqual({ mailed: true });
});
