/** Every command does its work on a database that has records, one server's and a cluster's (rules 18.8). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLoaders } from '../../src/cli/command-loaders.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { sql } from '../../src/sql/sql.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { databaseUrl } from '../support/postgres.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** In the order in which they can run; names in capitals are replaced by earlier results. */
const LINES = [
  'migrate',
  'migration contact',
  'demo',
  'org create --name Neu --admin-email neu@example.com',
  'org set ORG --plan licenses=7 --billing-company Nord',
  'org list',
  'token create --org ORG --name A --scopes all',
  'token list --org ORG',
  'token set TOKEN --scopes v3:users:read',
  'token reissue TOKEN --expires 2099-01-31T12:00:00Z',
  'token revoke TOKEN',
  'token delete TOKEN',
  'key rotate',
  'role list --org ORG',
  'role set schaden --org ORG --name Schaden --scopes v3:damages:read',
  'role delete schaden --org ORG',
  'sso show --org ORG',
  'user list --org ORG',
  'user link ADMIN --org ORG',
  'user end-sessions ADMIN --org ORG',
  'field list --org ORG',
  'field set customers ind_1 --org ORG --label Wert',
  'field set goals ind_1 --org ORG --label Wert --required',
  'field label customers vorname Rufname --org ORG',
  'field options anrede --org ORG --option Du=Du',
  'field remove-options anrede --org ORG',
  'field remove customers ind_1 --org ORG',
  'webhook create --org ORG --url RECEIVER --events customers.insert',
  'webhook list --org ORG',
  'webhook set WEBHOOK --method PUT',
  'webhook rotate-secret WEBHOOK',
  'webhook test WEBHOOK',
  'webhook activate WEBHOOK',
  'webhook deliveries WEBHOOK',
  'webhook deactivate WEBHOOK',
  'webhook resend DELIVERY',
  'webhook resend --webhook WEBHOOK --failed --since 2020-01-01 --until 2090-01-01',
  'webhook delete WEBHOOK',
  'inbox list --org ORG',
  'inbox assign FIRST --org ORG --to customers/CUSTOMER',
  'inbox discard SECOND --org ORG',
  'audit list --org ORG',
  'audit list --org ORG --record customers/CUSTOMER',
  'changes --org ORG',
  'import OUT/people.csv --org ORG --section customers --match nummer --apply',
  'export --org ORG --sections customers,addresses --out OUT/export.zip',
  'org export ORG --out OUT/organisation',
  'org import OUT/organisation --name Umgezogen',
  'privacy export ORG CUSTOMER --out OUT/person.zip',
  'privacy show ORG CUSTOMER',
  'privacy hold ORG CUSTOMER --until 2090-12-31 --reason Rechtsstreit',
  'privacy hold ORG CUSTOMER --lift',
  'privacy erase ORG CUSTOMER --confirm CUSTOMER --reason Antrag',
  'privacy ledger export --out OUT/ledger.json',
  'privacy ledger apply OUT/ledger.json --after 2090-01-01T00:00:00Z',
  'reprint',
  'reprint --check --org ORG',
  'search rebuild',
  'search rebuild --org ORG',
  'sweep --older-than 1',
  'files adopt',
  'files move --to disk',
  'secrets key',
  'secrets status',
  'doctor',
  'jobs',
  'jobs --org ORG',
  'sql --org ORG --command values(1)',
  'org set LEAVING --contract inactive',
  'org delete LEAVING --confirm Neu',
];

/** Commands that work elsewhere only, with their error here. */
const ELSEWHERE: Readonly<Record<string, string | null>> = {
  serve: null,
  'backup FOLDER': 'not_embedded',
  'backup identity': 'backup_key_missing',
  'backup list FOLDER': 'backup_key_missing',
  'backup verify FOLDER': 'not_embedded',
  'restore FOLDER': 'not_embedded',
  'database move --grant-to crm_service': 'no_database',
  'secrets rotate': 'nothing_to_rotate',
  'sso set --org ORG': 'missing_option',
  'sso remove --org ORG': 'no_issuer',
  'secrets discard': 'nothing_to_discard',
  'user take-factor ADMIN --org ORG': 'no_factor',
};
/** On a cluster they work (test/cluster/moves.test.ts). */
const OF_CLUSTERS = ['cluster status', 'cluster rebalance', 'cluster isolate'];

