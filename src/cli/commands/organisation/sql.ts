/** `broker-crm sql`: reports on the views of one organisation (docs/reporting.md), read-only. */
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type pg from 'pg';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { REPORTS } from '../../../db/embedded/embedded-roles.ts';
import { embeddedConnection } from '../../../db/embedded/embedded-server.ts';
import { withConnection } from '../../../db/pool/dedicated-connection.ts';
import { hasCitus } from '../../../db/pool/has-citus.ts';
import { REPORTING, viewsOfOne } from '../../../derive/ddl/reporting-views.ts';
import { registry } from '../../../model/registry.ts';
import { type Sql, sql } from '../../../sql/sql.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { nonEmpty, repeated, wholeNumber } from '../../terminal/options.ts';
import { csvOf, jsonOf, type Print, tableOf } from '../../terminal/table-output.ts';
import { escapeForTerminal } from '../../terminal/terminal-escape.ts';

interface Options {
  readonly org?: number;
  readonly command?: string[];
  readonly csv?: true;
  readonly url?: true;
  readonly role?: string;
}

/** Rows per fetch, which bounds the memory. */
const AT_ONCE = 1000;
/** Reports may take longer than calls. */
const LONGEST = '10min';

/** int2, int4, int8, float8 and bool are themselves in JSON; all else is the text that PostgreSQL prints. */
const THEMSELVES: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  ...[20, 21, 23, 701].map((oid): [number, (text: string) => unknown] => [oid, Number]),
]);
const AS_PRINTED: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => THEMSELVES.get(oid) ?? ((text: string) => text),
};

const views = (): Sql => sql`select c.relname as view, obj_description(c.oid) as about
  from pg_class c
  where c.relnamespace = ${REPORTING}::regnamespace and c.relkind = 'v'
  order by 1`;
const columns = (
  view: string,
): Sql => sql`select a.attname as column, format_type(a.atttypid, a.atttypmod) as type, col_description(a.attrelid, a.attnum) as about
  from pg_attribute a
  where a.attrelid = (select oid from pg_class where relnamespace = ${REPORTING}::regnamespace and relname = ${view}) and a.attnum > 0
  order by a.attnum`;
const HELP = 'A statement ends with a semicolon. \\d lists the views, \\d NAME the columns of one, \\q ends.\n';

/** SQLSTATE of a name that is not there. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['42P01', 'in a session (without --command) \\d lists the views'],
  ['42703', 'in a session (without --command) \\d NAME lists the columns of a view'],
]);

const extended = (text: string, values: unknown[] = []): pg.QueryArrayConfig & { queryMode: 'extended' } => ({
  text,
  values,
  queryMode: 'extended',
  rowMode: 'array',
});

/** The message of PostgreSQL, and where to find the existing names. */
const explained = ({ code, message, hint }: pg.DatabaseError): string => {
  const wayOut = WAYS_OUT.get(code ?? '') ?? hint;
  return wayOut ? `${message}; ${wayOut}` : message;
};

/** One session of reports. Each statement runs in a transaction of its own that may only read, and is taken back. */
class Reports {
  constructor(
    readonly client: pg.Client,
    readonly options: Pick<Options, 'org' | 'role'>,
    readonly print: Print,
    /** The database is a cluster's, and the role may read its tables. */
    readonly onTables: boolean,
  ) {}

