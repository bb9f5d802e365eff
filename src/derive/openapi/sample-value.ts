/** A sample value for a schema of the OpenAPI description without an example record. */
import type { Values } from '../../model/declaration/field-shape.ts';
import { lookupTable } from '../../shared/lookup-table.ts';

type Json = Readonly<Record<string, unknown>>;

/** The parts of a schema that restrict its values. */
export interface SchemaObject extends Json {
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
export const sampleOf = (schema: SchemaObject, given: Sampled): unknown => {
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
