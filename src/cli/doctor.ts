/** `broker-crm doctor`: looks at everything the service needs, and says what is wrong. */

import type { Command } from 'commander';
import { invalidKeys } from '../access/plan.ts';
import type { Config } from '../config.ts';
import { holderOf } from '../db/data-lock.ts';
import type { Database } from '../db/database.ts';
import { signalled } from '../db/ended-by-signals.ts';
import { misplaced, nodesOf } from '../db/placement.ts';
import { otherwiseSet } from '../db/session-settings.ts';
import { tableColumns } from '../derive/table-sql.ts';
import { isEmail, normalizeEmail } from '../email.ts';
import { folderOf, openStores } from '../files/open-stores.ts';
import { registry } from '../model/registry.ts';
import type { Resource } from '../model/resource.ts';
import { visible } from '../model/rule.ts';
import { countersOf, isCounted } from '../operations/counters.ts';
import { documentsElsewhere, sayElsewhere } from '../operations/documents/known-folder.ts';
import { secretsByKey } from '../operations/secrets/encrypt-secrets.ts';
import { secretColumns } from '../operations/secrets/secret-columns.ts';
import { MissingKeys, requireKeys } from '../operations/secrets/secrets-key.ts';
import { raw, sql } from '../sql.ts';
import { backup, type Finding, keepers, settings } from './beside-database.ts';
import type { CommandContext } from './context.ts';
import { appliedTo, wayToMigrate } from './lacking.ts';
import { lacksDatabase, sayNoDatabase } from './no-database.ts';
import { NODE_BACK, refusalOf } from './refusal.ts';
import { keysFor } from './secret-keys.ts';

/** So many organisations are named whose plan is invalid. */
const NAMED = 20;

/** That there is no database to look at, where that is so; a service that begins is about to make it. */
const database = async ({ databaseUrl, dataDir }: Config): Promise<Finding[]> => {
  if (databaseUrl || !(await lacksDatabase(dataDir))) return [];
  const holder = await holderOf(dataDir).catch(() => null);
  if (holder?.kind === 'service') return [];
  return [{ check: 'database', ok: false, detail: sayNoDatabase(dataDir) }];
};

/** Whether the database has the migrations of this version, and those as they are here. */
const migrations = async (db: Database, config: Config): Promise<Finding> => {
  const check = 'migrations';
  try {
    const { applied, lacking } = await appliedTo(db);
    if (lacking.length)
      return { check, ok: false, detail: `not applied: ${lacking.join(', ')} (${wayToMigrate(config)})` };
    return { check, ok: true, detail: `applied as they are here, up to ${applied.at(-1)}` };
  } catch (cause) {
    return { check, ok: false, detail: refusalOf(cause).message };
  }
};

/** Where there is a cluster: whether what belongs to an organisation lies together. */
const placement = async (db: Database): Promise<Finding[]> => {
  const wrong = await misplaced(db);
  if (!wrong) return [];
  return [{ check: 'placement', ok: !wrong.length, detail: wrong.join(', ') || 'by organisation, together' }];
};

/** Where there is a cluster: whether its nodes answer. */
const nodes = async (db: Database): Promise<Finding[]> => {
  const check = 'nodes';
  const seen = await nodesOf(db);
  if (!seen) return [];
  const gone = seen.filter(({ answers }) => !answers);
  if (!gone.length) return [{ check, ok: true, detail: `${seen.length} answer` }];
  const named = gone.map(
    ({ name, answers, said, ranges }) =>
      `${name} ${answers === null ? 'is switched off' : `does not answer (${said})`}, which has ${ranges} ranges of organisations`,
  );
  const detail = `${named.join('; ')}: ${NODE_BACK} (docs/scaling.md)`;
  return [{ check, ok: false, detail }];
};

