/** Lists of thousands, written straight into the database: the API would take minutes. */
import { raw, type Sql, sql } from '../../src/sql/sql.ts';
import type { Organisation, TestService } from './service.ts';

export const MANY = { users: 2000, tokens: 500, tags: 300, inbox: 300, deliveries: 10_000 } as const;

/** Fills every list that the settings page pages. @param hook the webhook that the deliveries are of; a tenth failed */
export const fillLists = async (
  { db }: TestService,
  { orgId, adminKid }: Organisation,
  hook: number,
): Promise<void> => {
  const statements: readonly Sql[] = [
    sql`insert into contact (org_id, id, section, vorname, name, email, aktiv, lizenz, printed)
      select ${orgId}, nextval('contact_kid_seq'), 'users', 'Vor ' || n, 'Nach ' || lpad((${MANY.users}::int - n)::text, 4, '0'),
        'u' || n || '@example.com', n % 2 = 0, false, '{}' from generate_series(1, ${MANY.users}::int) n`,
    sql`insert into tag (org_id, id, kid, tag, freigabe, insert_datum, printed)
      select ${orgId}, nextval('tag_id_seq'), ${adminKid}::int, 'Tag ' || n, 1, '2026-01-01', '{}'
      from generate_series(1, ${MANY.tags}::int) n`,
    sql`insert into api_token (org_id, id, user_kid, name)
      select ${orgId}, nextval('api_token_id_seq'), ${adminKid}::int, 'Token ' || n from generate_series(1, ${MANY.tokens}::int) n`,
    sql`insert into inbox_document (org_id, id, name, extension, size, state, insert_datum, printed)
      select ${orgId}, nextval('inbox_document_id_seq'), 'brief ' || n, 'txt', n, 'waiting', '2026-01-01', '{}'
      from generate_series(1, ${MANY.inbox}::int) n`,
    sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
      select ${orgId}, ${hook}::int, gen_random_uuid(), 'customers.insert', '2026-01-01'::timestamptz, '{"id":' || n || '}',
        case when n % 10 = 0 then 'failed' else 'pending' end, '2099-01-01'::timestamptz
      from generate_series(1, ${MANY.deliveries}::int) n`,
  ];
  for (const statement of statements) await db.transaction((tx) => tx.run(statement));
};

/**
 * Fills the audit log as years would: most entries of one kind and act, a few of others, all of them at the very beginning
 * (39 of `damages`, 11 of them merges).
 */
export const fillLog = async (
  { db }: TestService,
  { orgId, adminKid }: Organisation,
  entries: number,
): Promise<void> => {
  const day = sql`'2015-01-01T00:00:00Z'::timestamptz`;
  const rows = sql`insert into audit_entry (org_id, at, user_kid, token_id, section, record_id, action, changes, security)
    select ${orgId}, ${day} + n * interval '100 seconds', ${adminKid}, 2000000 + n % 100,
      case when n < 40 then 'damages' when n % 3 = 0 then 'contracts' else 'customers' end, n % 50000 + 1,
      case when n between 10 and 20 then 'merge' when n % 5 = 0 then 'insert' else 'update' end,
      '{"name":["Alt","Neu"]}', false
    from generate_series(1, ${entries}::int) n`;
  await db.transaction(async (tx) => {
    // Created after the rows, indexes cost a fraction of their cost row by row.
    const indexes = await tx.run<{ name: string; definition: string }>(sql`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'audit_entry'::regclass and not indisunique`);
    for (const { name } of indexes) await tx.run(raw(`drop index ${name}`));
    await tx.run(rows);
    for (const { definition } of indexes) await tx.run(raw(definition));
  });
  await db.transaction((tx) => tx.run(sql`analyze audit_entry`));
};
