/**
 * Loaders of the command files. Each command loads the files that it needs: loading all takes three times as long.
 */
import type { Command } from 'commander';
import type { CommandContext } from './context/command-context.ts';

/** A file of commands. */
interface CommandFile {
  /** The names of its commands. */
  readonly commands: readonly string[];
  readonly load: () => Promise<{ readonly register: (program: Command, context: CommandContext) => void }>;
}

/** All command files, in the order in which the help lists their commands. */
export const commandLoaders: readonly CommandFile[] = [
  { commands: ['org'], load: () => import('./commands/organisation/org.ts') },
  { commands: ['token', 'key'], load: () => import('./commands/organisation/token.ts') },
  { commands: ['role'], load: () => import('./commands/organisation/role.ts') },
  { commands: ['user'], load: () => import('./commands/organisation/user.ts') },
  { commands: ['migrate', 'migration'], load: () => import('./commands/maintenance/migrate-command.ts') },
  { commands: ['database'], load: () => import('./commands/maintenance/database-move.ts') },
  { commands: ['doctor'], load: () => import('./commands/maintenance/doctor.ts') },
  { commands: ['demo'], load: () => import('./commands/organisation/demo.ts') },
  { commands: ['webhook'], load: () => import('./commands/organisation/webhook.ts') },
  { commands: ['field'], load: () => import('./commands/organisation/field.ts') },
  { commands: ['audit'], load: () => import('./commands/organisation/audit.ts') },
  { commands: ['changes'], load: () => import('./commands/organisation/changes.ts') },
  { commands: ['inbox'], load: () => import('./commands/organisation/inbox.ts') },
  { commands: ['import'], load: () => import('./commands/organisation/import.ts') },
  { commands: ['export'], load: () => import('./commands/organisation/export.ts') },
  { commands: ['privacy'], load: () => import('./commands/organisation/privacy.ts') },
  { commands: ['sweep', 'files'], load: () => import('./commands/maintenance/files.ts') },
  { commands: ['reprint'], load: () => import('./commands/maintenance/reprint.ts') },
  { commands: ['backup', 'restore'], load: () => import('./commands/maintenance/backup.ts') },
  { commands: ['search'], load: () => import('./commands/maintenance/search-rebuild.ts') },
  { commands: ['secrets'], load: () => import('./commands/maintenance/secrets.ts') },
  { commands: ['cluster'], load: () => import('./commands/maintenance/cluster.ts') },
  { commands: ['sql'], load: () => import('./commands/organisation/sql.ts') },
];

/** Lines that begin so need none. */
const NONE: ReadonlySet<string> = new Set(['serve', '-V', '--version']);

/** The loaders for the first word of a command line: all of them where it matches none. */
export const commandLoadersFor = (word: string | undefined): readonly CommandFile[] => {
  if (word !== undefined && NONE.has(word)) return [];
  const room = commandLoaders.find(({ commands }) => word !== undefined && commands.includes(word));
  return room ? [room] : commandLoaders;
};
