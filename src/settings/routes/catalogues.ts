/** Sparten, relation types, billing companies and tags of the organisation. */
import { z } from 'zod';
import { answer, changeOf, done, field, items, listed, listOf, listQuery, type Routes } from './route.ts';

/** Two lists of the longest names there can be. */
const COMPANIES_LIMIT = 512 * 1024;
/** The page says it before it sends one more. */
export const MOST_COMPANIES = 200;
const companies = listOf(field.name, MOST_COMPANIES);

const tag = z.strictObject({ tag: field.name, freigabe: z.union([z.literal(0), z.literal(1)]) });

/** Values that are stored and look wrong, as in v3. */
const warnings = z
  .array(answer({ path: z.array(z.union([z.string(), z.number()])), code: z.string(), message: z.string() }))
  .optional();

/** Sort keys of the list of tags. */
export const tagSorts = ['tag', 'user_name', 'insert_datum'] as const;

export const catalogueRoutes = {
  'GET /sparten': {
    answer: items(
      answer({
        id: z.number(),
        sparte: z.string(),
        bereich: z.string(),
        name: z.string(),
        steuersatz: z.number(),
        kuendigungsfrist: z.number(),
        active: z.boolean(),
        contracts: z.number(),
      }),
    ),
  },
  'PATCH /sparten/:id': { body: changeOf(z.strictObject({ active: z.boolean() })), answer: done },
  'GET /relation-types': {
    answer: answer({
      items: z.array(
        answer({
          id: z.number(),
          name: z.string(),
          anrede: z.string().nullable(),
          kreis: z.number(),
          parent_id: z.number().nullable(),
          own: z.boolean(),
          relations: z.number(),
        }),
      ),
      folders: z.array(answer({ id: z.number(), name: z.string() })),
      pairs: z.array(answer({ beziehung: z.number(), reverse_beziehung: z.number() })),
    }),
    about: '`relations` counts those whose both customers are there.',
  },
  'POST /relation-types': {
    body: z.strictObject({ kreis: field.id, name: field.name, reverse: field.name.nullable() }),
    status: 201,
    answer: answer({ id: z.number(), reverse_id: z.number() }),
    about:
      '`reverse` null, or the name again: the same in both directions. Numbers begin at 10000 and are never given again. Issue `duplicate_name` for a name that the group has.',
  },
  'PATCH /relation-types/:id': {
    body: changeOf(z.strictObject({ name: field.name })),
    answer: done,
    about: 'Own types; those that came with the service are a 404.',
  },
  'DELETE /relation-types/:id': {
    answer: done,
    about: 'Its reverse goes with it. 409 `relation_type_in_use` while a relation uses one of the two.',
  },
  'GET /billing-companies': {
    answer: answer({
      main: z.string(),
      items: z.array(answer({ id: z.number(), name: z.string(), contracts: z.number() })),
    }),
  },
  'PUT /billing-companies': {
    body: changeOf(z.strictObject({ names: companies })),
    limit: COMPANIES_LIMIT,
    answer: done,
    about:
      'The whole list. Ids are the positions from 1: a name in use may be changed, not removed (409 `billing_company_in_use`). Issue `duplicate_name` for a name that is there twice, in capitals or not.',
  },
  'GET /tags': {
    query: listQuery(tagSorts),
    answer: listed(
      answer({
        id: z.number(),
        tag: z.string(),
        freigabe: z.number(),
        kid: z.number().nullable(),
        user_name: z.string().nullable(),
        insert_datum: z.string(),
        uses: z.number(),
      }),
    ),
  },
  'POST /tags': {
    body: tag,
    status: 201,
    answer: answer({ id: z.number(), warnings }),
    about: 'Warning `duplicate_name` for a name that another tag has, in capitals or not.',
  },
  'PATCH /tags/:id': {
    body: changeOf(tag.partial()),
    answer: done.extend({ warnings }),
    about: 'Warning `duplicate_name`.',
  },
  'DELETE /tags/:id': { answer: done },
} satisfies Routes;
