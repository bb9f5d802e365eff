/** Each machine code of the table, provoked once over HTTP with its status; a code without an entry fails. */
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeOrganisation } from '../../src/access/organisations/manage-organisations.ts';
import { revokeToken } from '../../src/access/tokens/manage-tokens.ts';
import { createOrganisationWithAdmin } from '../../src/cli/context/create-organisation.ts';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { errorTable } from '../../src/errors/api-error.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { forge } from '../access/fixture.ts';
import { askSettings, type SettingsClient, signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { holdLock } from '../support/held-lock.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type Client, type Reply, startTestService, type TestService } from '../support/service.ts';

const { service, organisation, client } = setUpService({}, { api_requests_per_minute: 1_000_000, licenses: 1 });
let admin: SettingsClient;
let user: SettingsClient;
let kid: number;
let other: number;
let contract: number;

beforeAll(async () => {
  admin = await signIn(service.address, organisation.login);
  ({ kid } = (await client.post('/v3/customers', { name: 'A' })).body);
  ({ kid: other } = (await client.post('/v3/customers', { name: 'B' })).body);
  contract = (await client.post('/v3/contracts', { kid })).body.id;
  const made = await admin.send('POST', '/users', {
    email: 'u@example.com',
    name: 'U',
    rolle: 'berater',
    lizenz: false,
  });
  const login = { email: 'u@example.com', password: 'ein langes Passwort' };
  await askSettings(service.address, 'POST', `/invitations/${made.body.link.split('/').at(-1)}`, {
    password: login.password,
  });
  user = await signIn(service.address, login);
});

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const get = (path: string, headers: Record<string, string>) => service.ask('GET', path, headers);
const withScopes = async (scopes: string[]) => organisation.client({ scopes });
const again = async (ask: () => Promise<Reply>): Promise<Reply> => {
  await ask();
  return ask();
};
const claims = { jti: '1', kind: 'organization', type: 'api', issue: 1, iat: 1 };
const forged = async (change: Record<string, unknown>) =>
  get('/v3/customers', bearer(await forge(service.db, { cid: organisation.orgId, ...claims, ...change })));
const forgedFor = (change: Record<string, unknown>) => forged({ jti: String(client.tokenId), ...change });
const elsewhere = async (plan: Record<string, unknown> = {}) =>
  await service.organisation({ api_requests_per_minute: 1000, ...plan });

/** Letters that no worker makes. */
const lettersOf = async (one: Client): Promise<Reply> => {
  const template = { section: 'customers', kind: 'letter', name: 'Brief', text: 'x' };
  const { id } = (await one.post('/v3/system/templates', template)).body;
  return one.post('/v3/customers/letters', { template: id, ids: [1] });
};

const HOOK = { url: 'https://93.184.215.14/', events: [] };
const hook = async (): Promise<number> => (await client.post('/v3/webhooks', HOOK)).body.id;

/** Node's parser refuses this before it becomes a request; the response still has the shape of the API. */
const sent = (text: string): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => (answer += data));
    socket.on('error', reject);
    socket.on('close', () => {
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
      resolve({
        status: Number(answer.slice(9, 12)),
        headers: new Headers(),
        body,
        text: answer,
        error: body.data.error,
      });
    });
  });

/** A service whose database or file store is damaged in one place. */
const damaged = async (
  damage: string,
  ask: (one: Client, of: TestService) => Promise<Reply>,
  env?: Record<string, string>,
) => {
  const broken = await startTestService({ env });
  const one = await (await broken.organisation()).client();
  await one.get('/v3/customers');
  if (damage) await broken.db.transaction((tx) => tx.run(raw(damage)));
  const reply = await ask(one, broken);
  // The error was logged, which a service under test reports when it stops.
  await broken.stop().catch(() => undefined);
  return reply;
};

