/** `broker-crm doctor`: looks at everything the service needs, and says what is wrong. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { invalidKeys } from '../access/plan.ts';
import type { Config } from '../config.ts';
import { holderOf } from '../db/data-lock.ts';
import type { Database } from '../db/database.ts';
import { outOfFull } from '../db/embedded-places.ts';
import { misplaced } from '../db/placement.ts';
import { otherwiseSet } from '../db/session-settings.ts';
import { tableColumns } from '../derive/table-sql.ts';
import { asideOf } from '../files/disk-store.ts';
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
import { lastingPlace } from './backup-target.ts';
import type { CommandContext } from './context.ts';
import { appliedTo, wayToMigrate } from './lacking.ts';
import { backupTrouble } from './last-backup.ts';
import { lacksDatabase, sayNoDatabase } from './no-database.ts';
import { periodsOf } from './recover.ts';
import { keysFor } from './secret-keys.ts';
import { refusalsOf } from './startable.ts';

/** Longer than any round takes that goes well. */
const BACKUP_LATE_MS = 300_000;

/** So many organisations are named whose plan is invalid. */
const NAMED = 20;

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Whether the service starts with these settings; those that are wrong by themselves have ended the command before. */
const settings = (config: Config): Finding[] => {
  const check = 'settings';
  const refusals = refusalsOf(config);
  if (!refusals.length) return [{ check, ok: true, detail: 'each is valid, and they fit together' }];
  return refusals.map((refusal) => ({ check, ok: false, detail: `the service does not start: ${refusal}` }));
};

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
    return { check, ok: false, detail: (cause as Error).message };
  }
};

/** Where there is a cluster: whether what belongs to an organisation lies together. */
const placement = async (db: Database): Promise<Finding[]> => {
  const wrong = await misplaced(db);
  if (!wrong) return [];
  return [{ check: 'placement', ok: !wrong.length, detail: wrong.join(', ') || 'by organisation, together' }];
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

/** Asks every keeper of content for the first thing that it keeps, and the folder that takes what is new to take a byte. */
const keepers = async (config: Config): Promise<Finding[]> => {
  const files = openStores(config);
  try {
    return await Promise.all(
      files.all.map(async (store) => {
        const check = store.aws ? 'bucket' : 'folder of files';
        // Where the service has stored nothing yet, the folder would be made by whoever looks, and belong to him.
        const takesNew = store === files.current && !store.aws && existsSync(asideOf(folderOf(config)));
        let doing = 'read';
        try {
          for await (const _entry of store.list()) break;
          doing = 'written';
          if (takesNew) await store.check();
          return { check, ok: true, detail: takesNew ? 'can be read and written' : 'can be read' };
        } catch (cause) {
          const { message, name } = cause as Error;
          const said = [message || name, outOfFull(cause)].filter(Boolean).join('; ');
          return { check, ok: false, detail: `cannot be ${doing}: ${said}` };
        }
      }),
    );
  } finally {
    await files.close();
  }
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
    return [{ check, ok: false, detail: `cannot be looked for: ${(cause as Error).message}` }];
  } finally {
    await files.close();
  }
};

/** Whether the backup that the settings name goes on and can be read. */
const backup = async (config: Config): Promise<Finding[]> => {
  // Of a server of one's own there is none here; that both are given is a finding of the settings.
  if (!config.backupTo || config.databaseUrl) return [];
  const check = 'backup';
  try {
    const trouble = await backupTrouble(config.dataDir, lastingPlace(config) ?? '');
    if (trouble) return [{ check, ok: false, detail: `has not gone on since ${trouble.since}: ${trouble.cause}` }];
    const periods = await periodsOf(config);
    const { to, from } = periods.filter((period) => Date.parse(period.from) <= Date.now()).at(-1) ?? {};
    if (!to) {
      const detail = `${config.backupTo} has copies of the whole of a time to come alone, ${periods.at(-1)?.from}: the clock was wrong. Only the latest moment can be restored from them; the service makes a new one soon, and broker-crm backup at once`;
      return [{ check, ok: false, detail }];
    }
    const late = (await holderOf(config.dataDir))?.kind === 'service' && Date.now() - Date.parse(to) > BACKUP_LATE_MS;
    return [{ check, ok: !late, detail: `${config.backupTo} has any moment from ${from} to ${to}` }];
  } catch (cause) {
    return [{ check, ok: false, detail: (cause as Error).message || (cause as Error).name }];
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
    const { message } = cause as Error;
    const has = cause instanceof MissingKeys ? `, which ${source} lacks (broker-crm secrets status)` : '';
    return { check, ok: false, detail: `${message}${has}` };
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

/** What is found in a database and where the settings lead. */
const all = async (db: Database, config: Config): Promise<readonly Finding[]> => [
  await version(db),
  await role(db),
  await sessions(db),
  await secretsKey(db, config),
  await migrations(db, config),
  ...(await placement(db)),
  await missingColumns(db),
  await wrongCounters(db),
  await plans(db),
  ...(await keepers(config)),
  ...(await knownFolder(db, config)),
  ...(await backup(config)),
];

const say = (context: CommandContext, findings: readonly Finding[]): void => {
  const ok = findings.every((finding) => finding.ok);
  context.print({ ok, findings }, () =>
    findings.map((finding) => `${finding.ok ? 'ok   ' : 'WRONG'} ${finding.check}: ${finding.detail}`).join('\n'),
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
      return context.withDatabase(async (db) => say(context, [...settings(config), ...(await all(db, config))]), {
        keyless: true,
        asIs: true,
      });
    });
};
