/** Administrators get one mail for each token that expires soon, despite kills and with several processes. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeToken, revokeToken } from '../../src/access/tokens/manage-tokens.ts';
import { createMail } from '../../src/settings/mail/mail.ts';
import { sendExpiryMails } from '../../src/settings/mail/token-expiry-mails.ts';
import { sql } from '../../src/sql/sql.ts';
import { signIn } from '../support/browser-session.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { newPerson } from '../support/people.ts';
import { type Organisation, startTestService, type TestService } from '../support/service.ts';

const DAY = 86_400_000;
let mailServer: MailServer;
let service: TestService;
let organisation: Organisation;
let failures: unknown[] = [];

/** One look of a process. @param later how much later than now its clock is */
const look = (later = 0, db = service.asService) => {
  const config = { smtpUrl: mailServer.url, smtpFrom: 'crm@example.com' };
  const mail = createMail(config, (error) => failures.push(error));
  if (!mail) throw new Error('no mail');
  return sendExpiryMails({ db, mail, page: 'https://crm.example.com', now: () => Date.now() + later });
};
const tokenThatEnds = async (days: number, of = organisation) =>
  (await of.client({ expires: new Date(Date.now() + days * DAY) })).tokenId;

beforeAll(async () => {
  mailServer = await startMailServer();
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  await mailServer.stop();
});
beforeEach(async () => {
  failures = [];
  mailServer.mails.length = 0;
  await service.db.transaction((tx) => tx.run(sql`delete from api_token`));
  organisation = await service.organisation();
});

test('all administrators get one mail with the tokens that expire within fourteen days', async () => {
  const admin = await signIn(service.address, organisation.login);
  const second = await newPerson(service, admin, `zweite${organisation.orgId}@example.com`, 'admin');
  await newPerson(service, admin, `berater${organisation.orgId}@example.com`);
  const soon = await tokenThatEnds(13.9);
  await tokenThatEnds(14.1);
  await tokenThatEnds(-1);
  const revoked = await tokenThatEnds(3);
  await revokeToken(service.db, { tokenId: revoked });
  await organisation.client();
  await changeToken(service.db, { tokenId: soon }, { name: 'Webseite\nBcc: x@example.com' });
  await look();
  expect(mailServer.mails).toHaveLength(1);
  const [mail] = mailServer.mails;
  expect([...(mail?.to ?? [])].sort()).toEqual([organisation.login.email, second.login.email].sort());
  expect(mail?.subject).toMatch(/^API-Tokens enden bald \/ API tokens end soon: Test/);
  expect(mail?.text.match(/^- /gm)).toHaveLength(1);
  expect(mail?.text).toMatch(/^- Webseite Bcc: x@example\.com: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Europe\/Berlin\)$/m);
  expect(mail?.text).toContain('https://crm.example.com/settings/tokens');
  // The fix: the token itself contains its expiry.
  expect(mail?.text).toMatch(/neu aus.*Issue them anew with a later end/s);
  await look();
  await look(DAY / 100);
  expect(mailServer.mails).toHaveLength(1);
  // The one that was not due yet; and the first again, where its end is another.
  await changeToken(service.db, { tokenId: soon }, { expires: new Date(Date.now() + 5 * DAY) });
  await look(DAY);
  expect(mailServer.mails).toHaveLength(2);
  expect(mailServer.mails[1]?.text.match(/^- /gm)).toHaveLength(2);
  await look(2 * DAY);
  expect(mailServer.mails).toHaveLength(2);
});

test('one of several concurrent processes sends the mail', async () => {
  const other = await service.organisation();
  await Promise.all([tokenThatEnds(5), tokenThatEnds(6), tokenThatEnds(5, other)]);
  let go = (): void => undefined;
  mailServer.wait(new Promise<void>((resolve) => (go = resolve)));
  const looks = [look(), look(0, service.db), look()];
  setTimeout(go, 500);
  await Promise.all(looks);
  expect(mailServer.mails.map(({ to }) => to[0]).sort()).toEqual([organisation.login.email, other.login.email].sort());
});

test('the lease of a dead process expires and another sends its mail; a refused mail is retried after an hour', async () => {
  const died = await tokenThatEnds(5);
  const held = new Date(Date.now() + 300_000).toISOString();
  await service.db.transaction((tx) =>
    tx.run(
      sql`update api_token set expiry_telling_until = ${held} where org_id = ${organisation.orgId} and id = ${died}`,
    ),
  );
  await look();
  expect(mailServer.mails).toHaveLength(0);
  mailServer.refuse('not now');
  await look(301_000);
  expect(failures).toHaveLength(1);
  mailServer.refuse(null);
  await look(302_000);
  expect(mailServer.mails).toHaveLength(0);
  await look(301_000 + 3_700_000);
  expect(mailServer.mails).toHaveLength(1);
  await look(DAY);
  expect(mailServer.mails).toHaveLength(1);
});

test('an organisation without an administrator is checked again', async () => {
  await tokenThatEnds(5);
  const role = (rolle: string | null) =>
    service.db.transaction((tx) =>
      tx.run(sql`update contact set rolle = ${rolle} where org_id = ${organisation.orgId} and section = 'users'`),
    );
  await role(null);
  await look();
  await role('admin');
  await look(60_000);
  expect(mailServer.mails).toHaveLength(0);
  await look(3_700_000);
  expect(mailServer.mails).toHaveLength(1);
});