/** Tokens are read, with the roles of their organisation, and then its settings not. */
const UNREADABLE_SETTINGS = `do $damage$
  begin
    create function refuse_settings() returns boolean language plpgsql as $refuse$
      begin
        if current_query() like 'select settings::text%' then
          raise 'damaged';
        end if;
        return true;
      end $refuse$;
    alter table organisation enable row level security;
    create policy damaged on organisation using (refuse_settings());
  end $damage$`;

const FILE = Buffer.alloc(26 * 1024 * 1024 + 1).toString('base64');

const entries: Readonly<Record<string, () => Promise<Reply>>> = {
  invalid_json: () => client.send('POST', '/v3/customers', '{', { 'content-type': 'application/json' }),
  empty_body: () => client.post('/v3/customers'),
  empty_array: () => client.post('/v3/customers', []),
  batch_too_large: () => client.post('/v3/customers', Array(101).fill({ name: 'x' })),
  validation_failed: () => client.post('/v3/damages', { art: 5 }),
  no_valid_fields: () => client.post('/v3/customers', {}),
  body_field_forbidden: () => client.post(`/v3/customers/${kid}/addresses`, { kid }),
  invalid_id: () => client.get('/v3/contracts/0'),
  invalid_kid: () => client.get('/v3/customers/0'),
  invalid_request: () => sent('NONSENSE\r\n\r\n'),
  missing_kid: () => client.post('/v3/contracts', {}),
  missing_name: () => client.post('/v3/products', { kurzname: 'x' }),
  missing_subject: () =>
    client.post('/v3/system/templates', { section: 'customers', kind: 'mail', name: 'x', text: 'x' }),
  unknown_placeholder: () =>
    client.post('/v3/system/templates', { section: 'customers', kind: 'letter', name: 'x', text: '{{ x }}' }),
  rule_needs_contract: async () => {
    const { id } = (await client.post('/v3/system/inbox-rules', { name: 'x', words: 'x', status: 'x' })).body;
    const waiting = (await client.post('/v3/inbox/documents', { base64: 'eA==' })).body.id;
    return client.post(`/v3/inbox/documents/${waiting}/assign`, { section: 'customers', id: kid, rule_id: id });
  },
  invalid_kategorie: () => client.post('/v3/products', { name: 'x', kategorie: 'none' }),
  email_not_unique: () => client.post('/v3/users', { email: organisation.login.email }),
  license_quota_exceeded: () => client.post('/v3/users', { email: 'l@example.com', lizenz: true }),
  invalid_parent_id: () => client.post(`/v3/customers/${kid}/documents/folders`, { name: 'x', parent_id: 999 }),
  query_owner_section_forbidden: () => client.get(`/v3/customers/${kid}/links?owner_section=x`),
  query_owner_id_forbidden: () => client.get(`/v3/customers/${kid}/links?owner_id=1`),
  missing_foreign_section: () => client.post(`/v3/customers/${kid}/links`, {}),
  invalid_foreign_id: () =>
    client.post(`/v3/customers/${kid}/links`, { foreign_section: 'customers', foreign_id: kid }),
  validation_error: () => client.post(`/v3/customers/${kid}/relations`, {}),
  self_relationship: () => client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: kid, beziehung: 101 }),
  invalid_relationship_type: () =>
    client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung: 99999 }),
  unrecognized_key: async () => {
    const { id } = (await client.post('/v3/system/tags', { tag: 'x' })).body;
    return client.patch(`/v3/system/tags/${id}`, { name: 'x' });
  },
  exact_only_not_supported: () => client.post('/tools/search', { mode: 'apiv3', exactOnly: true }),
  missing_bearer_token: () => get('/v3/customers', {}),
  empty_token: () => get('/v3/customers', { authorization: 'Bearer ' }),
  invalid_token: () => get('/v3/customers', bearer('x')),
  token_expired: async () => {
    const { token } = await organisation.client({ expires: new Date(Date.now() - 1000) });
    return get('/v3/customers', bearer(token));
  },
  token_revoked: async () => {
    const { token, tokenId } = await organisation.client();
    await revokeToken(service.db, { tokenId });
    return get('/v3/customers', bearer(token));
  },
  token_not_found: () => forged({ jti: '2000000000' }),
  wrong_token_kind: () => forgedFor({ kind: 'user' }),
  invalid_token_type: () => forgedFor({ type: 'web' }),
  token_mismatch: () => forgedFor({ issue: 9 }),
  invalid_expiry: () => forgedFor({ exp: 'x' }),
  missing_cid: () => forgedFor({ cid: undefined }),
  not_signed_in: () => askSettings(service.address, 'GET', '/account'),
  login_failed: () => askSettings(service.address, 'POST', '/session', { email: 'x@example.com', password: 'x' }),
  csrf_failed: () => admin.send('POST', '/tags', { tag: 'x', freigabe: 0 }, { 'x-csrf-token': 'x' }),
  administrator_required: () => user.get('/tokens'),
  role_exceeds_own_scopes: async () => {
    const { id } = (await client.post('/v3/users', { email: 'weniger@example.com', rolle: 'lesend' })).body;
    const one = await organisation.client({ scopes: ['v3:users:write'], userKid: id });
    return one.patch(`/v3/users/${id}`, { rolle: 'berater' });
  },
  missing_required_scope: async () => (await withScopes([])).get('/v3/customers'),
  invalid_cursor: () => client.get('/v3/changes?after=x'),
  cursor_expired: async () => {
    const { next } = (await client.get('/v3/changes')).body;
    await service.db.read(sql`update change_feed set gone = last + 1 where org_id = ${organisation.orgId}`);
    return client.get(`/v3/changes?after=${next}`);
  },
  forbidden_indices: async () =>
    (await withScopes(['v3:search:read'])).post('/v3/search', { query: 'x', indices: ['customers'] }),
  origin_not_allowed: () => client.post('/mcp', {}, { origin: 'https://other.example.com' }),
  ip_not_allowed: async () => (await organisation.client({ addresses: ['192.0.2.1'] })).get('/v3/customers'),
  contract_inactive: async () => {
    const its = await elsewhere();
    const one = await its.client();
    await changeOrganisation(service.db, its.orgId, { contract: 'inactive' });
    return one.get('/v3/customers');
  },
  trial_expired: async () => {
    const its = await elsewhere();
    const one = await its.client();
    await changeOrganisation(service.db, its.orgId, { trialEnds: new Date(0) });
    return one.get('/v3/customers');
  },
  document_protected: async () => {
    const { id } = (await client.post('/v3/documents', { base64: 'eA==', name: 'a.txt', protect: 1 })).body;
    return client.delete(`/v3/documents/${id}`);
  },
  folder_protected: async () => {
    const path = `/v3/customers/${kid}/documents/folders`;
    const { id } = (await client.post(path, { name: 'x', protect: 1 })).body;
    return client.delete(`${path}/${id}`);
  },
  endpoint_not_found: () => client.get('/v3/customers/abc'),
  not_found: () => client.get('/v3/customers/2000000000'),
  record_not_found: () => client.post('/v3/goals/2000000000/comments', { text: 'x' }),
  unknown_resource: () => client.get(`/v3/customers/${kid}/nothing`),
  unsupported_sub_resource: () => client.get('/v3/goals/1/documents'),
  customer_not_found: () => client.post('/v3/contracts', { kid: 2000000000 }),
  target_not_found: () => client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: 2000000000, beziehung: 101 }),
  unknown_invitation: () => askSettings(service.address, 'GET', '/invitations/x'),
  method_not_allowed: () => client.get(`/v3/customers/${kid}/merge`),
  merge_not_undoable: () => client.post(`/v3/customers/${kid}/unmerge`, { slave_kid: other }),
  not_deleted: () => client.post(`/v3/customers/${kid}/restore`),
  parent_deleted: async () => {
    const { kid: gone } = (await client.post('/v3/customers', { name: 'x' })).body;
    const { id } = (await client.post('/v3/contracts', { kid: gone })).body;
    await client.delete(`/v3/customers/${gone}`);
    return client.post(`/v3/contracts/${id}/restore`);
  },
  relation_exists: () =>
    again(() => client.post(`/v3/customers/${kid}/links`, { foreign_section: 'contracts', foreign_id: contract })),
  too_many_links: async () => {
    const { kid: full } = (await client.post('/v3/customers', { name: 'Voll' })).body;
    await service.db.read(sql`insert into link (org_id, id, owner_section, owner_id, foreign_section, foreign_id, insert_datum)
      select ${organisation.orgId}::int, nextval('link_id_seq')::int, 'customers', ${full}::int, 'goals', 1000000 + n, '2026-01-01'
      from generate_series(1, 10000) n`);
    return client.post(`/v3/customers/${full}/links`, { foreign_section: 'contracts', foreign_id: contract });
  },
  already_following: () =>
    again(() => client.post(`/v3/customers/${kid}/followers`, { kid_user: organisation.adminKid })),
  tag_already_assigned: async () => {
    const { id } = (await client.post('/v3/system/tags', { tag: 'x' })).body;
    return again(() => client.post(`/v3/customers/${kid}/tags`, { tag_id: id }));
  },
  duplicate_relation: () =>
    again(() => client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung: 101 })),
  password_change_required: async () => {
    const wish = { name: 'Frisch', timeZone: 'Europe/Berlin', plan: {}, email: 'frisch@example.com' };
    const { admin: first } = await createOrganisationWithAdmin(service.db, wish);
    return (await signIn(service.address, first)).get('/users');
  },
  factor_required: async () => {
    const { login } = await elsewhere();
    const owner = await signIn(service.address, login);
    await owner.send('PUT', '/second-factor', { required_of: 'everybody' });
    return owner.get('/users');
  },
  mail_not_configured: () => admin.send('POST', '/mail/test'),
  passkey_failed: () =>
    askSettings(service.address.replace('127.0.0.1', 'localhost'), 'POST', '/session/passkey', {
      ...{ id: 'AA', clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
    }),
  passkeys_unavailable: () => askSettings(service.address, 'POST', '/session/challenge'),
  own_factor: () => admin.send('DELETE', `/users/${organisation.adminKid}/factor`),
  last_administrator: () => admin.send('DELETE', `/users/${organisation.adminKid}`),
  billing_company_in_use: async () => {
    await admin.send('PUT', '/billing-companies', { names: ['Eins'] });
    await client.patch(`/v3/contracts/${contract}`, { gd_abr_firma: 1 });
    return admin.send('PUT', '/billing-companies', { names: [] });
  },
  role_fixed: () => admin.send('DELETE', '/roles/admin'),
  role_in_use: async () => {
    await client.post('/v3/users', { name: 'Liest', email: 'liest@example.com', rolle: 'lesend' });
    return admin.send('DELETE', '/roles/lesend');
  },
  import_state: async () => {
    const form = new FormData();
    form.set('file', new Blob(['Nachname\nA\n']), 'a.csv');
    const { body } = await client.send('POST', '/v3/imports', form);
    return client.post(`/v3/imports/${body.id}/undo`);
  },
  legal_hold: async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
    await client.send('PUT', `/v3/customers/${kid}/privacy/hold`, '{"reason":"x"}', {
      'content-type': 'application/json',
    });
    return client.post(`/v3/customers/${kid}/privacy/erasure`, { confirm: kid, reason: 'x' });
  },
  retention_applies: async () => {
    const { kid } = (await client.post('/v3/customers', { name: 'A' })).body;
    await client.post('/v3/contracts', { kid, sparte: 1, status: 'beendet' });
    return client.post(`/v3/customers/${kid}/privacy/erasure`, { confirm: kid, reason: 'x' });
  },
  later_than_issued: async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const token = { name: 'Endet', user_kid: organisation.adminKid, scopes: ['v3:users:read'], expires_at };
    const { body } = await admin.send('POST', '/tokens', token);
    return admin.send('PATCH', `/tokens/${body.token_id}`, { expires_at: null });
  },
  already_revoked: async () => {
    const token = { name: 'Widerrufen', user_kid: organisation.adminKid, scopes: ['v3:users:read'] };
    const { body } = await admin.send('POST', '/tokens', token);
    await admin.send('POST', `/tokens/${body.token_id}/revoke`);
    return admin.send('POST', `/tokens/${body.token_id}/reissue`, {});
  },
  field_being_removed: async () => {
    const put = () => admin.send('PUT', '/fields/goals/ind_1', { label: 'Feld', kind: 'text' });
    await put();
    await admin.send('DELETE', '/fields/goals/ind_1');
    return put();
  },
  list_in_use: async () => {
    await admin.send('PUT', '/lists/ampel', { options: [{ value: 'r', display: 'Rot' }] });
    await admin.send('PUT', '/fields/goals/ind_2', { label: 'Ampel', kind: 'text', list: 'ampel' });
    return admin.send('DELETE', '/lists/ampel');
  },
  relation_type_in_use: async () => {
    const { id } = (await admin.send('POST', '/relation-types', { kreis: 6, name: 'Vereinsfreund', reverse: null }))
      .body;
    await client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung: id });
    return admin.send('DELETE', `/relation-types/${id}`);
  },
  idempotency_key_in_use: async () => {
    const key = { 'idempotency-key': 'running' };
    const release = await holdLock(
      service.db,
      sql`select 1 from contact where org_id = ${organisation.orgId} and id = ${kid} for update`,
    );
    const first = client.post(`/v3/customers/${kid}/addresses`, { ort: 'x' }, key);
    const second = await client.post(`/v3/customers/${kid}/addresses`, { ort: 'x' }, key);
    await release();
    await first;
    return second;
  },
  idempotency_key_reused: async () => {
    const key = { 'idempotency-key': 'other' };
    await client.post('/v3/customers', { name: 'x' }, key);
    return client.post('/v3/customers', { name: 'y' }, key);
  },
  search_backend_removed: () => client.post('/tools/search', { mode: 'apiv3', output: 'elastic' }),
  search_index_managed_by_crm: () => client.post('/tools/search/upsert', {}),
  precondition_failed: () => client.patch(`/v3/customers/${kid}`, { name: 'x' }, { 'if-match': '"x"' }),
  file_too_large: () => client.post('/v3/documents', { base64: FILE }),
  payload_too_large: () => client.post('/v3/customers', { kommentar: 'x'.repeat(9 * 1024 * 1024) }),
  unsupported_media_type: () => client.send('POST', '/v3/customers', 'x', { 'content-type': 'text/plain' }),
  range_not_satisfiable: async () => {
    const { id } = (await client.post('/v3/documents', { base64: 'eA==' })).body;
    return client.get(`/v3/documents/${id}/download`, { range: 'bytes=9-' });
  },
  rate_limit_exceeded: async () => {
    const one = await (await elsewhere({ api_requests_per_minute: 1 })).client();
    await again(() => one.get('/v3/customers'));
    return one.get('/v3/customers');
  },
  insufficient_scope: async () =>
    (await withScopes(['v3:webhooks:write'])).post('/v3/webhooks', { ...HOOK, events: ['customers.insert'] }),
  test_required: async () => client.patch(`/v3/webhooks/${await hook()}`, { active: true }),
  event_not_active: async () => client.post(`/v3/webhooks/${await hook()}/test`, { event: 'goals.insert' }),
  too_many_webhooks: async () => {
    const full = await elsewhere();
    await service.db.read(sql`insert into webhook (org_id, id, url, events, secret)
      select ${full.orgId}, 1000000 + n, 'https://example.com/', '{}', '' from generate_series(1, 500) n`);
    return (await full.client()).post('/v3/webhooks', HOOK);
  },
  too_many_mappings: async () => {
    const full = await elsewhere();
    await service.db.read(sql`insert into import_mapping (org_id, name, options, updated_at)
      select ${full.orgId}, n::text, '{}', now() from generate_series(1, 100) n`);
    return (await full.client()).send('PUT', '/v3/imports/mappings/more', '{}', { 'content-type': 'application/json' });
  },
  archive_running: async () => {
    const { login } = organisation;
    await admin.send('POST', '/archive', { password: login.password });
    return admin.send('POST', '/archive', { password: login.password });
  },
  too_many_exports: async () => {
    const full = await elsewhere();
    await service.db.read(sql`insert into export_job (org_id, id, sections, format, scopes, personal, user_kid, created_at)
      select ${full.orgId}, 1000000 + n, '{customers}', 'csv', '{}', false, ${full.adminKid}, now() from generate_series(1, 10) n`);
    return (await full.client()).post('/v3/exports', { sections: ['customers'], format: 'csv' });
  },
  letters_not_done: async () => {
    const { id } = (await lettersOf(client)).body;
    return client.get(`/v3/letters/${id}/download`);
  },
  message_not_failed: async () => {
    const letter = { subject: 'x', text: 'x', send: 'none' };
    const { id } = (
      await client.post(
        `/v3/customers/${(await client.post('/v3/customers', { name: 'x' })).body.kid}/messages`,
        letter,
      )
    ).body;
    return client.post(`/v3/messages/${id}/resend`);
  },
  too_many_letters: async () => {
    const full = await elsewhere();
    await service.db.read(sql`insert into letter_job (org_id, id, section, kind, subject, text, ids, scopes, created_at)
      select ${full.orgId}, 1000000 + n, 'customers', 'letter', '', 'x', '{1}', '{}', now() from generate_series(1, 10) n`);
    return lettersOf(await full.client());
  },
  export_not_done: async () => {
    const { id } = (await client.post('/v3/exports', { sections: ['customers'], format: 'csv' })).body;
    return client.get(`/v3/exports/${id}/download`);
  },
  headers_too_large: () => sent(`GET /v3/customers HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`),
  internal_error: () =>
    damaged('alter table goal rename column subject to gone', (one) => one.post('/v3/goals', { subject: 'x' })),
  validation_infrastructure_failure: () =>
    damaged(UNREADABLE_SETTINGS, async (one, of) => {
      await of.db.transaction((tx) => tx.run(sql`update organisation set settings_version = settings_version + 1`));
      await waitForCacheExpiry();
      return one.post('/v3/customers', { name: 'x' });
    }),
  link_failed: () =>
    damaged('alter table link rename column foreign_section to gone', async (one) => {
      const { kid: its } = (await one.post('/v3/customers', { name: 'x' })).body;
      const { id } = (await one.post('/v3/contracts', { kid: its })).body;
      return one.post(`/v3/contracts/${id}/documents`, { base64: 'eA==' });
    }),
  s3_upload_failed: () =>
    damaged('', (one) => one.post('/v3/documents', { base64: 'eA==' }), {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'none',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
    }),
  search_backend_failed: () =>
    damaged('alter table search_entry rename to gone', (one) =>
      one.post('/v3/search', { query: 'x', indices: ['customers'] }),
    ),
  service_unavailable: () =>
    damaged('', async (_one, of) =>
      (await (await of.organisation({ api_requests_per_minute: 'x' })).client()).get('/v3/customers'),
    ),
  invalid_object: async () => {
    const reply = await client.post('/v3/customers', ['x']);
    return { ...reply, error: reply.body.failed?.[0]?.error ?? reply.error };
  },
  organisation_required: async () => {
    const second = await elsewhere();
    const its = await signIn(service.address, second.login);
    const made = await its.send('POST', '/users', { email: 'u@example.com', name: 'U', rolle: null, lizenz: false });
    const password = 'ein langes Passwort';
    await askSettings(service.address, 'POST', `/invitations/${made.body.link.split('/').at(-1)}`, { password });
    return askSettings(service.address, 'POST', '/session', { email: 'u@example.com', password });
  },
  too_many_logins: async () => {
    for (let i = 0; i < 10; i += 1)
      await askSettings(service.address, 'POST', '/session', { email: 'm@example.com', password: 'x' });
    return askSettings(service.address, 'POST', '/session', { email: 'm@example.com', password: 'x' });
  },
  too_many_mails: async () => {
    const mailServer = await startMailServer();
    const one = await startTestService({ env: { SMTP_URL: mailServer.url } });
    const ask = () => askSettings(one.address, 'POST', '/forgotten-password', { email: 'niemand@example.com' });
    try {
      for (let i = 0; i < 3; i += 1) await ask();
      return await ask();
    } finally {
      await one.stop();
      await mailServer.stop();
    }
  },
  too_many_auth_failures: async () => {
    for (let i = 0; i < 25; i += 1) await get('/v3/customers', bearer('x'));
    return get('/v3/customers', bearer('x'));
  },
};

