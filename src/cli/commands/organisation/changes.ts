/** `broker-crm changes`: changes of an organisation, from now on or after a cursor. */
import { type Command, Option } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import type { Database } from '../../../db/database.ts';
import type { AnswerOf } from '../../../model/calls/index.ts';
import type { SpecialCall } from '../../../operations/call/call.ts';
import { parseCall } from '../../../operations/call/parse-call.ts';
import { readChanges } from '../../../operations/feed/read-changes.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { operatorContext } from '../../context/operator-context.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';
import { follow, keepCursor, keptCursor, type Look } from './follow-changes.ts';

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
