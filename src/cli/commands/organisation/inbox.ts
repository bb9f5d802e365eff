/** `broker-crm inbox ...`: documents that wait until a user assigns or discards them (rules 5.16). */
import { type Command, InvalidArgumentError } from 'commander';
import { ApiError } from '../../../errors/api-error.ts';
import { ASSIGNABLE } from '../../../model/records/inbox.ts';
import {
  type AssignedTo,
  assignInboxDocument,
  discardInboxDocument,
  listInbox,
} from '../../../operations/documents/inbox.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { operatorContext } from '../../context/operator-context.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { formatColumns } from '../../terminal/terminal-escape.ts';

/** `contracts/12` as a record. */
const recordOf = (text: string): AssignedTo => {
  const [section, id = '', ...rest] = text.split('/');
  const known = ASSIGNABLE.find((name) => name === section);
  if (!known || rest.length) throw new InvalidArgumentError(`It must be <kind>/<id> with ${ASSIGNABLE.join(', ')}.`);
  return { section: known, id: wholeNumber(id) };
};

interface Options {
  readonly org: number;
  readonly to: AssignedTo;
}

/** The missing object in terms of the command line: the waiting document, or the record it is assigned to. */
const notThere = (error: unknown, { org, to }: Pick<Options, 'org'> & Partial<Options>): unknown => {
  if (!(error instanceof ApiError) || error.status !== 404 || error.error === 'unknown_organisation') return error;
  const isRecord = to && error.extra.message === undefined;
  if (isRecord) return new CliError('record_not_found', `There is no ${to.section}/${to.id} in organisation ${org}.`);
  return new CliError('not_found', `${error.message.replace(/\.$/, '')}; see: broker-crm inbox list --org ${org}`);
};

const SHOWN_COLUMNS = ['id', 'insert_datum', 'name', 'size', 'betreff', 'absender', 'kid'] as const;

export const register = (program: Command, context: CommandContext): void => {
  const inbox = program.command('inbox').description('submitted documents that wait to be assigned');
  inbox
    .command('list')
    .description('list waiting documents, oldest first')
    .requiredOption('--org <id>', 'organisation', wholeNumber)
    .action(({ org }: Options) =>
      context.withDatabase(async (db) => {
        const items = await listInbox(await operatorContext(db, org));
        context.print({ items }, () =>
          items.map((item) => formatColumns(...SHOWN_COLUMNS.map((name) => item[name]))).join('\n'),
        );
      }),
    );
  inbox
    .command('assign')
    .argument('<id>', 'document that waits', wholeNumber)
    .description('assign it to a record as a document')
    .requiredOption('--org <id>', 'organisation', wholeNumber)
    .requiredOption('--to <kind/id>', 'record, such as customers/7 or contracts/12', recordOf)
    .action((id: number, { org, to }: Options) =>
      context.withDatabase(async (db) => {
        const { documentId } = await assignInboxDocument(await operatorContext(db, org), id, to).catch((error) => {
          throw notThere(error, { org, to });
        });
        context.print({ id, document_id: documentId }, () => `It is document ${documentId} of ${to.section}/${to.id}.`);
      }),
    );
  inbox
    .command('discard')
    .argument('<id>', 'document that waits', wholeNumber)
    .description('take it out of the inbox')
    .requiredOption('--org <id>', 'organisation', wholeNumber)
    .action((id: number, { org }: Options) =>
      context.withDatabase(async (db) => {
        await discardInboxDocument(await operatorContext(db, org), id).catch((error) => {
          throw notThere(error, { org });
        });
        context.print({ id, discarded: true }, () => `Document ${id} is out of the inbox.`);
      }),
    );
};
