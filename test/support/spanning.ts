/**
 * Statements that one node alone cannot answer, or not in one round trip, each with the reason. All other statements
 * of the service name their organisation for each table, in a form that Citus routes unchanged.
 */
export interface Spanning {
  /** Begins so, or has this. */
  readonly statement: RegExp;
  readonly why: string;
}

export const SPANNING: readonly Spanning[] = [
  // Statements across organisations, because the organisation is not known yet.
  {
    statement: /from credential where email_lower = \$/,
    why: 'a login: an address may be known to several organisations',
  },
  {
    statement: /^select s\.org_id, s\.issuer from sso s\s+join contact u on u\.org_id = s\.org_id/,
    why: 'a sign-in with the work account: an address may be known to several organisations',
  },
  {
    statement: /^select 1 from sso s where s\.active limit 1$/,
    why: 'the sign-in page: whether it offers the work account',
  },
  {
    statement: /^select org_id from (api_token|webhook|webhook_delivery) where id = \$/,
    why: 'a command names a token, a webhook or a delivery by its number',
  },
  {
    statement: /^select 1 as found from api_token where id = \$/,
    why: 'a token whose two numbers do not fit: whose is it?',
  },
  // Housekeeping over all organisations, every ten minutes or hours.
  {
    statement:
      /^delete from (webhook_delivery|webhook_budget|request_count|request_total|session|idempotency_key|invitation|known_browser|secret_link)\s+where (\w+\.)?\w+_?\w* </,
    why: 'what is old is removed everywhere',
  },
  {
    statement: /^update webhook_delivery\s+set (next_attempt_at = case|leased_until = null\s+where state)/,
    why: 'the clock was set back: what waits for it is brought forward everywhere',
  },
  {
    statement: /^select w\.org_id, w\.id\s+from webhook w\s+where not w\.active/,
    why: 'which webhooks are off and have something that was left',
  },
  {
    statement: /^select distinct d\.org_id, d\.webhook_id as id/,
    why: 'which webhooks are gone and have left something',
  },
  {
    statement: /^select w\.org_id, w\.id, w\.failing_since is not null as failing/,
    why: 'which webhooks have something to be sent',
  },
  {
    statement:
      /^select org_id, settings::text as settings, search_text_version\s+from organisation\s+where deletion_began_at is null\s+and \(settings \? 'leaving'/,
    why: 'organisations with a removed field, renamed values or old search texts: a background job',
  },
  {
    statement: /^select m\.org_id, m\.id\s+from mailbox m\s+where m\.active/,
    why: 'which mailboxes are to be fetched',
  },
  {
    statement: /^select m\.org_id, m\.id\s+from message m\s+where m\.state = 'queued'/,
    why: 'which messages are to be sent',
  },
  {
    statement: /^select j\.org_id, j\.id from document_text_job j\s+where j\.leased_until is null/,
    why: 'which PDFs are to be read',
  },
  {
    statement: /^select j\.org_id, j\.id from letter_job j\s+where j\.(state = 'running'|created_at <)/,
    why: 'which letters are to be made, and which jobs are old',
  },
  {
    statement:
      /^select (org_id, id|e\.org_id, e\.id, [^$]*) from export_job( e)?\s+where (state = 'running'|e\.created_at <)/,
    why: 'which exports are to be written, and which are to be removed',
  },
  {
    statement:
      /^select (distinct j\.org_id, .* as reads|j\.org_id, j\.id)\s+from import_job j\s+where j\.(state in|created_at <)/,
    why: 'which organisations have imports to continue, and which imports are old',
  },
  {
    statement: /^select j\.org_id, j\.id::float8 as id, (j\.state|'waiting') as state, /,
    why: 'broker-crm jobs: the open jobs of all organisations',
  },
  {
    statement: /^select e\.state, count\(\*\)::int as n/,
    why: 'doctor: how many erasures wait or fail',
  },
  {
    statement: /^select e\.org_id, e\.id\s+from erasure e\s+where e\.state <> 'done'/,
    why: 'which erasures continue',
  },
  {
    statement: /^select e\.org_id as "orgId", e\.kid, e\.reason, /,
    why: 'privacy ledger export: the erasures of all organisations',
  },
  {
    statement: /^select distinct t\.org_id\s+from \w+ t\s+where t\.del <> 0 and t\.deleted_at </,
    why: 'which organisations have old deleted records',
  },
  { statement: /^select t\.org_id as id from api_token t/, why: 'who has tokens that end soon' },
  // One organisation, but rows are made of rows: the node that runs it reads them first, which takes some milliseconds.
  { statement: /^insert into webhook_delivery \(/, why: 'an event is written for each webhook that wants it' },
  { statement: /^insert into document_folder_closure \(/, why: 'a folder comes below all that are above its parent' },
  // A migration, once.
  {
    statement: /^insert into document_text_job \(org_id, id, created_at\)\s+select d\.org_id/,
    why: 'the texts of the PDFs that are there',
  },
  {
    statement: /^update (organisation|api_token)\s+set (settings = jsonb_set|scopes = scopes \|\|)/,
    why: 'stored roles and tokens get the scopes of exports',
  },
  // An operator's command, about all organisations or run now and then.
  {
    statement:
      /^select (org_id|json_build_object\('org_id', org_id, [^$]*) from organisation( where deletion_began_at is null)? order by org_id$/,
    why: 'org list, and commands that go through the organisations one by one',
  },
  {
    statement: /^select org_id from organisation o where to_jsonb\(o\) ->> 'deletion_began_at' is not null$/,
    why: 'doctor: whose counters are on their way out',
  },
  {
    statement: /^select org_id, id, coalesce\(email, ''\) as email from contact/,
    why: 'doctor: users whose e-mail address is not in its canonical form',
  },
  {
    statement: /^select org_id, plan::text as plan from organisation order by org_id/,
    why: 'doctor: whose plan is invalid',
  },
  {
    statement: /^select\s+substring\([^$]*\) as key, count\(\*\)::int as n\s/,
    why: 'secrets status and rotate, doctor: how many secrets each key has encrypted',
  },
  {
    statement: /^select t\.org_id as org_id, count\(\*\)::int as n from \w+ t where /,
    why: 'secrets discard: whose secrets are lost',
  },
  {
    statement: /^select count\(\*\)::int as n\s+from \(\s*select t\.org_id, count\(\*\) as n\s/,
    why: 'doctor: whether counters say what the rows say',
  },
  {
    statement: /^select (org_id, id, url, size, aws|count\(\*\)::int as n)\s+from \w+\s+where url is not null and /,
    why: 'sweep and files move: all rows that name content, page by page, and how many there are',
  },
  {
    statement: /^select count\(\*\)::int as n from organisation where worker_hash\(org_id\) between /,
    why: 'cluster isolate: how many others share the range',
  },
  {
    statement: /^insert into search_entry as s \(/,
    why: 'search rebuild: entries of one organisation that are missing',
  },
  {
    statement: /^insert into \w+ \(org_id, [^)]*\)\s+select \$1, t\./,
    why: 'org import: rows of an archive, read from JSON by the database, which knows their types',
  },
];

/**
 * Columns that may be filled by a sequence on the node of the row: each node has a range of its own, so no two rows
 * get the same number, and no order is derived from it across nodes.
 */
export const NUMBERED_BY_NODE: readonly string[] = ['audit_entry.id', 'change.id', 'webhook_delivery.id'];
