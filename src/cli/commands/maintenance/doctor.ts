/** `broker-crm doctor`: checks everything that the service needs, and reports problems. */

import type { Command } from 'commander';
import { invalidKeys } from '../../../access/organisations/plan.ts';
import type { Config } from '../../../config/config.ts';
import { findMisplacedTables, listNodes } from '../../../db/citus/placement-check.ts';
import type { Database } from '../../../db/database.ts';
import { lockOwnerOf } from '../../../db/embedded/lock-file.ts';
import { isSignalled } from '../../../db/embedded/signal-handlers.ts';
import { overriddenSettings } from '../../../db/migrations/session-settings.ts';
import { tableColumns } from '../../../derive/ddl/create-tables.ts';
import { folderOf, openStores } from '../../../files/open-stores.ts';
import type { Resource } from '../../../model/declaration/resource.ts';
import { visible } from '../../../model/declaration/rule.ts';
import { registry } from '../../../model/registry.ts';
import { countersOf, isCounted } from '../../../operations/commit/counters.ts';
import { foreignStorage, warnForeignStorage } from '../../../operations/documents/storage-identity.ts';
import { secretsByKey } from '../../../operations/secrets/encrypt-secrets.ts';
import { assertKeys, MissingKeys } from '../../../operations/secrets/key-registry.ts';
import { secretColumns } from '../../../operations/secrets/secret-columns.ts';
import { isEmail, normalizeEmail } from '../../../shared/email.ts';
import { raw, sql } from '../../../sql/sql.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { appliedTo, migrationHint } from '../../context/pending-migrations.ts';
import { keysFor } from '../../context/secret-keys.ts';
import { isDatabaseMissing, reportMissingDatabase } from '../../data-dir/missing-database.ts';
import { cliErrorOf, NODE_FALLBACK } from '../../terminal/cli-error.ts';
import { checkErasures } from './check-erasures.ts';
import { type CheckResult, checkBackup, checkSettings, checkStores } from './doctor-checks.ts';

/** Maximum organisations with an invalid plan that are listed. */
const NAMED = 20;

/** Reports a missing embedded database; the first start of the service creates it. */
const database = async ({ databaseUrl, dataDir }: Config): Promise<CheckResult[]> => {
  if (databaseUrl || !(await isDatabaseMissing(dataDir))) return [];
  const holder = await lockOwnerOf(dataDir).catch(() => null);
  if (holder?.kind === 'service') return [];
  return [{ check: 'database', ok: false, detail: reportMissingDatabase(dataDir) }];
};

/** Whether the database has the migrations of this version, unchanged. */
const migrations = async (db: Database, config: Config): Promise<CheckResult> => {
  const check = 'migrations';
  try {
    const { applied, lacking } = await appliedTo(db);
    if (lacking.length)
      return { check, ok: false, detail: `not applied: ${lacking.join(', ')} (${migrationHint(config)})` };
    return { check, ok: true, detail: `applied as they are here, up to ${applied.at(-1)}` };
  } catch (cause) {
    return { check, ok: false, detail: cliErrorOf(cause).message };
  }
};

/** On a cluster: whether the tables of organisations are colocated. */
const placement = async (db: Database): Promise<CheckResult[]> => {
  const wrong = await findMisplacedTables(db);
  if (!wrong) return [];
  return [{ check: 'placement', ok: !wrong.length, detail: wrong.join(', ') || 'by organisation, together' }];
};

/** On a cluster: whether its nodes answer. */
const nodes = async (db: Database): Promise<CheckResult[]> => {
  const check = 'nodes';
  const seen = await listNodes(db);
  if (!seen) return [];
  const gone = seen.filter(({ answers }) => !answers);
  if (!gone.length) return [{ check, ok: true, detail: `${seen.length} answer` }];
  const named = gone.map(
    ({ name, answers, said, ranges }) =>
      `${name} ${answers === null ? 'is switched off' : `does not answer (${said})`}, which has ${ranges} ranges of organisations`,
  );
  const detail = `${named.join('; ')}: ${NODE_FALLBACK} (docs/scaling.md)`;
  return [{ check, ok: false, detail }];
};

/** Declared columns that the database lacks. */
const missingColumns = async (db: Database): Promise<CheckResult> => {
  const rows = await db.read<{ name: string }>(sql`select table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema = current_schema()`);
  const present = new Set(rows.map(({ name }) => name));
  const tables = new Map<string, Resource[]>();
  for (const resource of registry.resources.filter(({ storage: rows }) => rows.stored))
    tables.set(resource.table, [...(tables.get(resource.table) ?? []), resource]);
  const missing = [...tables].flatMap(([table, resources]) =>
    [...tableColumns(resources).keys()].map((column) => `${table}.${column}`).filter((name) => !present.has(name)),
  );
  return {
    check: 'schema',
    ok: !missing.length,
    detail: missing.length
      ? `missing: ${missing.join(', ')}; "broker-crm migration TABLE --add FIELDS" prints the migration`
      : 'as declared',
  };
};

