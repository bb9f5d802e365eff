/** Errors of the command: exit code 1 with a machine code and a fix, 2 for wrong usage (rules 18.8). */
import { rm } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { acquireLock } from '../../src/db/embedded/lock-file.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';

const { service } = setUpService();
let run: (...args: string[]) => Promise<Ran>;
let org = '';
let admin = '';
beforeAll(async () => {
  run = commandOn({ DATABASE_URL: databaseUrl(service.connection) });
  const { orgId, adminKid } = await service.organisation();
  org = String(orgId);
  admin = String(adminKid);
});

const REFUSED: readonly (readonly [string, string])[] = [
  ['org set 2147483647 --contract inactive', 'unknown_organisation'],
  ['org set 2147483647 --billing-company Nord', 'unknown_organisation'],
  ['org delete 2147483647', 'unknown_organisation'],
  ['org delete ORG', 'contract_active'],
  ['org set ORG --plan speed=3', 'invalid_plan'],
  ['org set ORG --plan licenses', 'invalid_plan'],
  ['token create --org 2147483647 --name x --scopes all', 'unknown_organisation'],
  ['token create --org ORG --name x --scopes v3:nothing:read', 'unknown_scope'],
  ['token create --org ORG --user 2147483647 --name x --scopes all', 'unknown_user'],
  ['token create --org ORG --name x --scopes all --ip 300.1.1.1', 'invalid_address'],
  ['token create --org ORG --name x --scopes all --ip 10.0.0.1,', 'invalid_address'],
  ['user list --org 2147483647', 'unknown_organisation'],
  ['user link 2147483647 --org ORG', 'unknown_user'],
  ['user link 5 --org 2147483647', 'unknown_organisation'],
  ['user end-sessions 2147483647 --org ORG', 'unknown_user'],
  ['user end-sessions 5 --org 2147483647', 'unknown_organisation'],
  ['user take-factor 2147483647 --org ORG', 'unknown_user'],
  ['user take-factor 5 --org 2147483647', 'unknown_organisation'],
  ['user take-factor ADMIN --org ORG', 'no_factor'],
  ['token list --org 2147483647', 'unknown_organisation'],
  ['token set 2147483647 --scopes all', 'unknown_token'],
  ['token revoke 2147483647', 'unknown_token'],
  ['token delete 2147483647', 'unknown_token'],
  ['webhook list --org 2147483647', 'unknown_organisation'],
  ['webhook create --org 2147483647 --url https://example.com/ --events none', 'unknown_organisation'],
  ['webhook create --org ORG --url http://127.0.0.1/ --events none', 'invalid_url'],
  ['webhook create --org ORG --url nothing --events none', 'invalid_url'],
  ['webhook create --org ORG --url https://example.com/ --events made.up', 'unknown_event'],
  ['webhook create --org ORG --url https://example.com/ --events none --header Host=x', 'invalid_header'],
  ['webhook create --org ORG --url https://example.com/ --events none --header nothing', 'invalid_header'],
  ['webhook create --org ORG --url https://example.com/ --events none --method GET', 'invalid_method'],
  ['webhook create --org ORG --url https://example.com/ --events none --content-type xml', 'invalid_content_type'],
  ['webhook set 2147483647 --events none', 'unknown_webhook'],
  ['webhook activate 2147483647', 'unknown_webhook'],
  ['webhook test 2147483647', 'unknown_webhook'],
  ['webhook deliveries 2147483647', 'unknown_webhook'],
  ['webhook rotate-secret 2147483647', 'unknown_webhook'],
  ['webhook delete 2147483647', 'unknown_webhook'],
  ['webhook resend 2147483647', 'unknown_delivery'],
  ['audit list --org 2147483647', 'unknown_organisation'],
  ['audit list --org ORG --record nonsense', 'invalid_record'],
  ['audit list --org ORG --record customer/1', 'invalid_record'],
  ['audit list --org ORG --record customers/2147483648', 'invalid_record'],
  ['field label customers ind_1 x --org ORG', 'unknown_field'],
  ['field list --org 2147483647', 'unknown_organisation'],
  ['inbox list --org 2147483647', 'unknown_organisation'],
  ['reprint --org 2147483647', 'unknown_organisation'],
  ['search rebuild --org 2147483647', 'unknown_organisation'],
  ['files move --to s3', 'no_bucket'],
];

