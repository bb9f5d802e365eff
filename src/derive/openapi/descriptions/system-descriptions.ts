/** The lists of the system in the OpenAPI description: relation types, Sparten, names of users, record kinds. */
import { relationTypes } from '../../../model/seed/relation-types.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { shownSparten } from '../../metadata/sparten-view.ts';
import { plainTerms } from '../../query/sort-and-fields.ts';
import { termParameters } from '../components/query-parameters.ts';
import { answer } from '../components/response-headers.ts';
import { COUNT, closed, ID, type OperationNote, ref } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const listOf = (schema: string): Json => ({ type: 'array', items: ref(schema) });
const NAMES: Json = { type: 'array', items: TEXT };
const orNull = (type: string, description?: string): Json => ({
  type: [type, 'null'],
  ...(description ? { description } : {}),
});

const LAYOUT = closed(
  {
    icon: { ...TEXT, description: 'Name of an icon of Tabler Icons.' },
    nav: {
      type: ['array', 'null'],
      items: { type: ['string', 'integer'] },
      description: 'Group of the navigation (`stock`, `partner`, `team`) and position in it.',
    },
    title: { ...NAMES, description: 'Fields that make the title of a record.' },
    subtitle: NAMES,
    head: { ...NAMES, description: 'Values in the head of a record, named as columns.' },
    columns: {
      ...NAMES,
      description:
        'Columns of the list: fields, fields of the first row of a part (`addresses.ort`), or its first row of one sort (`contacts.telefon`).',
    },
    form: { ...NAMES, description: 'Usual values of a new record, named as columns; its form begins with them.' },
    sort: { ...TEXT, description: 'As the parameter `sort` takes it; empty for the usual order.' },
    overview: { ...NAMES, description: 'Related lists on the first page of a record.' },
    steps: { ...NAMES, description: 'Dates that follow each other.' },
    groups: { type: 'object', description: 'Fields by the title of their group.', additionalProperties: NAMES },
  },
  'Hints for pages that show the records.',
);

/** Schemas of the lists. */
export const systemSchemas: Readonly<Record<string, Json>> = lookupTable({
  UserName: closed({ kid: ID, name: TEXT, aktiv: { type: 'boolean' }, administrator: { type: 'boolean' } }),
  RecordSection: closed({
    path: { ...TEXT, description: 'Address behind `/v3/`.' },
    title: TEXT,
    key: { ...TEXT, enum: ['id', 'kid'], description: 'Name of the number in addresses.' },
    called: {
      type: ['object', 'null'],
      required: ['by', 'beside'],
      properties: { by: NAMES, beside: orNull('string') },
      description: 'Fields that a record is known by.',
    },
    scope: { ...TEXT, description: 'Scope family.' },
    can: { type: 'array', items: { ...TEXT, enum: ['read', 'write'] } },
    total: { ...COUNT, type: ['integer', 'null'], description: 'Records in the list; null where a list has no pages.' },
    search_index: orNull('string'),
    below: { ...NAMES, description: 'Record kinds it is listed below.' },
    children: { ...NAMES, description: 'Record kinds that the caller may read and that are listed below it.' },
    parts: {
      type: 'array',
      items: closed({
        path: TEXT,
        embed: orNull('string', 'Key of the array in the record and, behind `with_`, its parameter.'),
        columns: NAMES,
      }),
    },
    annotations: NAMES,
    verbs: { ...NAMES, description: 'Operations at its own address.' },
    filters: { ...NAMES, description: 'Query parameters that narrow its list by parts and tags of its records.' },
    content: { type: 'boolean', description: 'Its records are files.' },
    layout: LAYOUT,
  }),
});

export const systemNotes = {
  listRelationTypes: {
    summary: 'List relation types',
    codes: [],
    parameters: termParameters('relation-types', plainTerms(relationTypes[0] ?? {})),
    answers: {
      200: answer(
        'Types, groups and reciprocal pairs.',
        {
          items: listOf('RelationType'),
          total: COUNT,
          folders: listOf('RelationFolder'),
          pairs: listOf('RelationPair'),
        },
        ['items', 'total', 'folders', 'pairs'],
      ),
    },
  },
  listSparten: {
    summary: 'List insurance lines (Sparten)',
    codes: [],
    parameters: termParameters('sparten', plainTerms(shownSparten({})[0] ?? {})),
    answers: {
      200: answer('The Sparten.', { items: listOf('Sparte'), total: COUNT }, ['items', 'total']),
    },
  },
  listUserNames: {
    summary: 'List names of users',
    codes: [],
    description:
      'All users that are not deleted, in the order of their numbers. Needs `v3:system:read`, not `v3:users:read`.',
    answers: { 200: answer('The users.', { items: listOf('UserName') }, ['items']) },
  },
  listSections: {
    summary: 'List record kinds',
    codes: ['insufficient_scope'],
    description:
      'The record kinds that the caller may read, with all that a page needs to list and show them. Fields are described by `with_schema=true` of each list.',
    answers: { 200: answer('The record kinds.', { items: listOf('RecordSection') }, ['items']) },
  },
} satisfies Readonly<Record<string, OperationNote>>;