/** Compares the counters with the rows. */
const wrongCounters = async (db: Database): Promise<CheckResult> => {
  // An organisation being deleted has incomplete rows. An older database may lack the column.
  const deleted = await db.read<{ org_id: number }>(
    sql`select org_id from organisation o where to_jsonb(o) ->> 'deletion_began_at' is not null`,
  );
  const leaving = deleted.map(({ org_id }) => org_id);
  const wrong: string[] = [];
  for (const resource of registry.resources) {
    if (!isCounted(resource)) continue;
    const [row] = await db.queryLong<{ n: number }>(sql`select count(*)::int as n
      from (
        select t.org_id, count(*) as n
        from ${raw(resource.table)} t
        where true${visible(resource, 't')}
        group by t.org_id) a
      full join (
        select org_id, sum(n) as n
        from record_count
        where name = any(${countersOf(resource, true)})
        group by org_id) b using (org_id)
      where coalesce(a.n, 0) <> coalesce(b.n, 0) and org_id <> all(${leaving}::int[])`);
    if (row?.n) wrong.push(`${resource.path} in ${row.n} organisations`);
  }
  return {
    check: 'counters',
    ok: !wrong.length,
    detail: wrong.length ? `differ: ${wrong.join(', ')}` : 'agree with the records',
  };
};

/**
 * Users whose address is not in its canonical form, from before the check of that form: they cannot sign in with it.
 */
const addresses = async (db: Database): Promise<CheckResult> => {
  const check = 'addresses';
  const rows = await db.queryLong<{ org_id: number; id: number; email: string }>(
    sql`select org_id, id, coalesce(email, '') as email from contact where section = 'users' and del = 0 order by org_id, id`,
  );
  const wrong = rows.filter(({ email }) => normalizeEmail(email) !== email || !isEmail(email));
  if (!wrong.length) return { check, ok: true, detail: 'each user has a usual e-mail address' };
  const named = wrong.slice(0, NAMED).map(({ org_id, id }) => `user ${id} of organisation ${org_id}`);
  const others = wrong.length > NAMED ? ` and ${wrong.length - NAMED} others` : '';
  return {
    check,
    ok: false,
    detail: `no usual e-mail address: ${named.join(', ')}${others}; correct it in the settings`,
  };
};

/** Organisations whose plan is invalid, so that their calls are answered 503 or their webhooks wait (rules 6.3). */
const plans = async (db: Database): Promise<CheckResult> => {
  const check = 'plans';
  const rows = await db.queryLong<{ org_id: number; plan: string }>(
    sql`select org_id, plan::text as plan from organisation order by org_id`,
  );
  const wrong = rows.flatMap(({ org_id, plan }) => {
    const keys = invalidKeys(JSON.parse(plan));
    return keys.length ? [`organisation ${org_id} (${keys.join(', ')})`] : [];
  });
  if (!wrong.length) return { check, ok: true, detail: 'valid' };
  const others = wrong.length > NAMED ? ` and ${wrong.length - NAMED} others` : '';
  const named = `${wrong.slice(0, NAMED).join(', ')}${others}`;
  const detail = `invalid, so that calls are answered 503 or webhooks are not delivered: ${named}; "broker-crm org set ID --plan KEY=NUMBER" corrects it`;
  return { check, ok: false, detail };
};

/** Whether documents are in the folder that the settings name. */
const knownFolder = async (db: Database, config: Config): Promise<CheckResult[]> => {
  const check = 'contents';
  const root = folderOf(config);
  const files = openStores(config);
  try {
    const elsewhere = await foreignStorage(db, { root, files });
    if (elsewhere) return [{ check, ok: false, detail: warnForeignStorage(elsewhere, root) }];
    return [{ check, ok: true, detail: 'no other folder than this is known to have them' }];
  } catch (cause) {
    return [{ check, ok: false, detail: `cannot be looked for: ${cliErrorOf(cause).message}` }];
  } finally {
    await files.close();
  }
};

const version = async (db: Database): Promise<CheckResult> => {
  const [row] = await db.read<{ version: number; text: string }>(
    sql`select current_setting('server_version_num')::int as version, version() as text`,
  );
  return { check: 'PostgreSQL', ok: (row?.version ?? 0) >= 150_000, detail: row?.text ?? '' };
};

