/** Values by a JSON Schema: of the OpenAPI description, or of the settings API's own schemas. */
import { anyNumber, bomb, Members, manyOf } from './json-text.ts';
import type { Random } from './random.ts';
import { DATES, hostileText, hostileValue, type Mood, PROTOTYPE } from './values.ts';

/** The used members of a JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
}

/** Context of a generated value. */
export interface Making {
  readonly random: Random;
  readonly mood: Mood;
  /** Largest body of the route. */
  readonly bytes: number;
  readonly resolve: (ref: string) => Schema;
  /** A valid value of a member with this name, beyond its schema. */
  readonly named: (name: string) => unknown;
}

const number = ({ random, mood }: Making, { minimum, maximum }: Schema): unknown => {
  const edges = [minimum, maximum].flatMap((one) => (one === undefined ? [] : [one - 1, one, one + 1]));
  if (mood !== 'valid' && edges.length && random.chance(0.7)) return random.pick(edges);
  if (mood !== 'valid') return anyNumber(random);
  const from = minimum ?? 0;
  return random.int(from, Math.min(maximum ?? 1000, from + 1000));
};

const text = ({ random, mood, bytes }: Making, schema: Schema): unknown => {
  const { minLength = 0, maxLength = 255, format, pattern = '' } = schema;
  if (mood === 'hostile') return random.chance(0.2) ? random.pick(PROTOTYPE) : hostileText(random, bytes);
  if (format === 'date' || format === 'date-time') {
    if (mood === 'boundary') return random.pick(DATES);
    return format === 'date' ? '2026-01-31' : '2027-01-31T10:00:00Z';
  }
  if (mood === 'boundary') {
    return random
      .pick(['x', 'ä', '😀'])
      .repeat(Math.max(0, random.pick([minLength - 1, minLength, maxLength, maxLength + 1])));
  }
  if (pattern.includes('@')) return `somebody${random.int(1, 1e9)}@example.com`;
  if (pattern.includes('\\.')) return `${random.int(0, 9999)}.00`;
  return 'Muster'.padEnd(Math.max(minLength, 6), 'x').slice(0, maxLength);
};

const list = (making: Making, { items = {}, minItems = 0, maxItems = 3 }: Schema): unknown => {
  const { random, mood, bytes } = making;
  if (mood === 'hostile' && random.chance(0.05)) return bomb(random, bytes);
  const count =
    mood === 'valid'
      ? random.int(minItems, Math.min(maxItems, minItems + 3))
      : random.pick([0, 1, 2, maxItems, maxItems + 1]);
  return Array.from({ length: Math.min(count, 1001) }, () => valueBy(making, items));
};

/** Where something is hostile: often in one member only, so that the others take the request far into the service. */
const object = (making: Making, { properties = {}, required = [], additionalProperties }: Schema): unknown => {
  const { random, mood, bytes } = making;
  const names = Object.keys(properties);
  const bad = mood === 'hostile' && names.length && random.chance(0.65) ? random.pick(names) : undefined;
  const usual: Making = bad === undefined ? making : { ...making, mood: 'valid' };
  const members: [string, unknown][] = Object.entries(properties)
    .filter(([name]) => name === bad || random.chance(required.includes(name) ? 0.97 : 0.5))
    .map(([name, schema]) => [name, valueBy(name === bad ? making : usual, schema, name)]);
  if (typeof additionalProperties === 'object') {
    const keys = mood === 'hostile' ? PROTOTYPE : ['name', 'ort', 'art'];
    const count = mood === 'hostile' && random.chance(0.1) ? manyOf(random, 20_000) : random.int(0, 3);
    for (let i = 0; i < count; i += 1) {
      members.push([i < 3 ? random.pick(keys) : `k${i}`, valueBy(making, additionalProperties)]);
    }
  }
  if (mood !== 'hostile' || bad !== undefined) return new Members(members);
  if (random.chance(0.4)) {
    members.push([
      random.chance(0.5) ? random.pick(PROTOTYPE) : hostileText(random, 2000),
      hostileValue(random, bytes),
    ]);
  }
  if (random.chance(0.1)) members.push(...members.slice(0, 1));
  return new Members(members);
};

/** A value that matches or violates the schema, as the mood says. */
export const valueBy = (making: Making, schema: Schema, name = ''): unknown => {
  const { random, mood, bytes } = making;
  if (schema.$ref) return valueBy(making, making.resolve(schema.$ref), name);
  if (mood === 'hostile' && random.chance(0.2)) return hostileValue(random, bytes);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const known = name && random.chance(mood === 'hostile' ? 0.3 : 0.9) ? making.named(name) : undefined;
  if (known !== undefined) return known;
  const any = schema.anyOf ?? schema.oneOf;
  if (any?.length) return valueBy(making, random.pick(any), name);
  if (schema.allOf?.length)
    return valueBy(
      making,
      Object.assign({}, ...schema.allOf.map((one) => (one.$ref ? making.resolve(one.$ref) : one))),
      name,
    );
  const type = typeof schema.type === 'object' ? random.pick(schema.type) : schema.type;
  if (type === 'object' || schema.properties) return object(making, schema);
  if (type === 'array') return list(making, schema);
  if (type === 'integer' || type === 'number') return number(making, schema);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return text(making, schema);
};
