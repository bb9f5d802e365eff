/** Deadlines and GDV data of contracts, and the agenda (rules 16.19, 16.20). */
import { z } from 'zod';
import { MAX_AGENDA_ITEMS } from '../../shared/limits.ts';
import { FINAL_STATUS } from '../seed/final-status.ts';
import { type ApiCalls, count, id, names, record, reply, whole } from './call.ts';
import { dayTerm, numberTerm, pageOf, paging, switchTerm, textTerm, withNames } from './paging.ts';

const text = z.string();
const day = z.iso.date();
const adviser = numberTerm('a user', 'Only of this user.');

/** The deadline of a contract. */
export const deadline = z
  .object({ art: z.enum(['kuendigung', 'ablauf']), datum: day, handeln_ab: day })
  .describe(
    'Last day of notice (`kuendigung`) of a contract that renews itself, or end (`ablauf`), and the day on which the work on it begins.',
  );

const task = z.object({ id, start: text }).nullable();

/** A contract with its deadline. The schema `Contract` is closed, so it cannot be extended by reference. */
const dueContract = z
  .looseObject({
    id,
    frist: deadline,
    task: task.describe(
      'The next open activity that is linked to the contract and begins on the last day of the deadline or earlier; null without `v3:activities:read`.',
    ),
    betreuer: id.nullable().describe('The adviser of the customer; null without one, or without `v3:customers:read`.'),
    late_task: task.describe('As `task`, of those that begin after the deadline: it is still to be met.'),
  })
  .describe('The members of a contract (schema `Contract`), with its deadline.');

const groupOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: count, items: z.array(item), list: text.describe('Address of the whole list.') }).optional();

const line = z.object({
  satzart: text.describe('Record kind.'),
  sparte: text.nullable(),
  part: whole.nullable().describe('Part of the record; null where the layout does not have it.'),
  text: text.describe('The line as it was delivered, without blanks at its end.'),
  fields: z
    .array(
      z.object({
        name: text.describe('Name of the field in the published layout.'),
        bytes: z.array(whole.min(1).max(256)).describe('First and last position in the line, from 1.'),
        value: text.describe('Text, digits, a decimal number, or a date `YYYY-MM-DD`.'),
        label: text.nullable().describe('Meaning of a key.'),
      }),
    )
    .describe('Filled fields.'),
});

export const workspaceCalls = {
  'GET /v3/contracts/deadlines': {
    id: 'listDeadlines',
    who: 'v3:contracts:read',
    summary: 'List deadlines of contracts',
    about: `Contracts by the day of their deadline. A contract whose Sparte renews it has the last day of notice: the last day before the end of the term (\`ablauf\`, or the first anniversary of \`beginn\`) minus the months of notice. A term that ends on the last day of a month ends with that day, any other at its beginning. A day that has passed moves on by years, and the first one from \`from\` on counts. Other contracts have their \`ablauf\`. \`handeln_ab\` is earlier by the days of work of the Sparte. Archived contracts and those with a final \`status\` are left out, whatever its blanks and case: ${FINAL_STATUS.join(', ')}.`,
    query: {
      ...paging,
      from: dayTerm('First day of the deadline; today where it is absent.'),
      to: dayTerm('Last day of the deadline.'),
      'handeln_ab[gte]': dayTerm('Only where the work begins on this day or later.'),
      'handeln_ab[lte]': dayTerm('Only where the work begins on this day or earlier.'),
      betreuer: adviser,
      sparte: numberTerm('a Sparte', 'Only of this Sparte.'),
      gesellschaft: textTerm('Only of this insurer, as the contract names it; case does not matter.'),
      id: numberTerm('a contract', 'Only this contract.'),
      with_names: withNames,
    },
    answers: { 200: reply('The contracts.', pageOf(dueContract).extend({ names })) },
  },
  'GET /v3/contracts/:id/gdv': {
    id: 'getContractGdv',
    who: 'v3:contracts:read',
    summary: 'Read the GDV data of a contract',
    about:
      'The lines of the last delivery of an insurer (GDV file) with the names of their fields. A contract that no GDV file has has no lines.',
    answers: {
      200: reply(
        'The lines.',
        z.object({
          vu: text.nullable().describe('VU-Nummer of the insurer.'),
          delivered: day.nullable().describe('Day of the delivery.'),
          lines: z.array(line),
        }),
      ),
    },
    codes: ['not_found'],
  },
  'GET /v3/customers/:kid/premiums': {
    id: 'getPremiums',
    who: 'v3:contracts:read',
    summary: 'Read the premiums of a customer',
    about:
      'Premiums of the running contracts for a year: `beitrag` times the payments of `intervall`, by Sparte. Archived contracts and those with a final `status` are left out; one of an unknown interval adds nothing and is counted in `without_interval`.',
    answers: {
      200: reply(
        'The premiums, the highest first.',
        z.object({
          per_year: text.describe('Sum of all Sparten.'),
          items: z.array(
            z.object({ sparte: whole.nullable(), contracts: count, without_interval: count, per_year: text }),
          ),
        }),
      ),
    },
    codes: ['customer_not_found'],
  },
  'GET /v3/agenda': {
    id: 'getAgenda',
    who: 'reader',
    summary: 'Read the agenda',
    about: `The work that is due: open tasks that begin on \`from\` or earlier, contracts to act on until \`to\`, damages that have been open for more than 14 days, birthdays of the period. Each group has the first ${MAX_AGENDA_ITEMS} items and the address of the whole list. Groups whose read scope the caller lacks are left out.`,
    query: {
      from: dayTerm('First day; today where it is absent.'),
      to: dayTerm('Last day; a week after the first where it is absent.'),
      betreuer: adviser,
      with_names: withNames,
      with_phones: switchTerm('Add the first telephone number of each customer that is named.'),
    },
    answers: {
      200: reply(
        'The groups.',
        z.object({
          tasks: groupOf(record('Activity')),
          deadlines: groupOf(dueContract),
          damages: groupOf(record('Damage')),
          birthdays: groupOf(record('Customer')),
          names,
          phones: z
            .record(text, text)
            .describe(
              'Only with `with_phones=true`: telephone numbers by `kid`, of customers that the caller may read.',
            )
            .optional(),
        }),
      ),
    },
    codes: ['insufficient_scope'],
  },
} as const satisfies ApiCalls;
