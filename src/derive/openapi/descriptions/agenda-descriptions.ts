/** Deadlines and the agenda in the OpenAPI description. */
import { FINAL_STATUS } from '../../../model/seed/final-status.ts';
import { MAX_AGENDA_ITEMS } from '../../../shared/limits.ts';
import { PAGING, parameter, switchParameter, WITH_NAMES } from '../components/query-parameters.ts';
import { answer } from '../components/response-headers.ts';
import { COUNT, closed, DEADLINE, ID, NAMES_SHAPE, type OperationNote, PAGED, ref } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const DAY: Json = { type: 'string', format: 'date' };

const WITH_PHONES = switchParameter('with_phones', 'Add the first telephone number of each customer that is named.');
const ADVISER: Json = { ...parameter('betreuer', ID, 'Only of this user.'), example: 1 };

const TASK: Json = { anyOf: [closed({ id: ID, start: TEXT }), { type: 'null' }] };

/** A contract with its deadline. The schema `Contract` is closed, so it cannot be extended by reference. */
const DUE_CONTRACT: Json = {
  type: 'object',
  description: 'The members of a contract (schema `Contract`), with its deadline.',
  required: ['id', 'frist', 'task', 'late_task'],
  properties: {
    id: ID,
    frist: DEADLINE,
    task: {
      ...TASK,
      description:
        'The next open activity that is linked to the contract and begins on the last day of the deadline or earlier; null without `v3:activities:read`.',
    },
    late_task: { ...TASK, description: 'As `task`, of those that begin after the deadline: it is still to be met.' },
  },
};

const groupOf = (items: Json): Json =>
  closed({
    total: COUNT,
    items: { type: 'array', items },
    list: { ...TEXT, description: 'Address of the whole list.' },
  });

export const agendaNotes = {
  listDeadlines: {
    summary: 'List deadlines of contracts',
    codes: [],
    description: `Contracts by the day of their deadline. A contract whose Sparte renews it has the last day of notice: the last day before the end of the term (\`ablauf\`, or the first anniversary of \`beginn\`) minus the months of notice. A term that ends on the last day of a month ends with that day, any other at its beginning. A day that has passed moves on by years, and the first one from \`from\` on counts. Other contracts have their \`ablauf\`. \`handeln_ab\` is earlier by the days of work of the Sparte. Archived contracts and those with a final \`status\` are left out, whatever its blanks and case: ${FINAL_STATUS.join(', ')}.`,
    parameters: [
      ...PAGING,
      parameter('from', DAY, 'First day of the deadline; today where it is absent.'),
      parameter('to', DAY, 'Last day of the deadline.'),
      parameter('handeln_ab[gte]', DAY, 'Only where the work begins on this day or later.'),
      parameter('handeln_ab[lte]', DAY, 'Only where the work begins on this day or earlier.'),
      ADVISER,
      { ...parameter('id', ID, 'Only this contract.'), example: 1 },
      WITH_NAMES,
    ],
    answers: {
      200: answer('The contracts.', { ...PAGED, items: { type: 'array', items: DUE_CONTRACT }, ...NAMES_SHAPE }, [
        ...Object.keys(PAGED),
        'items',
      ]),
    },
  },
  readAgenda: {
    summary: 'Read the agenda',
    codes: ['insufficient_scope'],
    description: `The work that is due: open tasks that begin on \`from\` or earlier, contracts to act on until \`to\`, damages that have been open for more than 14 days, birthdays of the period. Each group has the first ${MAX_AGENDA_ITEMS} items and the address of the whole list. Groups whose read scope the caller lacks are left out.`,
    parameters: [
      parameter('from', DAY, 'First day; today where it is absent.'),
      parameter('to', DAY, 'Last day; a week after the first where it is absent.'),
      ADVISER,
      WITH_NAMES,
      WITH_PHONES,
    ],
    answers: {
      200: answer('The groups.', {
        tasks: groupOf(ref('Activity')),
        deadlines: groupOf(DUE_CONTRACT),
        damages: groupOf(ref('Damage')),
        birthdays: groupOf(ref('Customer')),
        ...NAMES_SHAPE,
        phones: {
          type: 'object',
          description:
            'Only with `with_phones=true`: telephone numbers by `kid`, of customers that the caller may read.',
          additionalProperties: TEXT,
        },
      }),
    },
  },
} satisfies Readonly<Record<string, OperationNote>>;
