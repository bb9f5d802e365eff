/** What the OpenAPI description says of the values that a field can have. */
import type { Field } from '../model/field-shape.ts';
import type { Registry } from '../model/registry.ts';
import { tableOf } from '../table.ts';
import { organisationLists } from './apply-settings.ts';
import { sectionNames } from './change.ts';
import { pascal, ref } from './openapi-shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** Select lists as the service comes with them. */
const { lists } = organisationLists({});

/** Longer lists are read where they are asked for (`with_schema=true`). */
const MOST_VALUES = 50;

/** The record kinds that annotations hang on. */
const annotatedKinds = ({ resources }: Registry): readonly string[] =>
  resources.filter(({ annotated }) => annotated).map(({ path }) => path);

/** Values that are known of an open type: others may come. */
const known = (values: readonly unknown[]): Json => ({ 'x-known-values': values });

/** What changes and events name kinds by: whoever reads them goes on when a kind is added. */
export const sectionSchemas = (registry: Registry): Readonly<Record<string, Json>> => ({
  Section: {
    type: 'string',
    description: 'Path of a record kind, a part or an annotation; others may be added.',
    ...known(sectionNames(registry)),
  },
  OwnerSection: {
    type: 'string',
    description: 'Path of a record kind that parts or annotations hang on; others may be added.',
    ...known(annotatedKinds(registry)),
  },
});

/**
 * The record kinds that a field can name: there are no others. Of a select list the values that the service comes with,
 * beside which others may be right: an organisation changes its lists.
 */
export const valuesOf = ({ list, section }: Field, registry: Registry): Json => {
  if (section) return { enum: annotatedKinds(registry) };
  const values = (list ? (lists[list] ?? []) : []).map(({ value }) => value);
  return values.length && values.length <= MOST_VALUES ? known(values) : {};
};

const keysIn = (list: string): readonly string[] => (lists[list] ?? []).flatMap(({ keys }) => keys ?? []);
const keySchema = (list: string): string => `${pascal(list)}Key`;

/** Words that stand for numbers of a list, in bodies and in queries (activity names, Sparten): one schema a list. */
export const keySchemas: Readonly<Record<string, Json>> = tableOf(
  Object.keys(lists)
    .filter((list) => keysIn(list).length)
    .map((list) => [keySchema(list), { type: 'string', enum: keysIn(list) }] as const),
);

/** The schema of the words that a field takes in place of a number. */
export const keysOf = ({ list, kind }: Field): readonly Json[] =>
  list && kind.answers.type === 'integer' && keysIn(list).length ? [ref(keySchema(list))] : [];
