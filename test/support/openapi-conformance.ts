/** Whether responses and accepted bodies match the OpenAPI description (both ways). */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openapiDocument } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import type { Registry } from '../../src/model/registry.ts';

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Operation {
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}

/** An exchange as it went over the wire. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly sent: unknown;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** How many exchanges of one operation and status are looked at. */
const ENOUGH = 25;

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
/** In a batch some items may have been refused. */
const wasAccepted = (status: number, body: unknown): boolean =>
  status < 300 && !((body as { failed?: unknown[] } | null)?.failed ?? []).length;
/** Errors of bodies that are refused independent of the records. */
const ALWAYS =
  /^(empty_body|empty_array|batch_too_large|no_valid_fields|body_\w+_forbidden|missing_\w+|validation_failed|validation_error|unrecognized_key)$/;
/** Refused bodies that fit their schema: JSON Schema, or the generators that read it, cannot say why they are refused. */
const FITTING: readonly RegExp[] = [
  // A kind that drops unknown keys has nothing left to write: any key is allowed, and one of the known ones is needed.
  /no_valid_fields$/,
  // Calendar days, lone surrogates, base64, digits of a decimal number: formats and not patterns.
  /invalid_format/,
  // Values of numbers that are texts, and numbers that JSON has rounded.
  /^(post|patch) \/v3\/(finances|goals|damages|contracts)\S* \d+ .*too_big at (betrag|beitrag|est|zkf|re4|value|reserve|leistung)/,
  /^post \/v3\/contracts \d+ .*invalid_type at (gesellschaft|intervall|status)/,
  // Blanks alone, which are no value.
  /too_small at (tag|text|name|wert|query)$/,
  /missing_name$/,
  // Without a template, or a mail without an address.
  /\/(messages|letters) \d+ .*too_small at (subject|text|to)$/,
  // Depends on another field.
  /missing_subject$/,
  // Two names of one value that differ.
  /duplicate_key at vertragsnummer/,
  // Words are counted after the text is folded.
  /^post \/v3\/search \d+ .*too_(big|small) at query/,
  // The depth and size of a folder tree: they depend on its other folders.
  /documents\/folders\S* \d+ .*too_big at parent_id$/,
  // The number of the path.
  /^post \/v3\/customers\/\{kid\}\/merge \d+ .*slave_kid/,
  // A day in the past.
  /^put \/v3\/customers\/\{kid\}\/privacy\/hold \d+ .*invalid_value at until$/,
  /^post \/v3\/customers\/\{kid\}\/privacy\/erasure \d+ .*confirm/,
  // The query of a list, and options that suit neither the format nor the number of sections.
  /^post \/v3\/exports \d+ validation_failed, /,
];
/** Issues that depend on records or on settings of the organisation. */
const DEPENDING = new Set(['invalid_reference', 'invalid_select_value']);

/** The reason of a refusal; null where it depends on records or settings of the organisation. */
const refusedFor = (status: number, body: unknown): string | null => {
  const { error = '', issues = [] } = ((body as { data?: object } | null)?.data ?? {}) as {
    error?: string;
    issues?: { code: string; path: (string | number)[] }[];
  };
  if (status < 400 || status >= 500 || !ALWAYS.test(error)) return null;
  const isOwn = (step: string | number): boolean => /^ind_/.test(String(step));
  const certain = issues.filter(({ code, path }) => !DEPENDING.has(code) && !path.some(isOwn));
  if (issues.length && !certain.length) return null;
  return [
    error,
    ...certain.map(({ code, path }) => `${code} at ${path.filter((step) => typeof step === 'string').join('.')}`),
  ].join(', ');
};
const isJson = (type: string): boolean => type.startsWith('application/json');

/** The description of a registry, and what compares values with its schemas. */
const readDescription = (registry: Registry) => {
  const document = JSON.parse(JSON.stringify(openapiDocument(registry, allRoutes(registry)))) as {
    paths: Record<string, Record<string, Operation>>;
    components: { responses: Record<string, Described> };
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'api');
  const templates = Object.keys(document.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '\\d+')}$`) }))
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  const validators = new Map<string, ValidateFunction>();

  const wrongBy = (pointer: string, value: unknown, isSparse = false): string | null => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` });
    validators.set(pointer, validate);
    if (validate(value)) return null;
    const errors = validate.errors ?? [];
    // With `fields` the others are absent, as the parameter says.
    const isLeftOut = (one: (typeof errors)[number]): boolean =>
      isSparse && one.keyword === 'required' && /^\/items\/\d+$/.test(one.instancePath);
    const first = errors.find((one) => !isLeftOut(one));
    if (!first) return null;
    return `${first.instancePath} ${first.message} ${JSON.stringify(first.params)}`;
  };
  return { document, templates, wrongBy };
};

/** Cached across test files: compiling it takes as long as many of them. */
const kept = new WeakMap<Registry, ReturnType<typeof readDescription>>();
const descriptionOf = (registry: Registry): ReturnType<typeof readDescription> => {
  const known = kept.get(registry) ?? readDescription(registry);
  kept.set(registry, known);
  return known;
};

/** @returns a function that says what is wrong with an exchange; null where nothing is, or nothing is described */
export const describedBy = (registry: Registry): ((exchange: Exchange) => string | null) => {
  const { document, templates, wrongBy } = descriptionOf(registry);
  const seen = new Map<string, number>();

  return ({ method, path, sent, status, type, body }) => {
    const bare = path.split('?')[0] ?? '';
    const template = templates.find(({ pattern }) => pattern.test(bare))?.path ?? '';
    const verb = method.toLowerCase();
    const operation = document.paths[template]?.[verb];
    if (!operation) return null;
    const key = `${verb} ${template} ${status}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times > ENOUGH) return null;
    const response = operation.responses[status];
    if (!response) return `${key}: the status is not described`;
    const here = `#/paths/${escaped(template)}/${verb}`;
    const pointer = response.$ref ?? `${here}/responses/${status}`;
    const described = response.$ref ? document.components.responses[response.$ref.split('/').pop() ?? ''] : response;
    if (isJson(type)) {
      if (!described?.content?.['application/json']) return `${key}: no JSON is described`;
      const isSparse = /[?&]fields=/.test(path);
      const wrong = wrongBy(`${pointer}/content/application~1json/schema`, body, isSparse);
      if (wrong) return `${key}: ${wrong}`;
    }
    const refusal = refusedFor(status, body);
    if (refusal && sent !== undefined && operation.requestBody?.content?.['application/json']) {
      if (FITTING.some((pattern) => pattern.test(`${key} ${refusal}`))) return null;
      const wrong = wrongBy(`${here}/requestBody/content/application~1json/schema`, sent);
      return wrong ? null : `${key}: refused (${refusal}), but fits the description of the body`;
    }
    if (!wasAccepted(status, body) || !operation.requestBody?.content?.['application/json']) return null;
    if (sent === undefined) return null;
    const wrong = wrongBy(`${here}/requestBody/content/application~1json/schema`, sent);
    return wrong && `${key}: accepted, but the description of the body says: ${wrong}`;
  };
};
