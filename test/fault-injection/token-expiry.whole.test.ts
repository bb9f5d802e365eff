/** The service itself warns before tokens end, and a restart repeats nothing. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runProgram, startProgram } from '../support/process.ts';

let folder: string;
let mailServer: MailServer;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await makeFolder('told');
  mailServer = await startMailServer();
  env = { DATA_DIR: join(folder, 'data'), PORT: '0', SMTP_URL: mailServer.url, PUBLIC_URL: 'https://crm.example.com/' };
});
afterAll(async () => {
  await mailServer.stop();
  await rm(folder, { recursive: true, force: true });
});

/** An organisation with a token that ends in five days. */
const organisation = async (name: string): Promise<void> => {
  const made = async (...args: string[]) => JSON.parse((await runProgram([...args, '--json'], env)).stdout);
  const { org_id: org } = await made('org', 'create', '--name', name, '--admin-email', `${name}@example.com`);
  const expires = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await made('token', 'create', '--org', String(org), '--name', 'Web', '--scopes', 'all', '--expires', expires);
};

test('a mail is sent once for each token, also after a restart', async () => {
  await organisation('eins');
  const first = await startProgram(env);
  await expect.poll(() => mailServer.mails.length).toBe(1);
  expect(mailServer.mails[0]?.text).toContain('https://crm.example.com/settings/tokens');
  await first.end('SIGTERM');
  await organisation('zwei');
  const second = await startProgram(env);
  // Organisations are checked in the order of their ids: the first one was already checked.
  await expect.poll(() => mailServer.mails.length).toBe(2);
  await second.end('SIGTERM');
  expect(mailServer.mails.map(({ to }) => to)).toEqual([['eins@example.com'], ['zwei@example.com']]);
});
