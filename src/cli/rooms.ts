/** Which files the commands are in. Each loads what it needs and no more: all of them together take three times as long. */
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** A file of commands. */
interface Room {
  /** The names of its commands. */
  readonly commands: readonly string[];
  readonly load: () => Promise<{ readonly register: (program: Command, context: CommandContext) => void }>;
}

/** In the order in which help lists them. */
export const rooms: readonly Room[] = [
  { commands: ['org'], load: () => import('./organisation.ts') },
  { commands: ['token', 'key'], load: () => import('./token.ts') },
  { commands: ['role'], load: () => import('./role.ts') },
  { commands: ['user'], load: () => import('./user.ts') },
  { commands: ['migrate', 'migration'], load: () => import('./migration.ts') },
  { commands: ['database'], load: () => import('./database.ts') },
  { commands: ['doctor'], load: () => import('./doctor.ts') },
  { commands: ['demo'], load: () => import('./demo.ts') },
  { commands: ['webhook'], load: () => import('./webhook.ts') },
  { commands: ['field'], load: () => import('./field.ts') },
  { commands: ['audit'], load: () => import('./audit.ts') },
  { commands: ['changes'], load: () => import('./changes.ts') },
  { commands: ['inbox'], load: () => import('./inbox.ts') },
  { commands: ['sweep', 'files'], load: () => import('./files.ts') },
  { commands: ['reprint'], load: () => import('./reprint.ts') },
  { commands: ['backup', 'restore'], load: () => import('./backup.ts') },
  { commands: ['search'], load: () => import('./search.ts') },
  { commands: ['secrets'], load: () => import('./secrets.ts') },
  { commands: ['cluster'], load: () => import('./cluster.ts') },
  { commands: ['sql'], load: () => import('./sql.ts') },
];

/** Lines that begin so need none. */
const NONE: ReadonlySet<string> = new Set(['serve', '-V', '--version']);

/** What a line needs that begins with such a word: all of them where it may be about any. */
export const roomsFor = (word: string | undefined): readonly Room[] => {
  if (word !== undefined && NONE.has(word)) return [];
  const room = rooms.find(({ commands }) => word !== undefined && commands.includes(word));
  return room ? [room] : rooms;
};
