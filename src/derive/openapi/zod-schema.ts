/** JSON Schemas of declared calls, made by zod. */
import { z } from 'zod';
import { type Named, ref } from './components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;
type Direction = 'input' | 'output';

/** Bounds of texts, which an answer does not promise. */
const TEXT_BOUNDS = ['minLength', 'maxLength', 'pattern'];

/** The items of a list that checks their number before their values (`listOf`): zod shows its first step only. */
const itemsOf = (schema: z.core.$ZodType, io: Direction): unknown =>
  io === 'input' && schema instanceof z.ZodPipe && schema.out instanceof z.ZodArray
    ? plainSchema(schema.out, io).items
    : undefined;

const plainSchema = (schema: z.core.$ZodType, io: Direction): Json => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const items = itemsOf(zodSchema, io) as z.core.JSONSchema.BaseSchema | undefined;
      if (items) jsonSchema.items = items;
      // zod drops the default of a transformed value.
      const { default: byDefault } = z.globalRegistry.get(zodSchema) ?? {};
      if (byDefault !== undefined) jsonSchema.default = byDefault as z.core.JSONSchema.BaseSchema['default'];
    },
  });
  return made;
};

/** `{}` */
const isAnything = (value: unknown): boolean => JSON.stringify(value) === '{}';

/** Whether a member of a schema says nothing about the values of this API. */
const isNoise = (node: Json, name: string, io: Direction): boolean => {
  const value = node[name];
  if (value === undefined) return true;
  // All whole numbers of JavaScript; the 64 bits of an id are a bound of their own.
  if (name === 'maximum') return value === Number.MAX_SAFE_INTEGER && node.format !== 'int64';
  if (name === 'minItems') return value === 0;
  if (name === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  // Formats are enough: zod adds a pattern of each.
  if (name === 'pattern') return io === 'output' || (node.type === 'string' && typeof node.format === 'string');
  // An answer may have further members.
  if (name === 'additionalProperties') return io === 'output' && (value === false || isAnything(value));
  return io === 'output' && TEXT_BOUNDS.includes(name);
};

const isAnyText = (value: unknown): boolean => JSON.stringify(value) === '{"type":"string"}';

/** A schema with references in place of its named parts, which are collected. */
const tidy = (node: unknown, io: Direction, schemas: Named): unknown => {
  if (Array.isArray(node)) return node.map((one) => tidy(one, io, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const { component, refersTo, ...plain } = node as Json;
  if (typeof refersTo === 'string') return ref(refersTo);
  const made = Object.fromEntries(
    Object.entries(plain)
      .filter(([name]) => !isNoise(plain, name, io))
      .map(([name, value]) => [name, tidy(value, io, schemas)] as const)
      .filter(([name, value]) => name !== 'propertyNames' || !isAnyText(value)),
  );
  if (typeof component !== 'string') return made;
  schemas.set(component, made);
  return ref(component);
};

/** The JSON Schema of a value as it is sent. @param schemas gets its components */
export const schemaOf = (schema: z.ZodType, schemas: Named): Json =>
  tidy(plainSchema(schema, 'input'), 'input', schemas) as Json;

/** The JSON Schema of an answer. @param schemas gets its components */
export const answerSchema = (schema: z.ZodType, schemas: Named): Json =>
  tidy(plainSchema(schema, 'output'), 'output', schemas) as Json;
