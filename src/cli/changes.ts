/** `broker-crm changes`: what changed in an organisation, from now on or behind a cursor. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { checkOrganisation } from '../access/organisations.ts';
import { scopeNames } from '../access/scopes.ts';
import type { SpecialCall } from '../operations/call.ts';
import { readChanges } from '../operations/changes/read-changes.ts';
import { serviceContext } from '../operations/service-actor.ts';
import type { CommandContext } from './context.ts';
import { wholeNumber } from './options.ts';

interface Options {
  readonly org: number;
  readonly after?: string;
  readonly sections?: string;
  readonly limit: number;
  readonly withRecord?: boolean;
  readonly follow?: boolean;
}

interface Feed {
  readonly items: readonly {
    readonly section: string;
    readonly id: number;
    readonly action: string;
    readonly at: string;
    readonly changed: readonly string[];
    readonly owner?: { readonly section: string; readonly id: number };
    readonly slave_kid?: number;
  }[];
  readonly next: string;
  readonly more: boolean;
}

/** Between two looks of a command that follows. */
const LOOK_MS = 500;

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
  const { body } = await readChanges({ ...call, query });
  return JSON.parse(Buffer.concat(body as readonly Buffer[]).toString()) as Feed;
};

/** Hands over pages with changes until the command is ended. */
const follow = async (call: SpecialCall, options: Options, take: (page: Feed) => void): Promise<void> => {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  let after = options.after ?? (await pageOf(call, options)).next;
  while (!ended.signal.aborted) {
    const page = await pageOf(call, options, after);
    if (page.items.length) take(page);
    after = page.next;
    if (!page.more) await pause(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  }
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
    .option('--follow', 'go on until it is ended: a line for each change, as JSON with --json')
    .action((options: Options) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, options.org);
        const service = await serviceContext(db.of(options.org), options.org);
        const actor = { ...service.actor, scopes: new Set(scopeNames) };
        const call: SpecialCall = { ...service, actor, pathIds: [], query: {}, body: undefined, headers: {} };
        const print = (page: Feed): void => {
          for (const item of page.items) context.print(item, lineOf);
        };
        if (options.follow) return follow(call, options, print);
        context.print(await pageOf(call, options, options.after), (page) =>
          [...page.items.map(lineOf), `next: ${page.next}${page.more ? ' (there are more)' : ''}`].join('\n'),
        );
      }),
    );
};
