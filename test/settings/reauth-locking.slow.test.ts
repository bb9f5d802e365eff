/** Checks before a transaction hold within it: address, password, session and link, despite concurrent changes. */
import { TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hashOf } from '../../src/access/credentials/random-secret.ts';
import { sql } from '../../src/sql/sql.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { holdLock } from '../support/held-lock.ts';
import { actsOn, newPerson, PASSWORD } from '../support/people.ts';
import { queued } from '../support/queued.ts';
import type { Reply } from '../support/service.ts';

const NEXT = 'ein ganz anderes Passwort';
const RESET = 'nach dem Zurücksetzen';

const { service, organisation } = setUpService();
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});
beforeEach(() => service.db.transaction((tx) => tx.run(sql`delete from login_failure`)));

let people = 0;
const address = () => `gleichzeitig${(people += 1)}@example.com`;
const login = (email: string, password: string): Promise<Reply> =>
  askSettings(service.address, 'POST', '/session', { email, password });
const answers = async (...logins: (readonly [string, string])[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const [email, password] of logins) statuses.push((await login(email, password)).status);
  return statuses;
};
const secretOf = (link: string): string => link.split('/').at(-1) ?? '';
const accept = (link: string, password: string): Promise<Reply> =>
  askSettings(service.address, 'POST', `/invitations/${secretOf(link)}`, { password });

/** A change of the own password that stops where its code is counted: behind the comparison, before its transaction. */
const stopped = async (session: SettingsClient, kid: number, path = '/account/password') => {
  const id = hashOf(`factor ${organisation.orgId} ${kid}`);
  await service.db.transaction((tx) =>
    tx.run(sql`insert into login_failure (id, failures, since) values (${id}, 0, ${new Date().toISOString()})`),
  );
  const release = await holdLock(service.db, sql`select 1 from login_failure where id = ${id} for update`);
  const proof = { current: PASSWORD, password: NEXT };
  const body = path === '/account/password' ? proof : { password: PASSWORD };
  const sent = session.send('POST', path, { ...body, code: '000000' });
  await queued(service.db, 1);
  return async (): Promise<Reply> => {
    await release();
    return sent;
  };
};

test('a password change uses the address that changed after the session was read', async () => {
  const [old, corrected] = [address(), address()];
  const one = await newPerson(service, admin, old);
  const session = await one.signIn();
  const release = await holdLock(service.db, sql`lock table login_failure in share row exclusive mode`);
  const sent = session.send('POST', '/account/password', { current: PASSWORD, password: NEXT });
  await queued(service.db, 1);
  const moved = await admin.send('PATCH', `/users/${one.kid}`, { email: corrected });
  await release();
  expect([moved.status, (await sent).status]).toEqual([200, 200]);
  expect(await answers([corrected, NEXT], [old, NEXT], [corrected, PASSWORD])).toEqual([200, 401, 401]);
});

test('a first link uses the address that was corrected while it set the password', async () => {
  const [old, corrected] = [address(), address()];
  const made = await admin.send('POST', '/users', { email: old, name: 'Neu', rolle: 'berater', lizenz: false });
  const { kid, link } = made.body;
  const sent: Promise<Reply>[] = [];
  // A concurrent insert of this row waits, and continues after the rollback.
  const passing = service.db.transaction(async (tx) => {
    await tx.run(sql`insert into credential (org_id, kid, email_lower, password_hash)
      values (${organisation.orgId}, ${kid}, 'nobody', 'none')`);
    sent.push(accept(link, PASSWORD));
    await queued(service.db, 1);
    sent.push(admin.send('PATCH', `/users/${kid}`, { email: corrected }));
    await queued(service.db, 2);
    throw new Error('rolled back');
  });
  await expect(passing).rejects.toThrow('rolled back');
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await answers([corrected, PASSWORD], [old, PASSWORD])).toEqual([200, 401]);
});

