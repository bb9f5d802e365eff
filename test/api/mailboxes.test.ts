/** Mailboxes fetched into the inbox, and the own mail server of an organisation (rules 16.27, 16.28). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { claimMailbox } from '../../src/operations/mailboxes/fetch-state.ts';
import { startMailboxWorker } from '../../src/operations/mailboxes/mailbox-worker.ts';
import { startMessageWorker } from '../../src/operations/messages/message-worker.ts';
import { sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { startImapServer } from '../support/imap-server.ts';
import { startMailServer } from '../support/mail-server.ts';
import { freePort } from '../support/process.ts';
import { until } from '../support/until.ts';

const imap = await startImapServer();
const smtp = await startMailServer();
const { service, organisation, client } = setUpService({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
const files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
let admin: SettingsClient;
beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
});
afterAll(async () => {
  await Promise.all([imap.stop(), smtp.stop(), files.close()]);
});

const box = { name: 'Büro', host: '127.0.0.1', port: imap.port, tls: 'none', username: 'makler', folder: 'INBOX' };
const make = async (values: object = {}): Promise<number> => {
  const made = await admin.send('POST', '/mailboxes', { ...box, active: true, password: 'geheim', ...values });
  expect(made.status, made.text).toBe(201);
  return made.body.mailbox_id;
};
const shown = async (id: number) =>
  (await admin.get('/mailboxes')).body.items.find((one: { mailbox_id: number }) => one.mailbox_id === id);
const remove = async (id: number) => expect((await admin.send('DELETE', `/mailboxes/${id}`)).status).toBe(200);

const mail = (subject: string, more = '', body = 'Guten Tag') =>
  `From: Eva Muster <eva@example.com>\r\nSubject: ${subject}\r\nMessage-ID: <${encodeURIComponent(subject)}@example.com>\r\n${more}\r\n${body}`;
const WITH_FILE = [
  'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n',
  '--x\r\nContent-Type: text/plain\r\n\r\nAnbei\r\n--x\r\nContent-Type: text/plain; name=police.txt\r\nContent-Disposition: attachment; filename=police.txt\r\n\r\nInhalt\r\n--x--',
] as const;

/** Runs workers until the mailbox was fetched after now. @param ahead milliseconds that their clocks are ahead */
const fetched = async (id: number, { ahead = 0, workers = 1 } = {}): Promise<void> => {
  const now = () => Date.now() + ahead;
  await service.db.read(sql`update mailbox set next_at = 'epoch', fetched_at = null where id = ${id}`);
  const failures: string[] = [];
  const parts = { db: service.asService, files, allows: () => true, now, pollMs: 5 };
  const running = Array.from({ length: workers }, () =>
    startMailboxWorker({ ...parts, failed: ({ message }) => failures.push(message) }),
  );
  const ended = async () => {
    const { fetched_at: at, failure } = await shown(id);
    return at !== null || failure !== null;
  };
  await until(ended, { what: 'the end of the fetch' }).finally(() => Promise.all(running.map((one) => one.stop())));
  expect(failures).toEqual([]);
};
const waiting = async (): Promise<{ name: string; betreff: string }[]> =>
  (await client.get('/v3/inbox/documents?limit=200&with_proposals=true')).body.items;
const names = async () => (await waiting()).map(({ name }) => name).sort();

test('each mail is put into the inbox once, with its attachments, and the server is left as it is', async () => {
  imap.deliver(mail('Alt'), { old: true });
  imap.deliver(mail('Police', WITH_FILE[0], WITH_FILE[1]));
  imap.deliver(mail('Kaputt', 'Content-Type: multipart/mixed; boundary=""\r\n', '--\r\n\u0000=?='));
  imap.deliver('Subject: Ohne Nummer\r\n\r\nx');
  imap.deliver(mail('Riesig'), { size: 26 * 1024 * 1024 });
  const id = await make();
  const first = ['Kaputt.eml', 'Ohne Nummer.eml', 'Police.eml', 'Riesig.txt', 'police.txt'].sort();
  await fetched(id, { workers: 2 });
  expect(await names()).toEqual(first);
  const police = (await waiting()).find(({ name }) => name === 'police.txt');
  expect(police).toMatchObject({ betreff: 'Police', absender: 'Eva Muster <eva@example.com>', antwort_auf: null });
  const large = (await waiting()).find(({ name }) => name === 'Riesig.txt') as unknown as { id: number };
  expect((await client.get(`/v3/inbox/documents/${large.id}/content`)).text).toContain('26 MiB');
  expect(imap.inbox.messages.flatMap(({ flags }) => flags)).not.toContain('\\Seen');

  // A restart, a server that renumbers its mails, and a process that died during a fetch.
  await fetched(id);
  imap.renumber();
  imap.deliver(mail('Neu'));
  await service.db.read(sql`update mailbox set next_at = 'epoch' where id = ${id}`);
  const key = { org_id: organisation.orgId, id };
  expect(await claimMailbox(service.db, key, Date.now())).toMatchObject({ folder: 'INBOX' });
  expect(await claimMailbox(service.db, key, Date.now()), 'claimed twice').toBe(null);
  await fetched(id, { ahead: 600_000, workers: 2 });
  expect(await names()).toEqual([...first, 'Neu.eml'].sort());
  const [{ password } = { password: '' }] = await service.db.read<{ password: string }>(
    sql`select password from mailbox where id = ${id}`,
  );
  expect(password).toMatch(/^sealed\.v1\./);
  expect(JSON.stringify(await shown(id))).not.toContain('geheim');
  await remove(id);
});