/** Declared columns that the database lacks. */
const missingColumns = async (db: Database): Promise<Finding> => {
  const rows = await db.read<{ name: string }>(sql`select table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema = current_schema()`);
  const present = new Set(rows.map(({ name }) => name));
  const tables = new Map<string, Resource[]>();
  for (const resource of registry.resources.filter(({ rows }) => rows.stored))
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
const wrongCounters = async (db: Database): Promise<Finding> => {
  // Of those that are being deleted some is gone already. A database that is looked at as it is may not have the column yet.
  const deleted = await db.read<{ org_id: number }>(
    sql`select org_id from organisation o where to_jsonb(o) ->> 'deletion_began_at' is not null`,
  );
  const leaving = deleted.map(({ org_id }) => org_id);
  const wrong: string[] = [];
  for (const resource of registry.resources) {
    if (!isCounted(resource)) continue;
    const [row] = await db.readLong<{ n: number }>(sql`select count(*)::int as n
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

/** Users whose address is not in its canonical form, from before that was checked: they cannot sign in with it. */
const addresses = async (db: Database): Promise<Finding> => {
  const check = 'addresses';
  const rows = await db.readLong<{ org_id: number; id: number; email: string }>(
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
const plans = async (db: Database): Promise<Finding> => {
  const check = 'plans';
  const rows = await db.readLong<{ org_id: number; plan: string }>(
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

/** Whether documents lie in the folder that the settings name. */
const knownFolder = async (db: Database, config: Config): Promise<Finding[]> => {
  const check = 'contents';
  const root = folderOf(config);
  const files = openStores(config);
  try {
    const elsewhere = await documentsElsewhere(db, { root, files });
    if (elsewhere) return [{ check, ok: false, detail: sayElsewhere(elsewhere, root) }];
    return [{ check, ok: true, detail: 'no other folder than this is known to have them' }];
  } catch (cause) {
    return [{ check, ok: false, detail: `cannot be looked for: ${refusalOf(cause).message}` }];
  } finally {
    await files.close();
  }
};

const version = async (db: Database): Promise<Finding> => {
  const [row] = await db.read<{ version: number; text: string }>(
    sql`select current_setting('server_version_num')::int as version, version() as text`,
  );
  return { check: 'PostgreSQL', ok: (row?.version ?? 0) >= 150_000, detail: row?.text ?? '' };
};

/** Whether the keys that the settings name are those of the database, and all secrets are encrypted. */
const secretsKey = async (db: Database, config: Config): Promise<Finding> => {
  const check = 'key of the secrets';
  const { source } = keysFor(config);
  try {
    await requireKeys({ run: db.read }, db.keyRing);
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

/** How sessions of the role are set: by the program, or otherwise on purpose. */
const sessions = async (db: Database): Promise<Finding> => {
  const check = 'sessions';
  const other = await otherwiseSet(db);
  const said = other.map(({ name, value }) => `${name} = ${value}`).join(', ');
  const onPurpose =
    'unlike what the service sets; nothing to do: its next start sets what nobody has set, and what somebody has set stays';
  if (!other.some(({ old }) => old))
    return { check, ok: true, detail: said ? `${said}, ${onPurpose}` : 'set for this role' };
  return { check, ok: false, detail: `${said} in a connection that a pooler has kept: say RECONNECT to it` };
};

/** What the role that connects could do to the log. */
const role = async (db: Database): Promise<Finding> => {
  const [row] = await db.read<{ name: string; able: boolean }>(
    sql`select current_user::text as name, has_table_privilege('audit_entry', 'update, delete, truncate') as able`,
  );
  const able = row?.able
    ? 'may change the audit log: see Two roles in docs/operating.md'
    : 'cannot change the audit log';
  return { check: 'database role', ok: true, detail: `${row?.name} ${able}` };
};

/** What is found in a database, by what is looked at. */
const LOOKS: readonly (readonly [string, (db: Database, config: Config) => Promise<Finding | readonly Finding[]>])[] = [
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
];

/** One look; where it fails, that is what was found, and the others go on. @throws what ended it where a signal did */
const looked = async (
  check: string,
  look: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> => {
  try {
    return [await look()].flat();
  } catch (cause) {
    if (signalled() !== null) throw cause;
    return [{ check, ok: false, detail: `cannot be looked at: ${refusalOf(cause).message}` }];
  }
};

/** What is found in a database and where the settings lead. @throws what keeps us from the database, which is asked here first */
const all = async (db: Database, config: Config): Promise<readonly Finding[]> => {
  const found = [await version(db)];
  for (const [check, look] of LOOKS) found.push(...(await looked(check, () => look(db, config))));
  return [...found, ...(await keepers(config)), ...(await knownFolder(db, config)), ...(await backup(config))];
};

/** What is found in the database, or what keeps us from it. @throws what ended it where a signal did */
const inDatabase = async (context: CommandContext): Promise<readonly Finding[]> => {
  const { config } = context;
  try {
    return await context.withDatabase((db) => all(db, config), { keyless: true, asIs: true });
  } catch (cause) {
    if (signalled() !== null) throw cause;
    const detail = refusalOf(cause).message;
    return [{ check: 'database', ok: false, detail }, ...(await keepers(config)), ...(await backup(config))];
  }
};

const wordOf = ({ ok, warning }: Finding): string => (ok ? (warning ? 'WARN ' : 'ok   ') : 'WRONG');

const say = (context: CommandContext, findings: readonly Finding[]): void => {
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
      if (none.length) return say(context, [...settings(config), ...none, ...(await backup(config))]);
      return say(context, [...settings(config), ...(await inDatabase(context))]);
    });
};
