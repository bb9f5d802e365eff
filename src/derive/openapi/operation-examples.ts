/** An example for each parameter, body and response of a call of the OpenAPI description. */
import type { Values } from '../../model/declaration/field-shape.ts';
import { DEFAULT_LIMIT } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { filtersAt } from '../query/filters.ts';
import type { Route } from '../routing/routes.ts';
import { schemaName } from './components/schemas.ts';
import type { Examples } from './example-records.ts';

type Json = Readonly<Record<string, unknown>>;

/** The parts of a schema that restrict its values. */
interface SchemaObject extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly items?: SchemaObject;
  readonly maxItems?: number;
  readonly minimum?: number;
}

/** Sample values by format. */
const FORMATS: Readonly<Record<string, string>> = lookupTable({
  uuid: '0b1e5a52-8a0c-4f6e-9d5b-3f6f0c2d7a11',
  date: '2026-03-02',
  'date-time': '2026-03-02T08:30:00.000Z',
});

/** Inputs of a sample value. */
interface Sampled {
  readonly schemas: Json;
  readonly record: (schema: string) => Values | undefined;
  /** Values of members with the same meaning in all schemas. */
  readonly members: Values;
}

const objectOf = ({ properties = {}, required = [] }: SchemaObject, given: Sampled): Values =>
  Object.fromEntries(
    required.map((name) => [
      name,
      name in given.members ? given.members[name] : sampleOf(properties[name] ?? {}, given),
    ]),
  );

/** @returns a value that is valid for a schema: its own example, else the first allowed value */
const sampleOf = (schema: SchemaObject, given: Sampled): unknown => {
  if ('example' in schema) return schema.example;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return given.record(name) ?? sampleOf((given.schemas[name] ?? {}) as SchemaObject, given);
  }
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, given)));
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, given);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, given);
  if (type === 'array') return schema.maxItems === 0 ? [] : [sampleOf(schema.items ?? {}, given)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema.default ?? schema.minimum ?? 1;
  return FORMATS[schema.format ?? ''] ?? 'Text';
};

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