test('an answer is proposed for the record of its message', async () => {
  const customer = (await client.post('/v3/customers', { name: 'Antwortet' })).body.kid;
  const contract = (await client.post('/v3/contracts', { kid: customer, nummer: 'A-77' })).body.id;
  const wish = { subject: 'Ihre Police', text: 'x', to: ['eva@example.com'], send: 'none' };
  const { id: message } = (await client.post(`/v3/contracts/${contract}/messages`, wish)).body;
  const [sent] = await service.db.read<{ message_id: string }>(
    sql`select message_id from message where id = ${message}`,
  );
  imap.deliver(mail('Re: Police', `In-Reply-To: ${sent?.message_id}\r\n`));
  const id = await make();
  await fetched(id);
  const answer = (await waiting()).find(({ betreff }) => betreff === 'Re: Police');
  expect(answer).toMatchObject({
    antwort_auf: 'Ihre Police',
    proposals: [{ section: 'contracts', id: contract, reasons: [{ kind: 'reply', text: 'Ihre Police' }] }],
  });
  await remove(id);
});

test('a test says what is wrong; a failing mailbox waits longer and keeps no other one waiting', async () => {
  const said = async (values: object) => {
    const id = await make(values);
    const { body } = await admin.send('POST', `/mailboxes/${id}/test`);
    await remove(id);
    return body.failure ?? body.mails;
  };
  expect(await said({})).toBe(imap.inbox.messages.length);
  expect(await said({ password: 'falsch' })).toBe('not_authenticated');
  expect(await said({ port: await freePort() })).toBe('unreachable');
  expect(await said({ folder: 'Fehlt' })).toBe('folder');
  expect(await said({ host: 'mail.invalid' })).toBe('unknown_host');
  expect(await said({ host: '10.0.0.1' })).toBe('forbidden');
  expect(await said({ tls: 'starttls' })).toBe('certificate');
  expect(await said({ tls: 'tls' })).toBe('encryption');
  const [wrong, right] = [await make({ password: 'falsch' }), await make()];
  await fetched(wrong);
  await fetched(right);
  expect(await shown(right)).toMatchObject({ failure: null, fetched_at: expect.any(String) });
  expect(await shown(wrong)).toMatchObject({ failure: 'not_authenticated', failing_since: expect.any(String) });
  const [row] = await service.db.read<{ tries: number; wait: number }>(
    sql`select tries, extract(epoch from next_at - now())::float8 as wait from mailbox where id = ${wrong}`,
  );
  expect(row?.tries).toBe(1);
  expect(row?.wait).toBeGreaterThan(30);
  const moved = await admin.send('PATCH', `/mailboxes/${wrong}`, { host: 'localhost' });
  expect([moved.status, moved.body.data.issues?.[0]?.code]).toEqual([400, 'required']);
  const outdated = await admin.send('PATCH', `/mailboxes/${wrong}`, { name: 'B', before: { name: 'Andere' } });
  expect(outdated.status).toBe(412);
  expect((await admin.send('PATCH', `/mailboxes/${wrong}`, { password: 'geheim' })).status).toBe(200);
  await fetched(wrong);
  expect((await shown(wrong)).failure).toBe(null);
  const other = await signIn(service.address, (await service.organisation()).login);
  for (const [method, path] of [
    ['DELETE', `/mailboxes/${wrong}`],
    ['POST', `/mailboxes/${wrong}/test`],
  ] as const)
    expect((await other.send(method, path)).status).toBe(404);
  await remove(wrong);
  await remove(right);
});

test('messages go by the own mail server, and wait for it where the service has none', async () => {
  const kid = (await client.post('/v3/customers', { name: 'Bekommt Post' })).body.kid;
  const write = (subject: string) =>
    client.post(`/v3/customers/${kid}/messages`, { subject, text: 'x', to: ['eva@example.com'], send: 'mail' });
  expect((await write('Nie')).error).toBe('mail_not_configured');
  const own = { host: '127.0.0.1', port: 25, tls: 'none', username: '', sender: 'makler@example.org' };
  const port = Number(new URL(smtp.url).port);
  expect((await admin.send('PUT', '/mail-server', { ...own, port })).status).toBe(200);
  expect((await admin.get('/mail-server')).body.server).toEqual({ ...own, port });
  expect((await admin.send('POST', '/mail-server/test')).body).toMatchObject({ failure: null });
  const { id } = (await write('Eigener Server')).body;
  const worker = startMessageWorker({
    ...{ db: service.asService, files, server: null, allows: () => true, pollMs: 5 },
    failed: () => undefined,
  });
  const sent = async () => (await client.get(`/v3/messages/${id}`)).body.state === 'sent';
  await until(sent, { what: 'the message' }).finally(() => worker.stop());
  expect(smtp.mails.map(({ from, subject }) => [from, subject])).toEqual([
    ['makler@example.org', expect.stringMatching(/^Test: /)],
    ['makler@example.org', 'Eigener Server'],
  ]);
  const failing = async (values: object) => {
    expect((await admin.send('PUT', '/mail-server', { ...own, port, ...values })).status).toBe(200);
    return (await admin.send('POST', '/mail-server/test')).body.failure;
  };
  expect(await failing({ port: await freePort() })).toBe('unreachable');
  expect(await failing({ host: '10.0.0.1' })).toBe('forbidden');
  expect(await failing({ tls: 'starttls' })).toBe('encryption');
  const elsewhere = await admin.send('PUT', '/mail-server', { ...own, username: 'andere' });
  expect(elsewhere.body.data.issues?.[0]).toMatchObject({ path: ['password'], code: 'required' });
  expect((await admin.send('DELETE', '/mail-server')).status).toBe(200);
  expect((await write('Wieder nie')).error).toBe('mail_not_configured');
});
