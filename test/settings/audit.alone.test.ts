/** The audit log as administrators narrow, page and export it, with as many entries as years leave behind. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_AUDIT_READ } from '../../src/shared/limits.ts';
import { type Sql, sql } from '../../src/sql/sql.ts';
import * as german from '../../web/src/i18n/de/index.ts';
import * as germanSettings from '../../web/src/i18n/de/settings/index.ts';
import * as english from '../../web/src/i18n/en/index.ts';
import * as englishSettings from '../../web/src/i18n/en/settings/index.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { fillLog } from '../support/bulk-rows.ts';
import { commandOn } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import { newPerson } from '../support/people.ts';
import { databaseUrl } from '../support/postgres.ts';

/** Entries of the large log; `AUDIT_ENTRIES=2000000` for the figures in docs/performance.md. */
const ENTRIES = Number(process.env.AUDIT_ENTRIES ?? 100_000);
/** Most milliseconds of a page on a busy machine, independent of the number of entries. */
const BOUND_MS = 400;

const { service, organisation } = setUpService({}, { api_requests_per_minute: 100_000 });
let admin: SettingsClient;
let stranger: SettingsClient;

const run = (statement: Sql) => service.db.transaction((tx) => tx.run(statement));

beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
  stranger = await signIn(service.address, (await service.organisation()).login);
});

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly section: string;
  readonly record_id: number;
  readonly security: boolean;
}

const entries = async (query: string): Promise<Entry[]> => (await admin.get(`/audit?${query}`)).body.items;
const said = async (query: string): Promise<string[]> =>
  (await entries(query)).map(({ action, section }) => `${section} ${action}`);

describe('filters', () => {
  let kid: number;
  beforeAll(async () => {
    const api = await organisation.client();
    kid = (await api.post('/v3/customers', { name: 'Ida' })).body.kid;
    await api.patch(`/v3/customers/${kid}`, { name: 'Ada' });
    await api.post('/v3/system/tags', { tag: 'A', freigabe: 1 });
    const { id } = (await api.post('/v3/inbox/documents', { base64: 'SGFsbG8=', name: 'brief.txt' })).body;
    await api.post(`/v3/inbox/documents/${id}/discard`);
  });

  test('by action, by kind, and by both', async () => {
    expect(await said('action=sign-in')).toEqual(['users sign-in']);
    expect(await said('section=customers')).toEqual(['customers update', 'customers insert']);
    expect(await said('section=customers&action=insert')).toEqual(['customers insert']);
    expect(await said('section=customers&action=delete')).toEqual([]);
    expect((await said('section=tokens')).length).toBeGreaterThan(0);
    expect(await said('section=inbox')).toEqual(['inbox discard', 'inbox insert']);
    expect(await said(`section=customers&record=customers/${kid}&security=false`)).toHaveLength(2);
    expect((await stranger.get('/audit?section=customers')).body.items).toEqual([]);
  });

  test('the available actions and kinds are listed', async () => {
    const { actions, sections } = (await admin.get('/audit/filters')).body;
    for (const { action, section } of await entries('limit=500')) {
      expect([actions.includes(action), sections.includes(section)], `${section} ${action}`).toEqual([true, true]);
    }
  });

  test.each([
    ['de', { ...german, ...germanSettings }],
    ['en', { ...english, ...englishSettings }],
  ])('each has a label in %s', async (_, { audit, resources }) => {
    const { actions, sections } = (await admin.get('/audit/filters')).body;
    expect(Object.keys(audit.actions)).toEqual(expect.arrayContaining(actions));
    const named = Object.keys({ ...resources.name, ...audit.belongsToNone });
    expect(named).toEqual(expect.arrayContaining(sections));
  });

  test.each([
    'action=none',
    'action=constructor',
    'section=none',
    'section=customers%00',
    'security=yes',
    'record=customers',
    'since=x',
    'person=5',
  ])('an invalid filter is refused and not ignored: %s', async (query) => {
    for (const path of ['/audit', '/audit/export']) {
      const refused = await admin.get(`${path}?${query}`);
      expect([refused.status, refused.error], path).toEqual([400, 'validation_failed']);
    }
  });
});

