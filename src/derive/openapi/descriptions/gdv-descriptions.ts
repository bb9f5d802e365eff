/** GDV data of contracts in the OpenAPI description. */
import { answer } from '../components/response-headers.ts';
import { closed, INTEGER, type OperationNote } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const TEXT_OR_NULL: Json = { type: ['string', 'null'] };

const FIELD = closed({
  name: { ...TEXT, description: 'Name of the field in the published layout.' },
  bytes: {
    type: 'array',
    items: { ...INTEGER, minimum: 1, maximum: 256 },
    description: 'First and last position in the line, from 1.',
  },
  value: { ...TEXT, description: 'Text, digits, a decimal number, or a date `YYYY-MM-DD`.' },
  label: { ...TEXT_OR_NULL, description: 'Meaning of a key.' },
});

const LINE = closed({
  satzart: { ...TEXT, description: 'Record kind.' },
  sparte: TEXT_OR_NULL,
  part: {
    ...INTEGER,
    type: ['integer', 'null'],
    description: 'Part of the record; null where the layout does not have it.',
  },
  text: { ...TEXT, description: 'The line as it was delivered, without blanks at its end.' },
  fields: { type: 'array', items: FIELD, description: 'Filled fields.' },
});

export const gdvNotes = {
  readContractGdv: {
    summary: 'Read the GDV data of a contract',
    codes: ['not_found'],
    description:
      'The lines of the last delivery of an insurer (GDV file) with the names of their fields. A contract that no GDV file has has no lines.',
    parameters: [],
    answers: {
      200: answer(
        'The lines.',
        {
          vu: { ...TEXT_OR_NULL, description: 'VU-Nummer of the insurer.' },
          delivered: { type: ['string', 'null'], format: 'date', description: 'Day of the delivery.' },
          lines: { type: 'array', items: LINE },
        },
        ['vu', 'delivered', 'lines'],
      ),
    },
  },
} satisfies Readonly<Record<string, OperationNote>>;
