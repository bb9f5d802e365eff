/** Lists of the system: relation types, Sparten, names of users, record kinds (rules 5.9, 5.15, 8.12). */
import { z } from 'zod';
import type { PathKey } from '../declaration/path-keys.ts';
import { type ApiCalls, count, type Frozen, id, named, reply, whole } from './call.ts';
import { listTerms } from './paging.ts';

const text = z.string();
const names = z.array(text);

export const relationType = z.object({
  id: id.describe("10000 and above: a type of the organisation's own, made in the settings."),
  name: text,
  anrede: text.nullable(),
  kreis: id.describe('Group, an id of `folders`.'),
  parent_id: whole.nullable(),
});

export const sparte = z.object({
  id,
  sparte: text.describe('Key that creates accept in place of the id.'),
  bereich: text,
  name: text,
  auto_verlaengerung: z.boolean(),
  kuendigungsfrist: count,
  bearbeitungszeitraum: count,
  steuersatz: z.number(),
  standard: z.boolean(),
  value: text,
  display: text,
});

const layout = z
  .object({
    icon: text.describe('Name of an icon of Tabler Icons.'),
    nav: z
      .custom<readonly [group: string, position: number] | null>()
      .meta({ type: ['array', 'null'], items: { type: ['string', 'integer'] } })
      .describe('Group of the navigation (`stock`, `partner`, `team`) and position in it.'),
    title: names.describe('Fields that make the title of a record.'),
    subtitle: names,
    head: names.describe('Values in the head of a record, named as columns.'),
    columns: names.describe(
      'Columns of the list: fields, fields of the first row of a part (`addresses.ort`), or its first row of one sort (`contacts.telefon`).',
    ),
    form: names.describe('Usual values of a new record, named as columns; its form begins with them.'),
    sort: text.describe('As the parameter `sort` takes it; empty for the usual order.'),
    overview: names.describe(
      'Related lists on the first page of a record: record kinds, or a field of one that names it (`damages.vertrag`).',
    ),
    steps: names.describe('Dates that follow each other.'),
    groups: z.record(text, names).describe('Fields by the title of their group.'),
  })
  .describe('Hints for pages that show the records.');

const section = z.object({
  path: text.describe('Address behind `/v3/`.'),
  title: text,
  key: z
    .custom<PathKey>()
    .meta({ type: 'string', enum: ['id', 'kid'] })
    .describe('Name of the number in addresses.'),
  called: z.object({ by: names, beside: text.nullable() }).nullable().describe('Fields that a record is known by.'),
  scope: text.describe('Scope family.'),
  can: z.array(z.enum(['read', 'write'])),
  total: count.nullable().describe('Records in the list; null where a list has no pages.'),
  search_index: text.nullable(),
  below: names.describe('Record kinds it is listed below.'),
  children: names.describe('Record kinds that the caller may read and that are listed below it.'),
  parts: z.array(
    z.object({
      path: text,
      embed: text.nullable().describe('Key of the array in the record and, behind `with_`, its parameter.'),
      columns: names,
      form: names.describe('Usual values of a row; its form begins with them.'),
    }),
  ),
  annotations: names,
  verbs: names.describe('Operations at its own address.'),
  filters: names.describe('Query parameters that narrow its list by parts and tags of its records.'),
  content: z.boolean().describe('Its records are files.'),
  layout,
});

/** A record kind for one caller. */
export type RecordSection = Frozen<z.output<typeof section>>;

export const systemCalls = {
  'GET /v3/system/relations': {
    id: 'listRelationTypes',
    who: 'v3:system:read',
    summary: 'List relation types',
    query: listTerms('relation-types', relationType),
    answers: {
      200: reply(
        'Types, groups and reciprocal pairs.',
        z.object({
          items: z.array(named('RelationType', relationType)),
          total: count,
          folders: z.array(named('RelationFolder', z.object({ id, name: text }))),
          pairs: z.array(named('RelationPair', z.object({ beziehung: id, reverse_beziehung: id }))),
        }),
      ),
    },
  },
  'GET /v3/system/sparten': {
    id: 'listSparten',
    who: 'v3:system:read',
    summary: 'List insurance lines (Sparten)',
    query: listTerms('sparten', sparte),
    answers: { 200: reply('The Sparten.', z.object({ items: z.array(named('Sparte', sparte)), total: count })) },
  },
  'GET /v3/system/users': {
    id: 'listUserNames',
    who: 'v3:system:read',
    summary: 'List names of users',
    about:
      'All users that are not deleted, in the order of their numbers. Needs `v3:system:read`, not `v3:users:read`.',
    answers: {
      200: reply(
        'The users.',
        z.object({
          items: z.array(
            named('UserName', z.object({ kid: id, name: text, aktiv: z.boolean(), administrator: z.boolean() })),
          ),
        }),
      ),
    },
  },
  'GET /v3/system/sections': {
    id: 'listSections',
    who: 'reader',
    summary: 'List record kinds',
    about:
      'The record kinds that the caller may read, with all that a page needs to list and show them. Fields are described by `with_schema=true` of each list.',
    answers: { 200: reply('The record kinds.', z.object({ items: z.array(named('RecordSection', section)) })) },
    codes: ['insufficient_scope'],
  },
} as const satisfies ApiCalls;
