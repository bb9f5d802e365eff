/** What the description says of numbers and of lists: how large they are, and which values there are besides. */
import { expect, test } from 'vitest';
import { allRoutes } from '../../src/derive/all-routes.ts';
import { sectionNames } from '../../src/derive/change.ts';
import { openapiDocument } from '../../src/derive/openapi.ts';
import { registry } from '../../src/model/registry.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
}
const document = JSON.parse(JSON.stringify(openapiDocument(registry, allRoutes(registry)))) as {
  components: { schemas: Record<string, { properties: Record<string, Schema & { anyOf?: readonly Schema[] }> }> };
};

/** Every object of the document with its place, examples aside. */
const all = function* (node: unknown, at = '#'): Generator<readonly [string, Schema]> {
  if (node === null || typeof node !== 'object') return;
  yield [at, node as Schema];
  for (const [name, one] of Object.entries(node))
    if (!/^(examples?|enum|x-known-values)$/.test(name)) yield* all(one, `${at}/${name}`);
};

test('every whole number says how large it gets', () => {
  const isNumber = ({ type, enum: values }: Schema): boolean =>
    !values && (type === 'integer' || (Array.isArray(type) && type.includes('integer') && !type.includes('string')));
  const numbers = [...all(document)].filter(([, schema]) => isNumber(schema));
  expect(numbers.filter(([, { format }]) => format !== 'int32' && format !== 'int64').map(([at]) => at)).toEqual([]);
  expect(numbers.length).toBeGreaterThan(500);
});

/** The names of the values that a member is said to have. */
const told = (schema: string, member: string): object => {
  const one = document.components.schemas[schema]?.properties[member];
  return { enum: one?.enum, known: (one as Record<string, unknown> | undefined)?.['x-known-values'] };
};

test('what only the service adds to is closed, what an organisation adds to is open', () => {
  const annotated = registry.resources.filter(({ annotated }) => annotated).map(({ path }) => path);
  for (const [schema, member] of [
    ['Comment', 'owner_section'],
    ['Link', 'foreign_section'],
    ['LinkCreate', 'foreign_section'],
  ] as const)
    expect(told(schema, member), `${schema}.${member}`).toEqual({ enum: annotated, known: undefined });
  expect(told('Delivery', 'state')).toEqual({ enum: ['pending', 'delivered', 'failed'], known: undefined });
  const schemas = document.components.schemas as unknown as Record<string, Schema & Record<string, unknown>>;
  expect(schemas.Section).toMatchObject({ type: 'string', 'x-known-values': sectionNames(registry) });
  expect(schemas.OwnerSection).toMatchObject({ type: 'string', 'x-known-values': annotated });
  expect(told('Customer', 'anrede')).toEqual({ enum: undefined, known: ['Frau', 'Herr', 'Firma', 'Familie'] });
});

// openapi-zod-client makes code of both that does not compile: a text that is one of some values and is compared with a
// pattern too, and a list of texts that has null in it.
test('texts that are one of some values are nothing but that', () => {
  const texts = [...all(document)].filter(([, { type, enum: values }]) => values && String(type).includes('string'));
  const further = texts.filter(([, one]) => 'pattern' in one || one.enum?.includes(null)).map(([at]) => at);
  expect([texts.length > 50, further]).toEqual([true, []]);
});
