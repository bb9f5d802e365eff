/** A user who cannot sign in gets back in by a link that the operator makes (rules 18.8). */
import { expect, test } from 'vitest';
import { askSettings, signIn } from '../support/browser-session.ts';
import { commandOn } from '../support/command.ts';
import { actsOn, setUpFactor } from '../support/people.ts';
import { databaseUrl } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';

test('a link that the command creates sets a password once', async () => {
  const service = await startTestService();
  const { orgId, adminKid, login } = await service.organisation();
  const run = commandOn({ DATABASE_URL: databaseUrl(service.connection), PUBLIC_URL: 'https://crm.example.com' });
  expect((await run('user', 'list', '--org', String(orgId))).json).toEqual([
    { kid: adminKid, email: login.email, rolle: 'admin', aktiv: true, has_password: true, totp: false, passkeys: 0 },
  ]);
  const { json: made } = await run('user', 'link', String(adminKid), '--org', String(orgId));
  expect(made).toMatchObject({ kid: adminKid, email: login.email });
  const { origin, pathname } = new URL(made.link);
  expect(origin).toBe('https://crm.example.com');

  const post = (path: string, body: object) => askSettings(service.address, 'POST', path, body);
  const secret = pathname.replace('/invitation/', '');
  const password = 'Ein neues Kennwort 7';
  expect((await post(`/invitations/${secret}`, { password })).status).toBe(200);
  expect((await post(`/invitations/${secret}`, { password })).status).toBe(404);
  expect((await post('/session', { email: login.email, password })).status).toBe(200);
  expect((await post('/session', login)).status).toBe(401);
  await service.stop();
});

test('without PUBLIC_URL the link has HOST and PORT as a browser needs them', async () => {
  const service = await startTestService();
  const { orgId, adminKid } = await service.organisation();
  const tls = { TLS_CERT: '/etc/crm.pem', TLS_KEY: '/etc/crm.key' };
  for (const [env, origin] of [
    [{ PORT: '9000' }, 'http://127.0.0.1:9000'],
    [{ HOST: '0.0.0.0', PORT: '9000' }, 'http://127.0.0.1:9000'],
    [{ HOST: '::' }, 'http://[::1]:8080'],
    [{ HOST: 'fe80::1%eth0', ...tls }, 'https://[fe80::1]:8080'],
    [{ HOST: 'crm.example.com', PORT: '443', ...tls }, 'https://crm.example.com'],
  ] as const) {
    const run = commandOn({ DATABASE_URL: databaseUrl(service.connection), ...env });
    const { json, stderr } = await run('user', 'link', String(adminKid), '--org', String(orgId));
    expect([json && new URL(json.link).origin, stderr]).toEqual([origin, '']);
  }
  await service.stop();
});

test('an administrator without the device signs in again, and the command ends sessions', async () => {
  const service = await startTestService();
  const { orgId, adminKid, login } = await service.organisation();
  const run = commandOn({ DATABASE_URL: databaseUrl(service.connection) });
  const on = ['--org', String(orgId)];
  const session = await signIn(service.address, login);
  await setUpFactor(service, session, login.password);
  expect((await run('user', 'list', ...on)).json).toMatchObject([{ kid: adminKid, totp: true }]);
  expect((await run('user', 'end-sessions', String(adminKid), ...on)).json).toEqual({ kid: adminKid, ended: 1 });
  expect((await session.get('/account')).error).toBe('not_signed_in');
  expect((await run('user', 'end-sessions', String(adminKid), ...on)).json).toEqual({ kid: adminKid, ended: 0 });
  expect((await run('user', 'take-factor', String(adminKid), ...on)).json).toEqual({ kid: adminKid, taken: true });
  const again = await signIn(service.address, login);
  await run('user', 'link', String(adminKid), ...on);
  expect((await actsOn(again, adminKid)).slice(0, 4)).toEqual(['link', 'sign-in', 'factor-taken', 'sessions-ended']);
  await service.stop();
});
