/** Query parameters of the OpenAPI description. */
import { kinds } from '../model/kinds.ts';
import type { Offered } from './list-terms.ts';

type Json = Readonly<Record<string, unknown>>;

/** One of the query. */
export const parameter = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema,
});

/** On or off, in all its spellings. */
export const SWITCH: Json = kinds.boolean.asked ?? {};

/** What lists take that have pages. */
export const PAGING: readonly Json[] = [
  parameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Page, from 1; wrong values count as 1.'),
  parameter(
    'limit',
    { type: 'integer', minimum: 1, maximum: 5000, default: 50 },
    'Records a page; wrong values count as 50.',
  ),
];

/** What a list can be sorted by, and the fields that it can be cut to. */
export const termParameters = (path: string, { sorts, members }: Offered): Json[] => [
  parameter(
    'sort',
    { type: 'string', enum: [...sorts.keys()].flatMap((name) => [name, `-${name}`]) },
    `By this field, with a minus from the greatest value on; those without a value come last, ids decide between equal ${path.replace('/', '-')}.`,
  ),
  {
    ...parameter(
      'fields',
      { type: 'array', minItems: 1, items: { type: 'string', enum: [...members] } },
      `Show only these, and \`id\` and \`kid\`, separated by commas; all else is absent, required or not, of ${path.replace('/', '-')}.`,
    ),
    style: 'form',
    explode: false,
  },
];
