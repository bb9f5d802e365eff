/** A user who cannot sign in gets back in by a link that the operator makes (architecture 6). */
import { expect, test } from 'vitest';
import { askSettings } from '../support/browser-session.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';

test('a link of the command sets a password once', async () => {
  const service = await startTestService();
  const { orgId, adminKid, login } = await service.organisation();
  const run = commandOn({ DATABASE_URL: databaseUrl(service.connection), PUBLIC_URL: 'https://crm.example.com' });
  expect((await run('user', 'list', '--org', String(orgId))).json).toEqual([
    { kid: adminKid, email: login.email, rolle: 'admin', aktiv: true, has_password: true },
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
