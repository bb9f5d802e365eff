/** Schemas of values from lists in the OpenAPI description. */
import type { Field } from '../../../model/declaration/field-shape.ts';
import type { Registry } from '../../../model/registry.ts';
import { tableOf } from '../../../shared/lookup-table.ts';
import { sectionNames } from '../../events/record-diff.ts';
import { organisationLists } from '../../org-settings/apply-settings.ts';
import { pascal, ref } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** The delivered select lists. */
const { lists } = organisationLists({});

/** Longer lists are not described; clients read them with `with_schema=true`. */
const MOST_VALUES = 50;

/** The record kinds that can have annotations. */
const annotatedKinds = ({ resources }: Registry): readonly string[] =>
  resources.filter(({ annotated }) => annotated).map(({ path }) => path);

/** Known values of an open type; others are possible. */
const known = (values: readonly unknown[]): Json => ({ 'x-known-values': values });

/** Names of record kinds in changes and events: clients must accept further ones. */
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
 * The record kinds of a field form a closed list. Of a select list the delivered values are known, and an
 * organisation may have others.
 */
export const valuesOf = ({ list, section }: Field, registry: Registry): Json => {
  if (section) return { enum: annotatedKinds(registry) };
  const values = (list ? (lists[list] ?? []) : []).map(({ value }) => value);
  return values.length && values.length <= MOST_VALUES ? known(values) : {};
};

const keysIn = (list: string): readonly string[] => (lists[list] ?? []).flatMap(({ keys }) => keys ?? []);
const keySchema = (list: string): string => `${pascal(list)}Key`;

/** Words accepted for numbers of a list, in bodies and in queries (activity names, Sparten): one schema per list. */
export const keySchemas: Readonly<Record<string, Json>> = tableOf(
  Object.keys(lists)
    .filter((list) => keysIn(list).length)
    .map((list) => [keySchema(list), { type: 'string', enum: keysIn(list) }] as const),
);

/** The schema of the words that a field accepts in place of a number. */
export const keysOf = ({ list, kind }: Field): readonly Json[] =>
  list && kind.answers.type === 'integer' && keysIn(list).length ? [ref(keySchema(list))] : [];
