/** An example for each parameter, body and response of a call of the OpenAPI description. */

import type { Values } from '../../model/declaration/field-shape.ts';
import { DEFAULT_LIMIT } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { filtersAt } from '../query/filters.ts';
import type { Route } from '../routing/routes.ts';
import { schemaName } from './components/schemas.ts';
import type { Examples } from './example-records.ts';
import { type SchemaObject, sampleOf } from './sample-value.ts';

type Json = Readonly<Record<string, unknown>>;

interface Parameter extends Json {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly schema: SchemaObject;
}
interface WithContent extends Json {
  readonly content?: Readonly<Record<string, Json & { readonly schema: SchemaObject }>>;
}

/** The enum values of a schema, including those of open lists. */
const offered = ({ anyOf, enum: names }: SchemaObject = {}): readonly unknown[] => names ?? anyOf?.[0]?.enum ?? [];

/** Values of query parameters that no declaration determines. */
const QUERY: Values = lookupTable({ page: 1, limit: DEFAULT_LIMIT, sort: '-id', flat: false, file: false, wait: 0 });

/**
 * A call with an example for each parameter, body and response.
 * @param schemas all schemas of the components
 */
export const withExamples = (call: Json, route: Route, examples: Examples, schemas: Json): Json => {
  const { collection, verb } = route;
  const numbers = [...examples.numbers(route)];
  const filters = new Map(collection && verb === 'list' ? filtersAt(collection) : []);
  const queryValue = ({ name, schema }: Parameter): unknown => {
    const filter = filters.get(name);
    if (collection && filter) return examples.filter(collection, filter);
    if (name in QUERY) return QUERY[name];
    if (schema.type === 'boolean') return true;
    if (name === 'fields') return offered(schema.items).slice(0, 2);
    return sampleOf(schema, { schemas, record: examples.record, members: {} });
  };
  const parameters = (call.parameters as readonly Parameter[]).map((one) => {
    if (one.$ref || 'example' in one || 'examples' in one) return one;
    return { ...one, example: one.in === 'path' ? numbers.shift() : examples.once(one, () => queryValue(one)) };
  });
  const bodies = (media: string, schema: SchemaObject): unknown => {
    if (route.operation in examples.special) return examples.special[route.operation];
    if (!collection || 'example' in schema) return sampleOf(schema, { schemas, record: () => undefined, members: {} });
    if (verb === 'bulk') return { rows: [{ id: own?.id ?? 1 }], set: examples.patchBody(collection) };
    const body = verb === 'update' ? examples.patchBody(collection) : examples.createBody(collection);
    if (media === 'application/json') return body;
    const { base64: _text, ...fields } = body;
    return { ...fields, file: 'Police' };
  };
  const own = collection && examples.recordAt(collection);
  const members = {
    page: 1,
    page_size: DEFAULT_LIMIT,
    total: collection ? examples.count(collection) : 1,
    ...(own ? { id: own.id, kid: own.kid } : {}),
  };
  const record = (schema: string) =>
    collection && schemaName(collection.resource) === schema ? own : examples.record(schema);
  const answers = (media: string, schema: SchemaObject): unknown =>
    media === 'application/json' ? sampleOf(schema, { schemas, record, members }) : 'Police';
  const { requestBody, responses } = call as { requestBody?: WithContent; responses: Record<string, WithContent> };
  return {
    ...call,
    parameters,
    ...(requestBody ? { requestBody: exampled(requestBody, bodies) } : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        exampled(answer, (media, schema) => examples.once({ ...answer, media }, () => answers(media, schema))),
      ]),
    ),
  };
};

const exampled = (thing: WithContent, make: (media: string, schema: SchemaObject) => unknown): WithContent =>
  thing.content
    ? {
        ...thing,
        content: Object.fromEntries(
          Object.entries(thing.content).map(([media, one]) => [
            media,
            'example' in one || 'examples' in one ? one : { ...one, example: make(media, one.schema) },
          ]),
        ),
      }
    : thing;
