/** Fields, labels and select lists of the organisation, and what `with_schema` shows of them. */
import { z } from 'zod';
import { kindNames } from '../../model/declaration/value-kinds.ts';
import { answer, changeOf, done, field, listOf, type Routes } from './route.ts';

const MAX_ENTRIES = 1000;
/** A list and what it was, both of the longest entries there can be. */
const LISTS_LIMIT = 1024 * 1024;
const entry = z.strictObject({ value: z.union([z.string().max(255), z.number()]), display: field.name });

/** An entry of a select list. */
export const option = answer({ value: z.union([z.string(), z.number()]), display: z.string() });

const kind = z.enum(kindNames);

const described = answer({
  name: z.string(),
  label: z.string(),
  kind,
  list: z.string().nullable(),
  custom: z.boolean(),
  sparte: z.number().nullable(),
  group: z.string().nullable(),
  note: z.string().nullable(),
  default: z.string().nullable(),
  required: z.boolean(),
});

export const fieldRoutes = {
  'GET /fields': {
    answer: answer({
      kinds: z.array(kind),
      resources: z.array(
        answer({
          path: z.string(),
          title: z.string(),
          per_sparte: z.boolean(),
          leaving: z.array(z.string()),
          fields: z.array(described),
        }),
      ),
      lists: z.array(
        answer({
          name: z.string(),
          numeric: z.boolean(),
          kinds: z.array(kind),
          own: z.boolean(),
          shipped: z.boolean(),
          fixed: z.boolean(),
          options: z.array(option),
        }),
      ),
    }),
    about:
      '`kinds`: those that own fields can have. `leaving`: names of own fields that are still being removed. `kinds` of a list: those whose own fields can choose from it.',
  },
  'GET /fields/:path/preview': {
    query: { sparte: '' },
    answer: answer({ fields: z.record(z.string(), z.unknown()), select_fields: z.record(z.string(), z.unknown()) }),
    about: 'Exactly what `with_schema=true` shows.',
  },
  'PUT /fields/:path/:name': {
    body: changeOf(
      z.strictObject({
        label: field.name,
        kind: z.string().max(20),
        list: z.string().max(60).nullish(),
        sparte: field.id.nullish(),
        group: z.string().trim().max(100).nullish(),
        note: z.string().trim().max(1000).nullish(),
        default: z.string().max(255).nullish(),
        required: z.boolean().optional(),
      }),
    ),
    answer: done,
    about:
      'An own field: `ind_<n>`. `group`, `note`, `default` and `required` stay if omitted. `default`, written as in a query, is the value of a record that is created without one, or whose value is reset; existing records do not change. `required`: the REST API refuses to create a record without it, or to reset its value, unless there is a default. `list`: one with this kind among its `kinds`, else 400 `unfit_list`. 409 `field_being_removed` for a name in `leaving`.',
  },
  'PUT /fields/:path': {
    body: changeOf(z.strictObject({ names: listOf(z.string().max(20), 200) })),
    answer: done,
    about: 'The order of the own fields: all of them.',
  },
  'PUT /fields/:path/:name/label': {
    body: changeOf(z.strictObject({ label: field.name })),
    answer: done,
    about: 'Any field.',
  },
  'GET /fields/:path/:name/uses': {
    answer: answer({ records: z.number() }),
    about: 'In how many records an own field has a value. 404 where there is no such field.',
  },
  'DELETE /fields/:path/:name': {
    answer: done,
    about:
      'No record shows it from now on. Its values are deleted within 10 s, the rest by the service after the answer; its name is in `leaving` until then.',
  },
  'GET /lists/:name/uses': {
    query: { value: 'of an entry' },
    answer: answer({ records: z.number() }),
    about: 'In how many records a field that chooses from the list has the value. 404 where there is no such list.',
  },
  'PUT /lists/:name': {
    body: changeOf(z.strictObject({ options: listOf(entry, MAX_ENTRIES, 1) })),
    limit: LISTS_LIMIT,
    answer: done,
    about: 'Values stay numbers or texts as they are; those of a new list are texts.',
  },
  'DELETE /lists/:name': {
    answer: done,
    about:
      'Deletes the own entries: a `shipped` list returns to its original entries, another list is deleted. Records keep their values. 404 if there are none, 409 `list_in_use` while own fields use a list that would be deleted.',
  },
} satisfies Routes;