  /** Runs one statement and prints its rows as a stream. @throws CliError with the message of PostgreSQL */
  async run(typed: string): Promise<void> {
    const statement = typed.trim().replace(/;$/, '');
    if (!statement) return;
    await this.#reading(statement, async () => {
      const isQuery = /^\s*(select|values|with|table|\()/i.test(statement);
      if (!isQuery) return this.#show(await this.client.query(extended(statement)), true);
      await this.client.query(extended(`declare report no scroll cursor for ${statement}`));
      for (let isFirst = true; ; isFirst = false) {
        const some = await this.client.query(extended(`fetch ${AT_ONCE} from report`));
        if (some.rows.length || isFirst) await this.#show(some, isFirst);
        if (some.rows.length < AT_ONCE) return;
      }
    });
  }

  /** Lists the views, or the columns of one. */
  async describe(view: string | undefined): Promise<void> {
    const { text, values } = (view === undefined ? views() : columns(view)).query;
    await this.#reading('', async () => this.#show(await this.client.query(extended(text, values)), true));
  }

  async #show({ fields, rows }: pg.QueryArrayResult, isFirst: boolean): Promise<void> {
    const names = fields.map(({ name }) => name);
    const text = this.print({ names, rows, isFirst });
    if (!process.stdout.write(text)) await new Promise((done) => process.stdout.once('drain', done));
  }

  /**
   * On a cluster, views are created for the statement with the organisation as a constant: general views query all
   * nodes, of which one may be down, and joins that only one node can run are refused.
   */
  async #makeViews(statement: string): Promise<string> {
    const { org } = this.options;
    if (!this.onTables || org === undefined) return REPORTING;
    for (const view of viewsOfOne(statement, registry, org)) await this.client.query(view);
    return `pg_temp, ${REPORTING}`;
  }

  async #reading(statement: string, work: () => Promise<void>): Promise<void> {
    const { org, role } = this.options;
    await this.client.query('begin');
    try {
      const path = await this.#makeViews(statement);
      await this.client.query('set transaction read only');
      await this.client.query(
        `set local search_path = ${path}; set local datestyle = 'ISO, YMD'; set local statement_timeout = '${LONGEST}'`,
      );
      // Propagates to the nodes of a cluster; elsewhere the setting has no effect.
      await this.client.query("set local citus.propagate_set_commands = 'local'");
      if (org !== undefined) await this.client.query(`set local broker_crm.org = '${Math.trunc(org)}'`);
      if (role !== undefined) await this.client.query(`set local role ${this.client.escapeIdentifier(role)}`);
      await work();
    } catch (error) {
      throw new CliError('sql', explained(error as pg.DatabaseError));
    } finally {
      await this.client.query('rollback').catch(() => undefined);
    }
  }
}

/** Interactive mode, statement by statement; after an error it prompts again. */
const converse = async (reports: Reports): Promise<void> => {
  const isPerson = process.stdin.isTTY;
  const lines = createInterface({ input: process.stdin, ...(isPerson ? { output: process.stdout } : {}) });
  const ask = (prompt: string): void => {
    if (!isPerson) return;
    lines.setPrompt(prompt);
    lines.prompt();
  };
  if (isPerson) process.stdout.write(HELP);
  let statement = '';
  ask('report> ');
  for await (const line of lines) {
    const typed = line.trim();
    const [command, name] = !statement.trim() && typed.startsWith('\\') ? typed.slice(1).split(' ') : [];
    if (command === 'q') break;
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      await work().catch((error: Error) => {
        if (!isPerson) throw error;
        process.stderr.write(`${escapeForTerminal(error.message)}\n`);
      });
    };
    if (command === 'd') await attempt(() => reports.describe(name || undefined));
    else if (command !== undefined) process.stderr.write(HELP);
    else {
      statement += `${line}\n`;
      if (typed.endsWith(';')) {
        const whole = statement;
        statement = '';
        await attempt(() => reports.run(whole));
      }
    }
    ask(statement.trim() ? '     -> ' : 'report> ');
  }
  lines.close();
  await reports.run(statement);
};

const addressOf = ({ host, port, user, password, database }: pg.ClientConfig): string =>
  `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`;

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('sql')
    .description('reports: a statement, or many, on the views of one organisation; nothing can be changed')
    .option('--org <org-id>', 'the organisation whose records the views show', wholeNumber)
    .option('-c, --command <sql>', 'run this and end; may be repeated', repeated)
    .option('--csv', 'print rows as CSV')
    .option('--role <role>', 'with DATABASE_URL: read as this role, which migrate --reports-to made a reader', nonEmpty)
    .option('--url', 'print an address for psql: the built-in database, as the role that reads reports')
    .action((options: Options) =>
      context.withDatabase(
        async (db) => {
          const { databaseUrl, dataDir } = context.config;
          if (options.url && databaseUrl)
            throw new CliError('sql', 'You have the address: DATABASE_URL, with a role of --reports-to.');
          const connection = databaseUrl
            ? { connectionString: databaseUrl }
            : await embeddedConnection(dataDir, REPORTS);
          if (options.url) return context.print({ url: addressOf(connection) }, ({ url }) => url);
          if (options.org === undefined) process.stderr.write('Without --org the views have no rows.\n');
          else await checkOrganisation(db, options.org);
          await withConnection({ ...connection, types: AS_PRINTED }, async (client) => {
            const isJson = Boolean(program.opts().json);
            const onTables = options.role === undefined && (await hasCitus(db));
            const print = options.csv ? csvOf : isJson ? jsonOf : tableOf;
            const reports = new Reports(client, options, print, onTables);
            if (!options.command) return await converse(reports);
            for (const statement of options.command) await reports.run(statement);
          });
        },
        { keyless: true, waits: !options.command },
      ),
    );
};