describe('the export', () => {
  test('has every matching entry as a line, and no spreadsheet formula', async () => {
    const { orgId } = organisation;
    const changes = { name: ['=1+1', '"x"\nü;,'] };
    await run(sql`insert into audit_entry (org_id, at, section, record_id, action, changes, security, request_id)
      values (${orgId}, '2020-01-01T00:00:00Z', 'goals', 7, 'update', ${JSON.stringify(changes)}, false, '=cmd|''/c calc''!A0')`);
    const { text, headers, status } = await admin.get('/audit/export?section=goals');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const [head, line, rest] = text.split('\r\n');
    expect(head).toContain('id,at,action,section,record_id,');
    expect(line).toContain(
      `"update","goals",7,,,,,,,"'=cmd|'/c calc'!A0",,false,"{""name"":[""=1+1"",""\\""x\\""\\nü;,""]}"`,
    );
    expect(rest).toBe('');
  });

  test('is recorded with its filters, and is read in several chunks', async () => {
    const { orgId } = organisation;
    await run(sql`insert into audit_entry (org_id, at, section, record_id, action, changes, security)
      select ${orgId}, '2021-01-01T00:00:00Z'::timestamptz + n / 7 * interval '1 second', 'portals', n, 'move', '{}', false
      from generate_series(1, 1234) n`);
    const { text } = await admin.get('/audit/export?section=portals&action=move');
    const lines = text.trimEnd().split('\r\n').slice(1);
    const ids = lines.map((line) => Number(line.split(',')[4]));
    // Entries with the same time are listed once each, the latest first.
    expect(ids).toEqual(Array.from({ length: 1234 }, (_, i) => 1234 - i));
    const [noted] = (await admin.get('/audit?action=export&limit=1')).body.items;
    expect(noted).toMatchObject({
      user_kid: organisation.adminKid,
      security: true,
      changes: { section: [null, 'portals'], action: [null, 'move'] },
    });
  });

  test('has only the own organisation, and is for administrators', async () => {
    const { text } = await stranger.get('/audit/export?section=portals');
    expect(text.trimEnd().split('\r\n')).toHaveLength(1);
    const adviser = await (await newPerson(service, admin, 'berater@example.com')).signIn();
    expect((await adviser.get('/audit/export')).error).toBe('administrator_required');
  });
  test('holds one chunk in memory, for any number of entries', async () => {
    const { orgId } = organisation;
    const size = 8000;
    const count = 8000;
    await run(sql`insert into audit_entry (org_id, at, section, record_id, action, changes, security)
      select ${orgId}, now() - n * interval '1 second', 'jobs', n, 'update', '{"name":["' || repeat('x', ${size}::int) || '",null]}', false
      from generate_series(1, ${count}::int) n`);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const live = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = live();
    const answer = await fetch(`${service.address}/settings/api/audit/export?section=jobs`, {
      headers: { cookie: admin.cookie, 'accept-encoding': 'identity' },
    });
    let bytes = 0;
    let looked = 0;
    let most = 0;
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes - looked < 4_000_000) continue;
      looked = bytes;
      most = Math.max(most, live() - before);
    }
    expect(bytes).toBeGreaterThan(size * count);
    expect(most).toBeLessThan(bytes / 2);
  }, 120_000);
});

test('large entries come on shorter pages, and all of them are in the export', async () => {
  const own = await service.organisation();
  const its = await signIn(service.address, own.login);
  const megabyte = JSON.stringify({ beschreibung: ['x'.repeat(1024 * 1024), ''] });
  await run(sql`insert into audit_entry (org_id, at, section, record_id, action, changes)
    select ${own.orgId}, now(), 'activities', n, 'update', ${megabyte} from generate_series(1, 12) n`);
  const found: number[] = [];
  for (let next: number | null = 0; next !== null; ) {
    const page: { items: Entry[]; next: number | null } = (
      await its.get(`/audit?section=activities&limit=500${next ? `&before=${next}` : ''}`)
    ).body;
    expect(page.items.length).toBeLessThanOrEqual(4);
    found.push(...page.items.map(({ record_id: id }) => id));
    next = page.next;
  }
  expect(found).toEqual(Array.from({ length: 12 }, (_, n) => 12 - n));
  const { text } = await its.get('/audit/export?section=activities');
  expect(text.split('x'.repeat(1024 * 1024)).length - 1).toBe(12);
  const command = commandOn({ DATABASE_URL: databaseUrl(service.connection) });
  const { json } = await command('audit', 'list', '--org', String(own.orgId), '--limit', '10');
  expect(json).toHaveLength(10);
});

