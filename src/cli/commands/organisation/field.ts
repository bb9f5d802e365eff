/** `broker-crm field ...`: fields and select lists of an organisation. */
import type { Command } from 'commander';
import { COMMAND } from '../../../db/audit-entry.ts';
import { customKinds, type KindName } from '../../../model/declaration/value-kinds.ts';
import { removeOptions, setField, setLabel, setOptions } from '../../../operations/org-settings/custom-fields.ts';
import { removeField } from '../../../operations/org-settings/remove-field.ts';
import { readSettings } from '../../../operations/org-settings/settings-document.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { repeated, wholeNumber } from '../../terminal/options.ts';

interface SetOptions {
  readonly org: number;
  readonly kind: string;
  readonly label: string;
  readonly list?: string;
  readonly sparte?: number;
  readonly required?: boolean;
}

const pairs = (entries: readonly string[]) =>
  entries.map((entry) => {
    const at = entry.indexOf('=');
    if (at < 0) throw new CliError('invalid_options', `"${entry}" is no entry; write VALUE=DISPLAY.`);
    return { value: entry.slice(0, at), display: entry.slice(at + 1) };
  });

/** Adds one command of them. */
type Registers = (field: Command, context: CommandContext) => Command;

const list: Registers = (field, context) =>
  field
    .command('list')
    .description('show what an organisation configured')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action(({ org }: { org: number }) =>
      context.withDatabase(async (db) => {
        const { fields = {}, leaving = {}, labels = {}, options = {} } = await readSettings(db, org);
        context.print({ fields, leaving, labels, options }, (all) => JSON.stringify(all, null, 2));
      }),
    );

const set: Registers = (field, context) =>
  field
    .command('set')
    .description('add a field ind_<n> to a record kind, or change it')
    .argument('<record-kind>', 'customers, contracts, activities, ...')
    .argument('<name>', 'ind_1, ind_2, ...')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .requiredOption('--label <label>', 'what people read')
    .option('--kind <kind>', customKinds.join(', '), 'text')
    .option('--list <list>', 'select list of its values')
    .option('--sparte <id>', 'only for contracts of this Sparte', wholeNumber)
    .option('--required', 'the API refuses to make records without it from now on, unless it has a default')
    .option('--no-required', 'records may be made without it again')
    .action((path: string, name: string, { org, kind, ...given }: SetOptions) =>
      context.withDatabase(async (db) => {
        await setField(db, org, path, { name, kind: kind as KindName, ...given }, COMMAND);
        context.print({ record_kind: path, name }, () => `${path}.${name} is a field now`);
      }),
    );

const remove: Registers = (field, context) =>
  field
    .command('remove')
    .description('remove an added field and its values, or what is left of them; the change history keeps them')
    .argument('<record-kind>')
    .argument('<name>')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((path: string, name: string, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await removeField(db, org, path, name, COMMAND);
        context.print({ record_kind: path, name, removed: true }, () => `${path}.${name} was taken away`);
      }),
    );

const label: Registers = (field, context) =>
  field
    .command('label')
    .description('give a field another label')
    .argument('<record-kind>')
    .argument('<name>')
    .argument('<label>')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((path: string, name: string, label: string, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await setLabel(db, org, path, name, label, COMMAND);
        context.print({ record_kind: path, name, label }, () => `${path}.${name}: ${label}`);
      }),
    );

const options: Registers = (field, context) =>
  field
    .command('options')
    .description('replace the entries of a select list; a name that no list has makes one')
    .argument('<list>', 'name of the list, as select_fields_name shows it')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .requiredOption('--option <VALUE=DISPLAY>', 'an entry; repeat it', repeated)
    .action((list: string, { org, option }: { org: number; option: string[] }) =>
      context.withDatabase(async (db) => {
        await setOptions(db, org, list, pairs(option), COMMAND);
        context.print(
          { list, entries: option.length },
          () => `${list} has ${option.length} ${option.length === 1 ? 'entry' : 'entries'}`,
        );
      }),
    );

const removeLists: Registers = (field, context) =>
  field
    .command('remove-options')
    .description(
      "take the organisation's own entries of a select list away: a shipped list has the shipped ones again, another is gone",
    )
    .argument('<list>', 'name of the list, as select_fields_name shows it')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((list: string, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await removeOptions(db, org, list, COMMAND);
        context.print({ list, removed: true }, () => `${list} has no entries of its own any more`);
      }),
    );

export const register = (program: Command, context: CommandContext): void => {
  const field = program.command('field').description('fields and select lists of an organisation');
  for (const add of [list, set, remove, label, options, removeLists]) add(field, context);
};