test.each(REFUSED)('%s: %s', async (line, code) => {
  const { code: exit, json, stderr } = await run(...line.replace('ORG', org).replace('ADMIN', admin).split(' '));
  expect([exit, json?.error.code], stderr).toEqual([1, code]);
  expect(json.error.message).toMatch(/^.{10,}[.!?\w)]$/);
});

test('a billing company that contracts use cannot be removed', async () => {
  const organisation = await service.organisation();
  const set = (...names: string[]) =>
    run('org', 'set', String(organisation.orgId), ...names.flatMap((name) => ['--billing-company', name]));
  expect((await set('Nord GmbH', 'Süd GmbH')).json.billing_companies).toEqual(['Nord GmbH', 'Süd GmbH']);
  const client = await organisation.client();
  const { kid } = (await client.post('/v3/customers', { name: 'x' })).body;
  expect((await client.post('/v3/contracts', { kid, gd_abr_firma: 2 })).status).toBe(201);
  const refused = await set('Nord GmbH');
  expect([refused.code, refused.json.error.code]).toEqual([1, 'billing_company_in_use']);
  expect((await set('Nord AG', 'Süd AG')).json.billing_companies).toEqual(['Nord AG', 'Süd AG']);
});

test('a setting with an unreachable target is named', async () => {
  const lost = await commandOn({ DATABASE_URL: 'postgres://crm@127.0.0.1:1/crm' })('org', 'list');
  expect([lost.code, lost.json.error]).toEqual([
    1,
    { code: 'database', message: expect.stringMatching(/^DATABASE_URL: /) },
  ]);
  const blocked = await commandOn({ DATA_DIR: '/dev/null/data' })('org', 'list');
  expect([blocked.code, blocked.json.error.message]).toEqual([
    1,
    expect.stringMatching(/^DATA_DIR .* cannot be written/),
  ]);
});

test('the cause of a failed connection is in the error, because the operator can fix it', async () => {
  const folder = await makeFolder('unreached');
  const lock = await acquireLock(folder, 'service');
  try {
    const { code, json } = await commandOn({ DATA_DIR: folder })('org', 'list');
    const message = expect.stringMatching(/try again later\. \(No connection to .*ENOENT/);
    expect([code, json.error]).toEqual([1, { code: 'service_unavailable', message }]);
    const asked = await commandOn({ DATA_DIR: folder, BACKUP_TO: '/x' })('doctor');
    expect([asked.code, asked.json.ok]).toEqual([1, false]);
    expect(asked.json.findings).toEqual([
      expect.objectContaining({ check: 'settings', ok: true }),
      { check: 'database', ok: false, detail: message },
      { check: 'folder of files', ok: true, detail: 'can be read' },
      expect.objectContaining({ check: 'backup', ok: false }),
    ]);
  } finally {
    if ('release' in lock) await lock.release();
    await rm(folder, { recursive: true });
  }
});

test('an organisation with the name of another one is created with a warning that names the other', async () => {
  const make = (name: string) => run('org', 'create', '--name', name, '--admin-email', 'a@example.com');
  const first = await make('Doppelt & Partner');
  expect([first.code, first.stderr]).toEqual([0, '']);
  const second = await make('Doppelt & Partner');
  expect(second.code).toBe(0);
  expect(second.json.org_id).not.toBe(first.json.org_id);
  expect(second.stderr).toBe(
    `Warning: organisation ${first.json.org_id} has the name Doppelt & Partner already. If this one was not meant to be another: broker-crm org set ${second.json.org_id} --contract inactive, then broker-crm org delete ${second.json.org_id}.\n`,
  );
  expect((await make('Doppelt')).stderr).toBe('');
});

test.each([
  'org create --name x',
  'org create --name x --admin-email nobody',
  'org set x',
  'org set ORG --contract sometimes',
  'org set ORG --trial-ends tomorrow',
  'token create --org ORG --name x --scopes all --expires soon',
  'webhook create --org ORG --url https://example.com/',
  'webhook resend',
  'webhook resend --webhook 1 --failed',
  'webhook resend --webhook 1 --failed --since 1 --until 2',
  'audit list --org ORG --since yesterday',
  'org set ORG',
  'token set 1',
  'webhook set 1 --json',
  'token revoke 2147483648',
  'files move --to tape',
  'nonsense',
])('%s is wrong usage', async (line) => {
  const { code, stderr } = await run(...line.replace('ORG', org).replace('ADMIN', admin).split(' '));
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: .{10,}/)]);
});

