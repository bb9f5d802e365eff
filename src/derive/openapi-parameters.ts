/** Query parameters of the OpenAPI description. */
import type { Offered } from './list-terms.ts';
import { parameter } from './openapi-shapes.ts';

type Json = Readonly<Record<string, unknown>>;

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
