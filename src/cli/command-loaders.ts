/**
 * Loaders of the command files. Each command loads the files that it needs: loading all takes three times as long.
 */
import type { Command } from 'commander';
import type { CommandContext } from './context/command-context.ts';

/** A file of commands. */
interface CommandFile {
  /** Usage and description of its commands as the list of all commands shows them, without loading the file. */
  readonly commands: Readonly<Record<string, string>>;
  readonly load: () => Promise<{ readonly register: (program: Command, context: CommandContext) => void }>;
}

/** All command files, in the order in which the help lists their commands. */
export const commandLoaders: readonly CommandFile[] = [
  { commands: { org: 'organisations (tenants)' }, load: () => import('./commands/organisation/org.ts') },
  {
    commands: { token: 'API tokens', key: 'keys that sign tokens' },
    load: () => import('./commands/organisation/token.ts'),
  },
  {
    commands: { role: 'roles of an organisation: what its users may do' },
    load: () => import('./commands/organisation/role.ts'),
  },
  { commands: { user: 'users who sign in to the settings' }, load: () => import('./commands/organisation/user.ts') },
  {
    commands: { sso: 'sign-in of an organisation at its OpenID Connect issuer' },
    load: () => import('./commands/organisation/sso.ts'),
  },
  {
    commands: {
      migrate: 'bring the database to this version of the program',
      'migration [tables...]':
        'print the SQL that follows from the declarations, to be kept as a migration (migrate applies those)',
    },
    load: () => import('./commands/maintenance/migrate-command.ts'),
  },
  { commands: { database: 'the database itself' }, load: () => import('./commands/maintenance/database-move.ts') },
  {
    commands: { doctor: 'check settings, database, schema, counters and where files are kept' },
    load: () => import('./commands/maintenance/doctor.ts'),
  },
  {
    commands: { jobs: 'background work of the service, and the jobs that wait or run' },
    load: () => import('./commands/maintenance/jobs.ts'),
  },
  {
    commands: { demo: 'make an organisation with sample data and print its token and login' },
    load: () => import('./commands/organisation/demo.ts'),
  },
  { commands: { webhook: 'webhooks' }, load: () => import('./commands/organisation/webhook.ts') },
  {
    commands: { field: 'fields and select lists of an organisation' },
    load: () => import('./commands/organisation/field.ts'),
  },
  { commands: { audit: 'change history' }, load: () => import('./commands/organisation/audit.ts') },
  {
    commands: { changes: 'what changed, in the order of commits; without --after only the cursor that stands for now' },
    load: () => import('./commands/organisation/changes.ts'),
  },
  {
    commands: { inbox: 'submitted documents that wait to be assigned' },
    load: () => import('./commands/organisation/inbox.ts'),
  },
  {
    commands: { 'import <file>': 'import a file of records; without --apply it is only compared' },
    load: () => import('./commands/organisation/import.ts'),
  },
  {
    commands: { export: 'write records of an organisation into a file: one file, or a ZIP of one file a section' },
    load: () => import('./commands/organisation/export.ts'),
  },
  {
    commands: { privacy: 'personal data of a customer: preview, export, hold, erasure' },
    load: () => import('./commands/organisation/privacy.ts'),
  },
  {
    commands: {
      sweep: 'remove file content that no record names, report records whose content is missing',
      files: 'file content',
    },
    load: () => import('./commands/maintenance/files.ts'),
  },
  {
    commands: { reprint: 'print records anew whose stored text is out of date, while the service runs' },
    load: () => import('./commands/maintenance/reprint.ts'),
  },
  {
    commands: {
      'backup [folder]':
        'copy the embedded database and the files, while the service runs: into a new folder, or to where backups go on',
      'restore [place]': 'make a DATA_DIR without a database from a backup',
    },
    load: () => import('./commands/maintenance/backup.ts'),
  },
  { commands: { search: 'the search index' }, load: () => import('./commands/maintenance/search-rebuild.ts') },
  {
    commands: { secrets: 'the keys that encrypt secrets in the database' },
    load: () => import('./commands/maintenance/secrets.ts'),
  },
  {
    commands: { cluster: 'the nodes of a Citus cluster, and what each has' },
    load: () => import('./commands/maintenance/cluster.ts'),
  },
  {
    commands: { sql: 'reports: a statement, or many, on the views of one organisation; nothing can be changed' },
    load: () => import('./commands/organisation/sql.ts'),
  },
];

/** Lines that begin so need none. */
const NONE: ReadonlySet<string> = new Set(['serve', '-V', '--version']);

/** The loaders for the first word of a command line: all of them where it matches none. */
export const commandLoadersFor = (word: string | undefined): readonly CommandFile[] => {
  if (word !== undefined && NONE.has(word)) return [];
  const room = commandLoaders.find(({ commands }) =>
    Object.keys(commands).some((usage) => usage.split(' ')[0] === word),
  );
  return room ? [room] : commandLoaders;
};
