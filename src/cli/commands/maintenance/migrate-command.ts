/** `broker-crm migrate`, `broker-crm migration`: the database's schema, applied and printed. */
import type { Command } from 'commander';
import type { Config } from '../../../config/config.ts';
import { addedFieldsSql, addedKindsSql, renewedViewsSql } from '../../../derive/ddl/alter-tables.ts';
import { schemaSql } from '../../../derive/ddl/create-tables.ts';
import { reportingSql } from '../../../derive/ddl/reporting-views.ts';
import { storedColumns } from '../../../derive/storage/columns.ts';
import type { Resource } from '../../../model/declaration/resource.ts';
import { registry } from '../../../model/registry.ts';
import { closestMatch } from '../../../shared/suggest.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { appliedTo, migrationHint } from '../../context/pending-migrations.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { commaList, nonEmpty } from '../../terminal/options.ts';

/** Progress on standard error, one line a table. */
const showPlaced = (table: string, done: number, all: number): void => {
  process.stderr.write(`${done} of ${all} tables are placed: ${table}\n`);
};

/** Users often give the path of a kind (`contracts`) instead of its table (`contract`). */
const unknownTable = (table: string): CliError => {
  const stored = registry.resources.filter(({ storage: rows }) => rows.stored);
  const tables = [...new Set(stored.map((resource) => resource.table))];
  const meant = registry.find(table)?.table ?? closestMatch(table, tables);
  return new CliError(
    'unknown_table',
    `No declaration has the table ${table}; did you mean ${meant}? There are ${tables.join(', ')}.`,
  );
};

const fieldsOf = (resources: readonly Resource[], names: readonly string[]): ReadonlySet<string> => {
  const stored = resources.flatMap((resource) => storedColumns(resource).map(({ name }) => name));
  const unknown = names.find((name) => !stored.includes(name));
  if (unknown === undefined) return new Set(names);
  throw new CliError(
    'unknown_field',
    `No declaration of this table has the field ${unknown}; did you mean ${closestMatch(unknown, stored)}?`,
  );
};

/** @throws CliError where an option is given that says nothing of the embedded database */
const requireOwnServer = (config: Config, command: Command): void => {
  const given = ['grantTo', 'reportsTo', 'distribute'].find((name) => command.getOptionValue(name) !== undefined);
  if (config.databaseUrl || given === undefined) return;
  const flag = command.options.find((option) => option.attributeName() === given)?.long;
  throw new CliError(
    'embedded',
    `${flag} is for a server of your own, which DATABASE_URL names: the embedded database has its roles already, and one node.`,
  );
};

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('migrate')
    .description('bring the database to this version of the program')
    .option(
      '--grant-to <role>',
      'what the service needs, to a role of its own that cannot change the audit log; later migrations do so by themselves',
      nonEmpty,
    )
    .option('--reports-to <role>', 'the views for reports, and nothing else, to a role that reads them', nonEmpty)
    .option(
      '--distribute',
      'spread a filled database over the nodes of a Citus cluster; the service is stopped meanwhile',
    )
    .action((options: { grantTo?: string; reportsTo?: string; distribute?: true }, command: Command) => {
      const { grantTo, reportsTo, distribute } = options;
      requireOwnServer(context.config, command);
      return context.withDatabase(
        async (db) => {
          const { applied, lacking } = await appliedTo(db);
          if (lacking.length)
            throw new CliError('not_migrated', `Not applied: ${lacking.join(', ')}; ${migrationHint(context.config)}.`);
          context.print({ applied }, () => `The database is up to date (${applied.at(-1)}).`);
        },
        { keyless: true, grantTo, reportsTo, ...(distribute ? { distribute: showPlaced } : {}) },
      );
    });
  program
    .command('migration')
    .argument('[tables...]', 'only these tables')
    .description('print the SQL that follows from the declarations, to be kept as a migration (migrate applies those)')
    .option('--add <fields>', 'of a table that is there: only what these fields need, which are new', commaList)
    .option('--views', 'of tables that are there: only their views for reports, where labels or fields are others now')
    .action((tables: string[], { add, views }: { add?: string[]; views?: true }, command: Command) => {
      const refuse = (said: string) => command.error(`error: ${said}`, { exitCode: 2 });
      if (add && tables.length !== 1) refuse('--add needs the table whose fields they are, one at a time');
      if (views && !tables.length) refuse('--views needs the tables whose views they are');
      if (add && views) refuse('--add prints the views too: say one of --add and --views');
      const print = (sql: string): void => context.print({ sql }, () => sql);
      if (!tables.length) return print(`${schemaSql(registry)}\n${reportingSql(registry)}`);
      const unknown = tables.find((table) => registry.resources.every((resource) => resource.table !== table));
      if (unknown !== undefined) throw unknownTable(unknown);
      const resources = registry.resources.filter(({ table }) => tables.includes(table));
      if (add) return print(addedFieldsSql(resources, fieldsOf(resources, add), registry));
      return print((views ? renewedViewsSql : addedKindsSql)(resources, registry));
    });
};