/** Whether the configured keys are those of the database, and all secrets are encrypted. */
const secretsKey = async (db: Database, config: Config): Promise<CheckResult> => {
  const check = 'key of the secrets';
  const { source } = keysFor(config);
  try {
    await assertKeys({ run: db.read }, db.keyRing);
    const { clear = 0, ...counts } = await secretsByKey(db, secretColumns(registry));
    const lost = Object.keys(counts).filter((id) => !db.keyRing.ids.includes(id));
    if (clear) return { check, ok: false, detail: `${clear} secrets are in clear` };
    if (lost.length) return { check, ok: false, detail: `secrets are encrypted with ${lost}, which ${source} lacks` };
    return { check, ok: true, detail: `${source} opens all secrets` };
  } catch (cause) {
    if (!(cause instanceof MissingKeys)) throw cause;
    return { check, ok: false, detail: `${cause.message}, which ${source} lacks (broker-crm secrets status)` };
  }
};

/** Session settings of the role: those of the program, or others that the operator chose. */
const sessions = async (db: Database): Promise<CheckResult> => {
  const check = 'sessions';
  const other = await overriddenSettings(db);
  const said = other.map(({ name, value }) => `${name} = ${value}`).join(', ');
  const onPurpose =
    'unlike what the service sets; nothing to do: its next start sets the unset ones, and values of the operator stay';
  if (!other.some(({ old }) => old))
    return { check, ok: true, detail: said ? `${said}, ${onPurpose}` : 'set for this role' };
  return { check, ok: false, detail: `${said} in a connection that a pooler has kept: say RECONNECT to it` };
};

/** Permissions of the connecting role on the audit log. */
const role = async (db: Database): Promise<CheckResult> => {
  const [row] = await db.read<{ name: string; able: boolean }>(
    sql`select current_user::text as name, has_table_privilege('audit_entry', 'update, delete, truncate') as able`,
  );
  const able = row?.able
    ? 'may change the audit log: see Two roles in docs/operating.md'
    : 'cannot change the audit log';
  return { check: 'database role', ok: true, detail: `${row?.name} ${able}` };
};

/** Checks in the database, by name. */
const LOOKS: readonly (readonly [
  string,
  (db: Database, config: Config) => Promise<CheckResult | readonly CheckResult[]>,
])[] = [
  ['database role', role],
  ['sessions', sessions],
  ['key of the secrets', secretsKey],
  ['migrations', migrations],
  ['nodes', nodes],
  ['placement', placement],
  ['schema', missingColumns],
  ['counters', wrongCounters],
  ['plans', plans],
  ['addresses', addresses],
  ['erasures', checkErasures],
];

/** Runs one check; an exception is its result, and the others continue. @throws after a signal */
const looked = async (
  check: string,
  look: () => Promise<CheckResult | readonly CheckResult[]>,
): Promise<readonly CheckResult[]> => {
  try {
    return [await look()].flat();
  } catch (cause) {
    if (isSignalled() !== null) throw cause;
    return [{ check, ok: false, detail: `cannot be looked at: ${cliErrorOf(cause).message}` }];
  }
};

/** All checks of database and stores. @throws a failed connection, which is checked first */
const all = async (db: Database, config: Config): Promise<readonly CheckResult[]> => {
  const found = [await version(db)];
  for (const [check, look] of LOOKS) found.push(...(await looked(check, () => look(db, config))));
  return [...found, ...(await checkStores(config)), ...(await knownFolder(db, config)), ...(await checkBackup(config))];
};

/** The results in the database, or the failed connection. @throws after a signal */
const inDatabase = async (context: CommandContext): Promise<readonly CheckResult[]> => {
  const { config } = context;
  try {
    return await context.withDatabase((db) => all(db, config), { keyless: true, asIs: true });
  } catch (cause) {
    if (isSignalled() !== null) throw cause;
    const detail = cliErrorOf(cause).message;
    return [{ check: 'database', ok: false, detail }, ...(await checkStores(config)), ...(await checkBackup(config))];
  }
};

const wordOf = ({ ok, warning }: CheckResult): string => (ok ? (warning ? 'WARN ' : 'ok   ') : 'WRONG');

const say = (context: CommandContext, findings: readonly CheckResult[]): void => {
  const ok = findings.every((finding) => finding.ok);
  context.print({ ok, findings }, () =>
    findings.map((finding) => `${wordOf(finding)} ${finding.check}: ${finding.detail}`).join('\n'),
  );
  if (!ok) process.exitCode = 1;
};

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('doctor')
    .description('check settings, database, schema, counters and where files are kept')
    .action(async () => {
      const { config } = context;
      const none = await database(config);
      if (none.length) return say(context, [...checkSettings(config), ...none, ...(await checkBackup(config))]);
      return say(context, [...checkSettings(config), ...(await inDatabase(context))]);
    });
};
