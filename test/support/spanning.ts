/**
 * Statements that one node alone does not answer, or not at once, each with the reason. Whatever else the service sends
 * names its organisation in each table, and is written in a form that Citus passes on as it is.
 */
export interface Spanning {
  /** Begins so, or has this. */
  readonly statement: RegExp;
  readonly why: string;
}

export const SPANNING: readonly Spanning[] = [
  // What spans organisations, because nobody knows yet whose it is.
  {
    statement: /from credential where email_lower = \$/,
    why: 'a login: an address may be known to several organisations',
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
      /^delete from (webhook_delivery|webhook_budget|session|idempotency_key|invitation|known_browser|secret_link)\s+where (\w+\.)?\w+_?\w* </,
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
    statement: /^select c\.org_id, c\.section\s+from \(\s*select org_id, split_part/,
    why: 'which search entries are worth packing',
  },
  {
    statement: /^select w\.org_id, w\.id, w\.failing_since is not null as failing/,
    why: 'which webhooks have something to be sent',
  },
  {
    statement:
      /^select org_id, settings::text as settings\s+from organisation\s+where deletion_began_at is null and \(settings \? 'leaving'/,
    why: 'who is removing a field or renamed values, which is brought to its end in the background',
  },
  { statement: /^select t\.org_id as id from api_token t/, why: 'who has tokens that end soon' },
  // A migration, once in the life of a database.
  {
    statement: /^update relation r\s+set reverse_beziehung = m\.beziehung/,
    why: 'the relations of before get the type of the opposite direction',
  },
  // One organisation, but rows are made of rows: the node that runs it reads them first, which takes some milliseconds.
  { statement: /^insert into webhook_delivery \(/, why: 'an event is written for each webhook that wants it' },
  { statement: /^insert into document_folder_closure \(/, why: 'a folder comes below all that are above its parent' },
  { statement: /^insert into search_(block|bits) \(/, why: 'packing, in the background' },
  { statement: /^insert into search_changed \(/, why: 'what lies below a record goes with it' },
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
];

/**
 * Columns that may be left to a sequence where the row is written: each node has a range of its own, so that no two rows
 * get the same number, and nobody reads an order from it beyond that of its node.
 */
export const NUMBERED_BY_NODE: readonly string[] = [
  'audit_entry.id',
  'change.id',
  'search_changed.seq',
  'webhook_delivery.id',
];
