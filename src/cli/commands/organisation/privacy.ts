/** `broker-crm privacy ...`: preview, export, hold and erasure of a customer (docs/privacy.md). */

import { type Command, Option } from 'commander';
import type { Database } from '../../../db/database.ts';
import { performCall } from '../../../operations/calls.ts';
import { auditExport } from '../../../operations/privacy/export-person.ts';
import { findPerson } from '../../../operations/privacy/person.ts';
import { personArchive } from '../../../operations/privacy/person-archive.ts';
import { disclosureOf, type Language, languages } from '../../../shared/disclosure.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { operatorContext } from '../../context/operator-context.ts';
import { withFileStores } from '../../context/with-file-stores.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { writeArchive } from './org-export.ts';
import { registerLedger } from './privacy-ledger.ts';

const PRIVACY = '/v3/customers/:kid/privacy';

interface ExportOptions {
  readonly out: string;
  readonly language?: Language;
}
interface HoldOptions {
  readonly until?: string;
  readonly reason?: string;
  readonly lift?: boolean;
}
interface EraseOptions {
  readonly confirm: number;
  readonly reason: string;
}

/** Makes a call as an operator. @returns its JSON */
const run = async (
  db: Database,
  org: number,
  name: Parameters<typeof performCall>[0],
  asked: { readonly kid: number; readonly body?: unknown },
): Promise<unknown> => {
  const call = { ...(await operatorContext(db, org)), pathIds: [asked.kid], query: {}, body: asked.body, headers: {} };
  return JSON.parse(String((await performCall(name, call)).body));
};

const asText = (value: unknown): string => JSON.stringify(value, null, 2);

/** Adds `export`. */
const registerExport = (privacy: Command, context: CommandContext): void => {
  privacy
    .command('export')
    .description('write everything that is held on a customer into a ZIP or a folder, with a page for people')
    .argument('<org-id>', 'organisation', wholeNumber)
    .argument('<kid>', 'customer', wholeNumber)
    .requiredOption('--out <path>', 'file that ends in .zip, or new folder')
    .addOption(new Option('--language <language>', 'of the page').choices(languages))
    .action((orgId: number, kid: number, { out, language }: ExportOptions) =>
      context.withDatabase((db) =>
        withFileStores(context, async (files) => {
          const own = await operatorContext(db, orgId, files);
          const person = await findPerson(own, kid);
          await auditExport(own, person);
          let missing = 0;
          const spoken = language ?? disclosureOf(own.model.settings.disclosure).language;
          const archive = personArchive(own, person, spoken, () => {
            missing += 1;
          });
          await writeArchive(archive, out);
          if (missing)
            throw new CliError(
              'files_missing',
              `${out} is written, but without ${missing} files that the store does not have or give: index.html names them.`,
            );
          context.print({ out, kid }, () => `${out} has everything that is held on customer ${kid}.`);
        }),
      ),
    );
};

/** Adds the commands to the program. */
export const register = (program: Command, context: CommandContext): void => {
  const privacy = program.command('privacy').description('personal data of a customer: preview, export, hold, erasure');
  registerExport(privacy, context);
  registerLedger(privacy, context);
  const ORG = ['<org-id>', 'organisation', wholeNumber] as const;
  const KID = ['<kid>', 'number of the customer', wholeNumber] as const;
  privacy
    .command('show')
    .description('list the records that an erasure would remove and keep, with the rules, and third persons')
    .argument(...ORG)
    .argument(...KID)
    .action((org: number, kid: number) =>
      context.withDatabase(async (db) => {
        context.print(await run(db, org, `GET ${PRIVACY}`, { kid }), asText);
      }),
    );
  privacy
    .command('hold')
    .description('keep all records of a customer until a day, or until the hold is lifted')
    .argument(...ORG)
    .argument(...KID)
    .option('--until <day>', 'last day, such as 2027-12-31')
    .option('--reason <text>', 'why')
    .option('--lift', 'lift the hold')
    .action((org: number, kid: number, { until, reason, lift }: HoldOptions) =>
      context.withDatabase(async (db) => {
        const body = { reason: reason ?? '', ...(until === undefined ? {} : { until }) };
        context.print(await run(db, org, `${lift ? 'DELETE' : 'PUT'} ${PRIVACY}/hold`, { kid, body }), () =>
          lift ? `the hold of customer ${kid} was lifted` : `customer ${kid} is held`,
        );
      }),
    );
  privacy
    .command('erase')
    .description('erase a customer with all records that no rule keeps; the service carries it out')
    .argument(...ORG)
    .argument(...KID)
    .requiredOption('--confirm <kid>', 'the number of the customer again', wholeNumber)
    .requiredOption('--reason <text>', 'for the ledger; it should name no person')
    .action((org: number, kid: number, { confirm, reason }: EraseOptions) =>
      context.withDatabase(async (db) => {
        const erasure = await run(db, org, `POST ${PRIVACY}/erasure`, { kid, body: { confirm, reason } });
        context.print(erasure, () => `customer ${kid} is being erased`);
      }),
    );
};
