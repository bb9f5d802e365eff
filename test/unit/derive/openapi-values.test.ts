/** Numbers and lists in the description: bounds, and values beyond the listed ones. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { sectionNames } from '../../../src/derive/events/record-diff.ts';
import { schemaName } from '../../../src/derive/openapi/components/schemas.ts';
import { openapiDocument } from '../../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../../src/derive/routing/all-routes.ts';
import { bodyShape } from '../../../src/derive/validation/body-schema.ts';
import type { Resource } from '../../../src/model/declaration/resource.ts';
import { registry } from '../../../src/model/registry.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
}
const document = JSON.parse(JSON.stringify(openapiDocument(registry, allRoutes(registry)))) as {
  components: { schemas: Record<string, { properties: Record<string, Schema & { anyOf?: readonly Schema[] }> }> };
};

/** Every object of the document with its place, without examples. */
const all = function* (node: unknown, at = '#'): Generator<readonly [string, Schema]> {
  if (node === null || typeof node !== 'object') return;
  yield [at, node as Schema];
  for (const [name, one] of Object.entries(node))
    if (!/^(examples?|enum|x-known-values)$/.test(name)) yield* all(one, `${at}/${name}`);
};

test('every integer has a maximum', () => {
  const isNumber = ({ type, enum: values }: Schema): boolean =>
    !values && (type === 'integer' || (Array.isArray(type) && type.includes('integer') && !type.includes('string')));
  const numbers = [...all(document)].filter(([, schema]) => isNumber(schema));
  expect(numbers.filter(([, { format }]) => format !== 'int32' && format !== 'int64').map(([at]) => at)).toEqual([]);
  expect(numbers.length).toBeGreaterThan(500);
});

/** The named values of a member. */
const told = (schema: string, member: string): object => {
  const one = document.components.schemas[schema]?.properties[member];
  return { enum: one?.enum, known: (one as Record<string, unknown> | undefined)?.['x-known-values'] };
};

test('lists of the service are enums, lists of an organisation are open', () => {
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

// @kubb makes empty literals of the second kind, which do not compile.
test('the values of an enumeration are of one kind, besides null', () => {
  const kinds = ({ enum: values }: Schema) =>
    new Set((values ?? []).filter((one) => one !== null).map((one) => typeof one));
  const lists = [...all(document)].filter(([, one]) => Array.isArray(one.enum));
  expect(lists.filter(([, one]) => kinds(one).size !== 1).map(([at]) => at)).toEqual([]);
  expect(lists.length).toBeGreaterThan(100);
});

// openapi-zod-client makes code of both that does not compile: a text that is one of some values and is compared with a
// pattern too, and a list of texts that has null in it.
test('texts with an enumeration have no other constraint', () => {
  const texts = [...all(document)].filter(([, { type, enum: values }]) => values && String(type).includes('string'));
  const further = texts.filter(([, one]) => 'pattern' in one || one.enum?.includes(null)).map(([at]) => at);
  expect([texts.length > 50, further]).toEqual([true, []]);
});

test('the empty text is described wherever it resets a value, in arrays of bodies too (rules 3.5)', () => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, 'api');
  let compared = 0;
  const compare = (resource: Resource, mode: 'create' | 'patch', pointer: string): void => {
    const { properties = {} } = ajv.getSchema(`api${pointer}`)?.schema as { properties?: object };
    for (const [name, member] of Object.entries(bodyShape(resource, mode, []).schema.shape)) {
      if (!(name in properties)) continue;
      const isTaken = (member as z.ZodType).safeParse('').success;
      const isDescribed = ajv.validate({ $ref: `api${pointer}/properties/${name}` }, '');
      compared += 1;
      expect([pointer, name, isDescribed]).toEqual([pointer, name, isTaken]);
    }
  };
  for (const resource of registry.resources)
    for (const [mode, suffix] of [
      ['create', 'Create'],
      ['patch', 'Patch'],
    ] as const) {
      const body = `#/components/schemas/${schemaName(resource)}${suffix}`;
      if (!ajv.getSchema(`api${body}`)) continue;
      compare(resource, mode, body);
      for (const [key, of] of Object.entries(mode === 'create' ? resource.requests.nested : {}))
        compare(registry.get(of), mode, `${body}/properties/${key}/items`);
    }
  expect(compared).toBeGreaterThan(200);
});