/** Codes that no request can bring about, and why. */
const AT_ISSUER = 'test/settings/sso.slow.test.ts, at an issuer';
const UNREACHABLE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys(errorTable)
      .filter((code) => code.startsWith('sso_') || code === 'local_passwords_off')
      .map((code) => [code, AT_ISSUER]),
  ),
  no_email_address: 'of rows of a job alone (test/api/messages.test.ts)',
  delete_failed: 'a record is locked between its read and its removal',
  no_reverse_pair: 'every relation type has a reverse (test/unit/model/seed.test.ts)',
  request_timeout: 'takes two minutes; Node answers it through the same handler as invalid_request',
  uri_too_long: 'the limit on all headers together answers first (headers_too_large)',
  code_required: 'test/settings/login.slow.test.ts, with a second factor',
  code_invalid: 'test/settings/login.slow.test.ts, with a second factor',
  too_many_passkeys: 'test/settings/passkeys.slow.test.ts, with ten of them',
};

describe('every code of the table', () => {
  test('has a case, or a reason why it has none', () => {
    const known = [...Object.keys(entries), ...Object.keys(UNREACHABLE)].sort();
    expect(known, 'Say in entries how each comes, or in UNREACHABLE why none does').toEqual(
      Object.keys(errorTable).sort(),
    );
  });

  test.each(Object.keys(entries))('%s', async (code) => {
    const reply = await (entries[code] as () => Promise<Reply>)();
    expect(reply.error, reply.text).toBe(code === 'body_field_forbidden' ? 'body_kid_forbidden' : code);
    expect(reply.status).toBe(errorTable[code as keyof typeof errorTable][0]);
    if (!reply.body.failed)
      expect(reply.body).toMatchObject({ statusCode: reply.status, data: { message: expect.any(String) } });
    if (reply.status === 429) expect(reply.headers.get('retry-after')).toBe(String(reply.body.data.retry_after));
    if (reply.status === 405) expect(reply.headers.get('allow')).toBe('POST');
  });
});

test.each([
  ['HTTP/1.1 without Host', 'GET /nothing', '', 400, 'invalid_request'],
  ['two hosts', 'GET /openapi/v3.yaml', 'host: x\r\nhost: y\r\n', 400, 'invalid_request'],
  [
    'a body in a coding besides chunks',
    'POST /v3/goals',
    'host: x\r\ntransfer-encoding: gzip, chunked\r\n',
    400,
    'invalid_request',
  ],
  ['a body in chunks', 'POST /nothing', 'host: x\r\ntransfer-encoding: Chunked\r\n', 404, 'endpoint_not_found'],
  ['an unknown expectation', 'GET /nothing', 'host: x\r\nexpect: x\r\n', 404, 'endpoint_not_found'],
  ['CONNECT to somebody else', 'CONNECT example.com:443', 'host: x\r\n', 405, 'method_not_allowed'],
  ['CONNECT with a path', 'CONNECT /v3/customers', 'host: x\r\n', 405, 'method_not_allowed'],
])('%s is answered in the shape of errors', async (_rule, what, headers, status, error) => {
  const reply = await sent(`${what} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  expect([reply.status, reply.error, /x-request-id/i.test(reply.text)]).toEqual([status, error, true]);
});