test('a link does not set a password while its user is being deactivated', async () => {
  const made = await admin.send('POST', '/users', { email: address(), name: 'Neu', rolle: 'berater', lizenz: false });
  const { kid, link } = made.body;
  const { orgId } = organisation;
  const active = (aktiv: boolean) => sql`update contact set aktiv = ${aktiv} where org_id = ${orgId} and id = ${kid}`;
  const release = await holdLock(service.db, active(false));
  const accepted = accept(link, PASSWORD);
  await queued(service.db, 1);
  await release();
  expect((await accepted).error).toBe('unknown_invitation');
  expect(await service.db.queryLong(sql`select 1 from credential where org_id = ${orgId} and kid = ${kid}`)).toEqual(
    [],
  );
  await service.db.transaction((tx) => tx.run(active(true)));
});

test('a password that a link sets invalidates checks of the former one', async () => {
  const one = await newPerson(service, admin, address());
  const { email } = one.login;
  for (const path of ['/account/password', '/account/totp', '/account/totp/off', '/account/recovery-codes']) {
    const { link } = (await admin.send('POST', `/users/${one.kid}/invitation`)).body;
    const session = await one.signIn();
    const goOn = await stopped(session, one.kid, path);
    expect((await accept(link, RESET)).status).toBe(200);
    const refused = await goOn();
    expect([path, refused.status, refused.error]).toEqual([path, 401, 'not_signed_in']);
    expect(await answers([email, RESET], [email, NEXT])).toEqual([200, 401]);
    const again = (await admin.send('POST', `/users/${one.kid}/invitation`)).body;
    expect((await accept(again.link, PASSWORD)).status).toBe(200);
    await service.db.transaction((tx) => tx.run(sql`delete from login_failure`));
  }
});

test('an ended session and a deactivated user cannot complete a change that was checked before', async () => {
  for (const end of ['sessions', 'aktiv'] as const) {
    const one = await newPerson(service, admin, address());
    const goOn = await stopped(await one.signIn(), one.kid);
    const path = `/users/${one.kid}`;
    const ended = await (end === 'aktiv'
      ? admin.send('PATCH', path, { aktiv: false })
      : admin.send('DELETE', `${path}/sessions`));
    expect(ended.status).toBe(200);
    expect((await goOn()).error).toBe('not_signed_in');
    if (end === 'aktiv') await admin.send('PATCH', path, { aktiv: true });
    expect(await answers([one.login.email, PASSWORD], [one.login.email, NEXT])).toEqual([200, 401]);
  }
});

test('of two concurrent password changes of one session the second gets a wrong password error', async () => {
  const one = await newPerson(service, admin, address());
  const session = await one.signIn();
  const goOn = await stopped(session, one.kid);
  expect((await session.send('POST', '/account/password', { current: PASSWORD, password: RESET })).status).toBe(200);
  const refused = await goOn();
  expect([refused.status, refused.body.data.issues]).toEqual([
    400,
    [expect.objectContaining({ path: ['current'], code: 'wrong_password' })],
  ]);
  expect(await actsOn(admin, one.kid)).toContain('sign-in-failed');
  expect(await answers([one.login.email, RESET], [one.login.email, NEXT])).toEqual([200, 401]);
});

test('a second factor is not activated by a session that ended meanwhile', async () => {
  const one = await newPerson(service, admin, address());
  const session = await one.signIn();
  const { secret } = (await session.send('POST', '/account/totp', { password: PASSWORD })).body;
  const release = await holdLock(service.db, sql`lock table login_failure in share row exclusive mode`);
  const sent = session.send('POST', '/account/totp/confirm', { code: new TOTP({ secret }).generate() });
  await queued(service.db, 1);
  const ended = await admin.send('DELETE', `/users/${one.kid}/sessions`);
  await release();
  expect([ended.status, (await sent).error]).toEqual([200, 'not_signed_in']);
  expect((await login(one.login.email, PASSWORD)).status).toBe(200);
});
