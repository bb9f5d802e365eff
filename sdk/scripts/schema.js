// Makes the types of the API (src/generated/schema.ts) from its OpenAPI description.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const CUSTOM_FIELDS = 'CustomFields';
const HEAD = `/** Types of the API, made from its OpenAPI description by \`npm run types\` in sdk; not written by hand. */
/* eslint-disable */
`;

/**
 * A pattern of property names (`ind_<n>`) would open a type to every name. The pattern becomes a separate type, so
 * that a wrong field name still does not compile.
 */
const withoutPatterns = (node) => {
  if (Array.isArray(node)) return node.map(withoutPatterns);
  if (node === null || typeof node !== 'object') return node;
  const { patternProperties, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutPatterns(value)]),
  );
  if (!patternProperties) return rest;
  const { description, ...shape } = rest;
  return { description, allOf: [shape, { $ref: `#/components/schemas/${CUSTOM_FIELDS}` }] };
};

const keyword = (kind) => ts.factory.createKeywordTypeNode(kind);

/** `` `ind_${number}` ``, optionally with a text before and after it */
const ownName = (before = '', behind = '') =>
  ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead(`${before}ind_`), [
    ts.factory.createTemplateLiteralTypeSpan(
      keyword(ts.SyntaxKind.NumberKeyword),
      ts.factory.createTemplateTail(behind),
    ),
  ]);

const VALUES = [ts.SyntaxKind.StringKeyword, ts.SyntaxKind.NumberKeyword, ts.SyntaxKind.BooleanKeyword];

/** `{ [name: `ind_${number}`]: string | number | boolean | null }` */
const customFields = () =>
  ts.factory.createTypeLiteralNode([
    ts.factory.createIndexSignature(
      undefined,
      [ts.factory.createParameterDeclaration(undefined, undefined, 'name', undefined, ownName())],
      ts.factory.createUnionTypeNode([
        ...VALUES.map(keyword),
        ts.factory.createLiteralTypeNode(ts.factory.createNull()),
      ]),
    ),
  ]);

/**
 * The description's one parameter for filters by own fields, of which each member is a parameter in the query: here they are
 * members of the query itself, which is how the client sends it.
 */
const OWN_FILTERS = [
  'own_fields?: components["parameters"]["OwnFields"];',
  `[name: ${['', '[gte]', '[gt]', '[lte]', '[lt]'].map((one) => `\`ind_\${number}${one}\``).join(' | ')}]: string | number | boolean | undefined;`,
];
const withOwnFilters = (text) => {
  if (!text.includes(OWN_FILTERS[0])) throw new Error('the description has lost its parameter of own fields');
  return text.replaceAll(...OWN_FILTERS);
};

/** The literal of a value that a select list has. */
const literal = (value) =>
  ts.factory.createLiteralTypeNode(
    typeof value === 'string' ? ts.factory.createStringLiteral(value) : ts.factory.createNumericLiteral(value),
  );

/**
 * `'Frau' | 'Herr' | (string & {}) | null`: an editor offers the known values and accepts those that an organisation
 * added.
 */
const knownOrOther = ({ type, 'x-known-values': values }) => {
  const kinds = [type].flat();
  const other = keyword(kinds.includes('string') ? ts.SyntaxKind.StringKeyword : ts.SyntaxKind.NumberKeyword);
  return ts.factory.createUnionTypeNode([
    ...values.map(literal),
    ts.factory.createIntersectionTypeNode([other, ts.factory.createTypeLiteralNode([])]),
    ...(kinds.includes('null') ? [ts.factory.createLiteralTypeNode(ts.factory.createNull())] : []),
  ]);
};

/** Types that the generator cannot derive. */
const ownType = (schema, { path }) => {
  if (path === `#/components/schemas/${CUSTOM_FIELDS}`) return customFields();
  // An unrestricted text type would include every name in the same union, and misspelled names would compile.
  if (schema.pattern?.startsWith('^ind_')) return ownName();
  if (schema.pattern?.startsWith('^-?ind_')) return ts.factory.createUnionTypeNode([ownName(), ownName('-')]);
  return schema['x-known-values'] ? knownOrOther(schema) : undefined;
};

/** Errors have one shape everywhere (`BrokerCrmError`), so the types of an operation tell its successes only. */
const successes = (responses) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { headers: _everywhere, ...response }]) => [status, response]),
  );

const withSuccesses = (operations) =>
  Object.fromEntries(
    Object.entries(operations).map(([key, operation]) => [
      key,
      operation.responses ? { ...operation, responses: successes(operation.responses) } : operation,
    ]),
  );

/**
 * The OpenAPI document without parts that types do not need: error responses, examples, the pattern of custom fields.
 */
const trimmed = (description) => {
  const { paths, components, ...rest } = withoutPatterns(description);
  const { responses, examples: _examples, headers: _headers, ...kept } = components;
  const shared = Object.entries(responses)
    .filter(([name]) => !name.startsWith('Error'))
    .map(([name, { headers: _everywhere, ...response }]) => [name, response]);
  return {
    ...rest,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withSuccesses(item)])),
    components: { ...kept, responses: Object.fromEntries(shared) },
  };
};

/**
 * The text of src/generated/schema.ts.
 * @param description the OpenAPI description, parsed
 */
export const schemaText = async (description) => {
  const document = trimmed(description);
  document.components.schemas[CUSTOM_FIELDS] = {
    type: 'object',
    description: 'Fields `ind_<n>` that the organisation added.',
  };
  const ast = await openapiTS(document, {
    silent: true,
    defaultNonNullable: false,
    transform: ownType,
  });
  return HEAD + withOwnFilters(astToString(ast));
};