let service: TestService;
let receiver: Receiver;
let folder: string;
let run: (...args: string[]) => Promise<Ran>;
const names = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'broker-crm-commands-'));
  const env = { DATA_DIR: folder, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
  [service, receiver] = [await startTestService({ env }), await startReceiver()];
  const organisation = await service.organisation();
  const client = await organisation.client();
  const { kid } = (await client.post('/v3/customers', { name: 'Muster', vorname: 'Erika' })).body;
  const waiting = async (name: string): Promise<string> => {
    const body = { name, base64: 'cG9zdA==' };
    return String((await client.post('/v3/inbox/documents', body)).body.id);
  };
  names.set('ORG', String(organisation.orgId)).set('ADMIN', String(organisation.adminKid)).set('CUSTOMER', String(kid));
  names.set('FIRST', await waiting('a.txt')).set('SECOND', await waiting('b.txt'));
  names.set('RECEIVER', receiver.url()).set('FOLDER', join(folder, 'backup')).set('OUT', folder);
  await writeFile(join(folder, 'people.csv'), 'Kundennummer;Nachname\nP1;Import\n');
  run = commandOn({ ...env, DATABASE_URL: databaseUrl(service.connection) });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await rm(folder, { recursive: true });
});

const wordsOf = (line: string): string[] => line.replace(/[A-Z]{3,}/g, (name) => names.get(name) ?? name).split(' ');

/** An event that could not be delivered. */
const failedDelivery = async (): Promise<string> => {
  const rows = await service.db.transaction((tx) =>
    tx.run<{ id: number }>(sql`insert into webhook_delivery
      (org_id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
      values (${Number(names.get('ORG'))}, ${Number(names.get('WEBHOOK'))}, gen_random_uuid(), 'customers.insert', now(), '{}', 'failed', now())
      returning id`),
  );
  return String(rows[0]?.id);
};

/** Names in a response, nested ones too. */
const namesIn = (value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)]
    : [];

test.each(LINES)('%s', async (line) => {
  const { code, json, stdout, stderr } = await run(...wordsOf(line));
  expect(code, stdout + stderr).toBe(0);
  expect(
    namesIn(json).filter((name) => /[a-z][A-Z]/.test(name)),
    'Names in answers are written like_this',
  ).toEqual([]);
  if (line.startsWith('org create')) names.set('LEAVING', String(json.org_id));
  if (line.startsWith('token create')) names.set('TOKEN', String(json.token_id));
  if (!line.startsWith('webhook create')) return;
  names.set('WEBHOOK', String(json.webhook_id));
  names.set('DELIVERY', await failedDelivery());
});

test.each(Object.entries(ELSEWHERE).filter(([, refusal]) => refusal))('%s: %s', async (line, refusal) => {
  const { code, json, stderr } = await run(...wordsOf(line));
  expect([code, json?.error.code], stderr).toEqual([1, refusal]);
});

test('every command is in this test', async () => {
  const leaves = (command: Command, path: readonly string[]): string[] =>
    command.commands.length
      ? command.commands.flatMap((child) => leaves(child, [...path, child.name()]))
      : [path.join(' ')];
  const all = leaves(await buildProgram({}, async () => undefined), []);
  const lines = [...LINES, ...Object.keys(ELSEWHERE), ...OF_CLUSTERS];
  const missing = all.filter((name) => !lines.some((line) => `${line} `.startsWith(`${name} `)));
  expect(missing, 'Write a line for each into LINES, or into ELSEWHERE why it cannot be run here').toEqual([]);
  expect(all.length).toBeGreaterThan(45);
});

test.each(commandLoaders)('$commands are registered by the file that is loaded for them', async ({ commands }) => {
  const names = Object.keys(commands).map((usage) => usage.split(' ')[0]);
  for (const word of names) {
    const program = await buildProgram({}, async () => undefined, word);
    expect(program.commands.map((command) => command.name())).toEqual(['serve', ...names]);
  }
});

test('the list of commands, which loads no file of them, is that of all files', async () => {
  const [listed, all] = await Promise.all(
    ['--help', undefined].map((word) => buildProgram({}, async () => undefined, word)),
  );
  expect(listed?.helpInformation()).toBe(all?.helpInformation());
});