describe(`${ENTRIES.toLocaleString('en')} entries`, () => {
  beforeAll(() => fillLog(service, organisation, ENTRIES), 600_000);

  /** Milliseconds of a page: the median of several, as a busy machine slows some. */
  const timed = async (query: string): Promise<number> => {
    const taken: number[] = [];
    while (taken.length < 11) {
      const begin = performance.now();
      expect((await admin.get(`/audit?${query}`)).status).toBe(200);
      taken.push(performance.now() - begin);
    }
    return taken.toSorted((a, b) => a - b)[5] ?? 0;
  };

  test.each([
    ['all', ''],
    ['a rare kind, long ago', 'section=damages'],
    ['a frequent kind', 'section=customers'],
    ['a rare action, long ago', 'action=merge'],
    ['a frequent action', 'action=insert'],
    ['a kind and an action', 'section=contracts&action=insert'],
    ['an action of a kind without entries', 'section=customers&action=revoke'],
    ['a token', 'token=2000042'],
    ['a person', 'user=ADMIN&section=damages'],
    ['a record', 'record=customers/777'],
    ['a day long ago', 'since=2015-01-02T00:00:00Z&until=2015-01-03T00:00:00Z'],
    ['security events', 'security=true'],
  ])('%s: a page takes no longer because of them', async (_name, wish) => {
    const query = wish.replace('ADMIN', String(organisation.adminKid));
    const taken = await timed(query);
    if (process.env.AUDIT_ENTRIES) process.stdout.write(`${wish || 'all'}: ${taken.toFixed(1)} ms\n`);
    expect(taken).toBeLessThan(BOUND_MS);
  });

  test('filters without an index read a bounded number of entries, and continue from there', async () => {
    const found: string[] = [];
    let calls = 0;
    for (let next = '', last = ''; calls === 0 || next; calls += 1) {
      const { body } = await admin.get(`/audit?section=damages&action=merge${next}`);
      found.push(...body.items.map(({ record_id: id }: Entry) => `damages/${id}`));
      if (body.next) {
        expect(body.searched_back_to < (last || '9')).toBe(true);
        last = body.searched_back_to;
      } else expect(body.searched_back_to).toBeNull();
      next = body.next ? `&before=${body.next}` : '';
    }
    expect(found).toEqual(Array.from({ length: 11 }, (_, n) => `damages/${21 - n}`));
    expect(calls).toBeGreaterThanOrEqual(Math.floor(ENTRIES / MAX_AUDIT_READ));
    expect(calls).toBeLessThanOrEqual(Math.floor(ENTRIES / MAX_AUDIT_READ) + 1);
    // A full page needs no bound, nor does a filter with an index.
    for (const query of ['section=customers', 'record=customers/777&action=insert', 'security=true&section=tokens'])
      expect((await admin.get(`/audit?${query}`)).body.searched_back_to, query).toBeNull();
    const { text } = await admin.get('/audit/export?section=damages&action=merge');
    expect(text.trimEnd().split('\r\n')).toHaveLength(12);
  });

  test('a late page begins at the end of the page before it', async () => {
    const { orgId } = organisation;
    const [far] = await service.db.read<{ id: number }>(
      sql`select id from audit_entry where org_id = ${orgId} and section = 'damages' order by at desc limit 1`,
    );
    const items = await entries(`before=${far?.id}&limit=20`);
    expect(items).toHaveLength(20);
    expect(items.every(({ section }) => section === 'damages')).toBe(true);
    const taken = await timed(`before=${far?.id}`);
    if (process.env.AUDIT_ENTRIES) process.stdout.write(`far back: ${taken.toFixed(1)} ms\n`);
    expect(taken).toBeLessThan(BOUND_MS);
  });
});