test.each([
  'org create --admin-email a@example.com',
  'token create --org 1 --scopes all',
])('%s with an empty name is wrong usage', async (line) => {
  expect((await run(...line.split(' '), '--name', ' ')).code).toBe(2);
});

test.each([
  ['help confg', 2, "unknown command 'confg'\n(Did you mean config?)"],
  ['org set ORG --config /dev/null', 2, 'name what to change: --plan, --contract, --trial-ends, --billing-company\n'],
  ['migration contracts', 1, 'did you mean contract?'],
  ['migration damge', 1, 'did you mean damage?'],
  ['changes --org ORG --sections customer', 1, 'customer'],
])('%s: the error names the mistake and the valid names', async (line, code, said) => {
  const { code: exit, stdout, stderr } = await run(...line.replace('ORG', org).split(' '));
  expect([exit, stdout + stderr]).toEqual([code, expect.stringContaining(said)]);
});

test('a statement with an unknown view gets the command that lists the views', async () => {
  const { code, json } = await run('sql', '--org', org, '--command', 'select * from customer');
  expect([code, json.error.message]).toEqual([1, expect.stringMatching(/"customer" does not exist; .*\\d lists/)]);
});

test('an end in the past is refused where a token is made or a customer is held, and ends a token that exists', async () => {
  const make = (expires: string) =>
    run('token', 'create', '--org', org, '--name', 'x', '--scopes', 'none', '--expires', expires);
  const refused = (field: string) => ({
    code: 1,
    json: { error: { code: 'validation_failed', message: expect.stringContaining(`${field} lies in the past`) } },
  });
  expect(await make('2020-01-01')).toMatchObject(refused('expires_at'));
  const made = await make('2999-01-01');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const token = String(made.json.token_id);
  expect(await run('token', 'reissue', token, '--expires', '2020-01-01')).toMatchObject(refused('expires_at'));
  expect(await run('token', 'set', token, '--expires', '2020-01-01')).toMatchObject({ code: 0 });
  const hold = ['privacy', 'hold', org, '1', '--reason', 'x', '--until', '2020-01-01'];
  expect(await run(...hold)).toMatchObject(refused('until'));
});

test('a command without a database prints that it creates one', async () => {
  const DATA_DIR = await makeFolder('made');
  const list = commandOn({ DATA_DIR });
  try {
    expect(await list('org', 'list')).toMatchObject({ code: 0, json: [], stderr: expect.stringContaining(DATA_DIR) });
    expect(await list('org', 'list')).toMatchObject({ code: 0, stderr: '' });
  } finally {
    await rm(DATA_DIR, { recursive: true });
  }
});

test('the help lists each option once and marks the required ones', async () => {
  const { stdout } = await run('token', 'create', '--help');
  const lines = stdout.split('\n').map((line) => line.trim());
  expect(lines.filter((line) => line.startsWith('--json'))).toHaveLength(1);
  expect(lines).toContainEqual(expect.stringMatching(/^--org <org-id> +organisation \(required\)$/));
  expect(stdout.match(/\(required\)/g)).toHaveLength(3);
});

test('--version prints the version', async () => {
  for (const asked of ['--version', '-V'])
    expect(await run(asked)).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
});
