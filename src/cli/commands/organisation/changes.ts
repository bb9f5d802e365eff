/** `broker-crm changes`: changes of an organisation, from now on or after a cursor. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import type { Database } from '../../../db/database.ts';
import { lockOwnerOf } from '../../../db/embedded/lock-file.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { writeAtomically } from '../../../filesystem/atomic-write.ts';
import type { AnswerOf } from '../../../model/calls/index.ts';
import type { SpecialCall } from '../../../operations/call/call.ts';
import { parseCall } from '../../../operations/call/parse-call.ts';
import { readChanges } from '../../../operations/feed/read-changes.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { operatorContext } from '../../context/operator-context.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

/**
 * `broker-crm changes --follow`: continues through restarts of the service, until it is stopped or its output is
 * closed.
 */

/** Pause between two reads, and between two attempts if the database does not answer. */
const LOOK_MS = 500;
/** Error code for an invalid state file. */
const STATE = 'state';

/** Reads the feed once: prints the changes after a cursor and returns the new cursor. */
type Look = (db: Database, after: string | undefined) => Promise<{ readonly next: string; readonly more: boolean }>;

/** The cursor of a state file; undefined if the file is missing. @throws CliError if it cannot be read */
const keptCursor = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(STATE, `The state file cannot be read: ${(error as Error).message}`);
  }
};

/** Writes a cursor atomically. @throws CliError if the file cannot be written */
const keepCursor = async (file: string, cursor: string): Promise<void> => {
  try {
    await writeAtomically(file, `${cursor}\n`);
  } catch (error) {
    throw new CliError(STATE, `The state file cannot be written: ${(error as Error).message}`);
  }
};

/** Whether the reader of the output has taken all of it. */
const isTaken = (): Promise<boolean> => new Promise((done) => process.stdout.write('', (error) => done(!error)));

/** After the first read a missing database is temporary; errors of the feed and a full disk are final. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError ? error.status < 500 : error instanceof CliError && error.code === STATE;

/** Aborts at SIGINT, SIGTERM, and when the output is closed. */
const endOf = (): AbortController => {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  process.stdout.once('error', end);
  return ended;
};

/**
 * Reads repeatedly. With the database of a service, it waits for a stopped service: keeping the database running
 * itself would block the start of the service.
 * @param after undefined for now
 * @param keep called with each cursor once all changes before it were printed and accepted
 * @returns the last cursor
 * @throws refusals of the first read; `cursor_expired` later too
 */
const follow = async (
  { config, withDatabase }: CommandContext,
  after: string | undefined,
  look: Look,
  keep: (cursor: string) => Promise<void>,
): Promise<string | undefined> => {
  const ended = endOf();
  const rest = (): Promise<void> => pause(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  const isServed = async (): Promise<boolean> =>
    Boolean(config.databaseUrl) || (await lockOwnerOf(config.dataDir))?.kind === 'service';
  let [cursor, known] = [after, false];
  const lookOn = async (db: Database): Promise<void> => {
    while (!ended.signal.aborted) {
      const { next, more } = await look(db, cursor);
      if (!(await isTaken())) return ended.abort();
      if (next !== cursor) await keep(next);
      [cursor, known] = [next, true];
      if (more) continue;
      await rest();
      if (!(await isServed())) return;
    }
  };
  while (!ended.signal.aborted) {
    await withDatabase(lookOn, { served: known, waits: true }).catch((error) => {
      if (!known || isFinal(error)) throw error;
    });
    await rest();
  }
  return cursor;
};

interface Options {
  readonly org: number;
  readonly after?: string;
  readonly state?: string;
  readonly sections?: string;
  readonly limit: number;
  readonly withRecord?: boolean;
  readonly follow?: boolean;
}

type Feed = AnswerOf<'GET /v3/changes'>;

const lineOf = ({ section, id, action, at, changed, owner, slave_kid }: Feed['items'][number]): string =>
  [
    `${at}  ${action} ${section}/${id}`,
    owner ? `at ${owner.section}/${owner.id}` : '',
    slave_kid === undefined ? '' : `of ${slave_kid}`,
    changed.join(', '),
  ]
    .filter(Boolean)
    .join('  ');

const pageOf = async (call: SpecialCall, { sections, limit, withRecord }: Options, after?: string): Promise<Feed> => {
  const query = { after, sections, limit: String(limit), with_record: withRecord ? 'true' : undefined };
  const tell = every(process.stderr);
  const asked = parseCall('GET /v3/changes', { ...call, query });
  const { body } = await readChanges(asked, (n) => tell(`${n} new changes added to the feed so far`));
  return JSON.parse(Buffer.concat(body as readonly Buffer[]).toString()) as Feed;
};

/** A call with all rights on the feed. @throws where there is no such organisation */
const callOf = async (db: Database, orgId: number): Promise<SpecialCall> => {
  await checkOrganisation(db, orgId);
  return { ...(await operatorContext(db, orgId)), pathIds: [], query: {}, body: undefined, headers: {} };
};

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('changes')
    .description('what changed, in the order of commits; without --after only the cursor that stands for now')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .option('--after <cursor>', 'behind this cursor')
    .option('--sections <names>', 'only these, such as customers,contracts')
    .option('--limit <n>', 'at most so many at once', wholeNumber, 100)
    .option('--with-record', 'with each record as it is now')
    .addOption(
      new Option('--state <file>', 'keep the cursor in this file, and go on behind it the next time').conflicts(
        'after',
      ),
    )
    .option('--follow', 'go on until it is ended: a line for each change, as JSON with --json')
    .action(async (options: Options) => {
      const { state, org } = options;
      const after = state === undefined ? options.after : await keptCursor(state);
      const keep = async (cursor: string): Promise<void> => {
        if (state !== undefined) await keepCursor(state, cursor);
      };
      const print = ({ items }: Feed): void => {
        for (const item of items) context.print(item, lineOf);
      };
      if (!options.follow) {
        const page = await context.withDatabase(async (db) => pageOf(await callOf(db, org), options, after));
        context.print(page, ({ items, next, more }) =>
          [...items.map(lineOf), `next: ${next}${more ? ' (there are more)' : ''}`].join('\n'),
        );
        return keep(page.next);
      }
      const look: Look = async (db, from) => {
        const page = await pageOf(await callOf(db, org), options, from);
        print(page);
        return page;
      };
      const cursor = await follow(context, after, look, keep);
      if (state === undefined && cursor !== undefined) process.stderr.write(`To go on from here: --after ${cursor}\n`);
    });
};
