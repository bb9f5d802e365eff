/** One call of the OpenAPI description: a method at an address. */

import { isCallName } from '../../model/calls/index.ts';
import { keys, numberOf, type PathKey } from '../../model/declaration/path-keys.ts';
import type { Embed, Resource, RouteVerb } from '../../model/declaration/resource.ts';
import { contactGroup } from '../../model/parts/contact.ts';
import type { Registry } from '../../model/registry.ts';
import { MAX_BATCH, MAX_PATH_NAME } from '../../shared/limits.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { filtersAt } from '../query/filters.ts';
import { listTerms } from '../query/sort-and-fields.ts';
import { type Collection, takesBatch } from '../routing/collections.ts';
import type { CollectionRoute, Route } from '../routing/routes.ts';
import { listsBelow } from '../sql/counts-sql.ts';
import { noteOfCall } from './call-notes.ts';
import { many, one, operationIdOf } from './components/operation-ids.ts';
import {
  filterParameter,
  isOwnParameter,
  OWN_FIELDS,
  PAGING,
  switchParameter,
  termParameters,
  WITH_NAMES,
} from './components/query-parameters.ts';
import { ANSWER_HEADERS, NOT_CHANGED, REPLAY_HEADERS, VERSION_HEADERS } from './components/response-headers.ts';
import { COUNT, ID, type Named, type OperationNote, ref, schemaName } from './components/schemas.ts';
import { bulkNote, restoreNote } from './derived-verbs.ts';
import { HISTORY, historyNote } from './descriptions/history-schema.ts';
import { operationNotes } from './descriptions/operation-descriptions.ts';
import { errorAnswers, isKeyed, requestHeaders, type SharedAnswers } from './error-responses.ts';
import {
  createdSchema,
  envelope,
  named,
  namedBody,
  readSchema,
  shortList,
  success,
  warningsMember,
} from './record-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const WITH_COUNTS = switchParameter('with_counts', 'Add the totals of the lists below the record.');

const embedParameters = (embeds: readonly Embed[]): Json[] =>
  embeds.map((embed) =>
    switchParameter(
      embed.when,
      `Include the array \`${embed.as}\`.${embed.about ? ` ${embed.about}` : ''}${embed.scope ? ` Needs \`v3:${embed.scope}:read\` too.` : ''}`,
    ),
  );

/** Only included arrays can be unrolled. */
const flatParameter = ({ embeds }: Resource): Json[] =>
  embeds.length ? [switchParameter('flat', 'Unroll arrays to flat keys.')] : [];

const deadlineParameter = ({ responses }: Resource): Json[] =>
  responses.deadline
    ? [switchParameter('with_deadline', 'Add `frist`, the next deadline, as in the list of deadlines.')]
    : [];

const premiumParameter = ({ responses }: Resource, adds = ''): Json[] =>
  responses.premium
    ? [switchParameter('with_premium', `Add \`jahresbeitrag\`, the premium of a running contract for a year${adds}.`)]
    : [];

/** Query parameters of a list, including those of a list with an operation of its own. */
const listParameters = (collection: Collection): Json[] => {
  const { resource } = collection;
  const { configurable } = resource.settings;
  const chosen = [
    ...filtersAt(collection).map(([name, filter]) => filterParameter(name, filter)),
    ...(configurable ? [OWN_FIELDS] : []),
    ...termParameters(resource.path, listTerms(resource, resource.embeds), configurable),
  ];
  if (!resource.storage.stored) return chosen;
  return [
    ...(resource.responses.envelope === 'page' ? PAGING : []),
    switchParameter('with_schema', 'Add the description of the fields and the select lists.'),
    WITH_NAMES,
    ...flatParameter(resource),
    ...embedParameters(resource.embeds),
    ...deadlineParameter(resource),
    ...premiumParameter(resource, ', and `per_year`, the sum of all pages'),
    ...resource.rules.flatMap(({ hides }) => (hides ? [switchParameter(hides.unless, hides.about)] : [])),
    ...chosen,
  ];
};

const content = (schema: Json): Json => ({ 'application/json': { schema } });
const ok = (description: string, schema: Json): Json => ({
  description,
  headers: ANSWER_HEADERS,
  content: content(schema),
});

const titles: Readonly<Record<string, string>> = lookupTable({
  list: 'List',
  create: 'Create',
  retrieve: 'Retrieve',
  update: 'Change',
  remove: 'Delete',
  restore: 'Restore',
  bulk: 'Change many',
  history: 'Read the history of',
});

/** Whether the items of a batch are created in one transaction where possible. */
const TOGETHER = switchParameter(
  'together',
  'Make the items of a batch in one transaction as far as that goes, several times as fast; each keeps an outcome of its own.',
);

/** Inputs of the description of a derived call. */
interface Described {
  readonly route: CollectionRoute;
  readonly registry: Registry;
  readonly schemas: Named;
}

/** Parameters, body and responses of each verb. */
const verbs: Readonly<Record<RouteVerb, (of: Described) => Omit<OperationNote, 'summary' | 'codes'>>> = lookupTable({
  list: ({ route: { collection }, schemas }) => {
    const { resource } = collection;
    const record = ref(schemaName(resource));
    const schema =
      resource.responses.envelope === 'items'
        ? shortList(record, resource.responses.metadata)
        : named(schemas, `${schemaName(resource)}Page`, envelope(record, resource.responses));
    return { parameters: listParameters(collection), answers: { 200: ok('The records.', schema) } };
  },
  retrieve: ({ route: { collection }, registry, schemas }) => {
    const { resource } = collection;
    const hasCounts = listsBelow(registry, resource).length > 0;
    const schema = named(schemas, `${schemaName(resource)}Read`, readSchema(resource, hasCounts));
    return {
      parameters: [
        switchParameter('with_schema', 'Add the description of the fields.'),
        WITH_NAMES,
        ...(hasCounts ? [WITH_COUNTS] : []),
        ...flatParameter(resource),
        ...embedParameters(resource.embeds),
        ...deadlineParameter(resource),
        ...premiumParameter(resource),
      ],
      answers: {
        200: { ...ok('The record.', schema), headers: VERSION_HEADERS },
        304: NOT_CHANGED,
      },
    };
  },
  create: ({ route: { collection, fileMembers }, registry, schemas }) => {
    const item = namedBody(collection, 'create', registry, schemas);
    const batch = takesBatch(collection);
    const body = batch ? { anyOf: [item, { type: 'array', minItems: 1, maxItems: MAX_BATCH, items: item }] } : item;
    const answers: Record<string, Json> = {
      201: ok('The record was made.', createdSchema(collection.resource, registry)),
    };
    if (batch) {
      answers[200] = ok('A batch: every item was handled.', ref('Batch'));
      answers[207] = ok('A batch: some items failed.', ref('Batch'));
    }
    const parameters = batch ? [TOGETHER] : [];
    if (!fileMembers) return { parameters, body, answers };
    const form = { schema: namedBody(collection, 'form', registry, schemas) };
    // Generators that take the first media type send a file as it is.
    return { parameters, body, content: { 'multipart/form-data': form, ...content(body) }, answers };
  },
  update: ({ route: { collection }, registry, schemas }) => {
    const updated = { ...COUNT, description: 'Fields whose value changed.' };
    const answer = success({ updated }, warningsMember(collection.resource));
    const body = namedBody(collection, 'patch', registry, schemas);
    return {
      body,
      answers: {
        200: { ...ok('The record was changed.', answer), headers: VERSION_HEADERS },
      },
    };
  },
  remove: ({ route: { collection } }) => {
    const { storage: rows, responses: answers, nesting: place } = collection.resource;
    const answer = success({
      ...(rows.removal === 'hard' || answers.deleted ? { deleted: { type: 'boolean' } } : {}),
      ...(rows.removal === 'soft' ? { soft_deleted: { type: 'boolean' } } : {}),
      [place.key]: ID,
    });
    return { answers: { 200: ok('The record was deleted.', answer) } };
  },
  restore: ({ route: { collection } }) => restoreNote(collection),
  bulk: ({ route: { collection }, registry, schemas }) =>
    bulkNote(collection, namedBody(collection, 'patch', registry, schemas)),
  history: ({ route: { collection }, schemas }) => historyNote(collection, named(schemas, 'History', HISTORY)),
});

/** The description derived from collection and verb, if the route has them. */
const usual = (route: Route, registry: Registry, schemas: Named): OperationNote => {
  if (!route.collection) return { summary: route.operation, codes: [] };
  const { collection, verb, grandparent } = route;
  const { resource, parent } = collection;
  const name = resource.title.toLowerCase();
  const of = [parent, grandparent].map((above) => (above ? ` of ${one(above.title.toLowerCase())}` : '')).join('');
  const summary = `${titles[verb]} ${verb === 'list' || verb === 'bulk' ? many(name) : one(name)}${of}`;
  return { summary, codes: [], ...verbs[verb]({ route, registry, schemas }) };
};

const parameterText = (name: PathKey, meant: string | undefined): string =>
  meant ? `${name === contactGroup.key ? 'Number' : 'Row id'} of ${meant}.` : keys[name].about;

/** Descriptions of the numbers in a path, from the left. */
const numbersIn = ({ collection, verb, grandparent }: Route): readonly string[] => {
  if (!collection) return [];
  const { resource, parent } = collection;
  const highest = grandparent ? one(grandparent.title.toLowerCase()) : '';
  const lower = parent ? one(parent.title.toLowerCase()) : '';
  const above = grandparent ? `${lower} of ${highest}` : lower;
  const own = `${resource.title.toLowerCase()}${parent ? ` of ${above}` : ''}${verb === 'remove' || verb === 'restore' ? `, to ${verb === 'remove' ? 'delete' : verb}` : ''}`;
  return [...(highest ? [`${highest} with ${lower}`] : []), ...(above ? [above] : []), one(own)];
};

const PATH_NAME: Json = {
  name: 'name',
  in: 'path',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: MAX_PATH_NAME },
  description: 'Name.',
  example: 'HubSpot',
};

/** Path parameters get distinct names if two numbers would share one. */
export const pathOf = (route: Route): { path: string; parameters: Json[] } => {
  const used = new Map<string, number>();
  const parameters: Json[] = [];
  const meant = numbersIn(route);
  const path = route.address.replace(/\{(\w+)\}/g, (all, name: PathKey) => {
    if (all === '{name}') {
      parameters.push(PATH_NAME);
      return all;
    }
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    const unique = times > 1 ? `${name}${times}` : name;
    parameters.push({
      name: unique,
      in: 'path',
      required: true,
      schema: numberOf(name),
      description: parameterText(name, meant[parameters.length]),
    });
    return `{${unique}}`;
  });
  return { path, parameters };
};

/** Responses in JSON or, with the same status, in bytes. */
const withBytes = ({ answers = {}, orBytes = {} }: OperationNote): Json => {
  const merged: Record<string, Json> = { ...orBytes, ...answers };
  for (const [status, bytes] of Object.entries(orBytes)) {
    const usual = answers[status];
    if (usual?.content)
      merged[status] = {
        ...usual,
        headers: { ...(bytes.headers as Json), ...(usual.headers as Json) },
        content: { ...(usual.content as Json), ...(bytes.content as Json) },
      };
  }
  return merged;
};

/** Responses of a call that accepts an `Idempotency-Key`: they may be those of an earlier request. */
const withReplays = (answers: Json): Json =>
  Object.fromEntries(
    Object.entries(answers as Record<string, Json>).map(([status, one]) => [
      status,
      { ...one, headers: { ...(one.headers as Json), ...REPLAY_HEADERS } },
    ]),
  );

/** Which errors refuse a whole batch and which fail one item; empty for a call without batches. */
const batchNote = ({ collection, verb }: Route): string => {
  if (!collection || verb !== 'create' || !takesBatch(collection)) return '';
  const { fields, rules, codes } = collection.resource;
  const ofFields = Object.entries(fields)
    .filter(([name]) => !collection.forbidden.includes(name))
    .flatMap(([, field]) => [
      ...Object.values(field.codes ?? {}),
      ...(field.reference?.missing ? [field.reference.missing] : []),
    ]);
  const ofItems = [
    'no_valid_fields',
    codes.invalidItem,
    ...ofFields,
    ...rules.flatMap((rule) => rule.codes?.create ?? []),
  ];
  const listed = [...new Set(ofItems)].map((code) => `\`${code}\``).join(', ');
  return ` In a batch a wrong value (\`validation_failed\`, the item's index first in \`path\`), \`body_*_forbidden\`, \`empty_array\` and \`batch_too_large\` refuse the whole request. A reference to a record that does not exist and ${listed} fail their item alone and are listed in \`failed[]\`.`;
};

/** The scope family of a call; the first word of its address if it checks several families. */
const tagOf = ({ scope, pattern }: Route): string => scope.split(':')[1] ?? pattern.split('/')[0] ?? '';

/** Parameters, body and answers of a call: derived, else its own. */
const noteOf = (route: Route, registry: Registry, schemas: Named): OperationNote => {
  if (isCallName(route.operation)) return noteOfCall(route.operation, schemas);
  const base = usual(route, registry, schemas);
  const own = operationNotes[route.operation];
  const bytes = own?.answers !== undefined && route.collection?.resource.content === 'served';
  return {
    ...base,
    ...own,
    summary: route.collection && !bytes ? base.summary : (own ?? base).summary,
    parameters: bytes ? [] : [...(base.parameters ?? []), ...(own?.parameters ?? [])],
  };
};

/** Whether a call has a query parameter; an own field counts wherever an organisation may add some. */
export const queryParametersOf = (route: Route, registry: Registry): ((name: string) => boolean) => {
  const parameters = noteOf(route, registry, new Map()).parameters ?? [];
  const names = new Set(parameters.map(({ name }) => name));
  const takesOwn = names.delete(OWN_FIELDS.name);
  return (name) => names.has(name) || (takesOwn && isOwnParameter(name));
};

/** The description of one call. @param shared error answers, filled here; @param schemas likewise */
export const operationOf = (route: Route, registry: Registry, shared: SharedAnswers, schemas: Named): Json => {
  const note = noteOf(route, registry, schemas);
  const { parameters } = pathOf(route);
  return {
    operationId: operationIdOf(route),
    summary: note.summary,
    description: `${note.description ?? `Needs the scope \`${route.scope}\`.`}${batchNote(route)}`,
    tags: [tagOf(route)],
    'x-required-scope': route.scope || 'any read scope',
    parameters: [...parameters, ...(note.parameters ?? []), ...requestHeaders(route, withBytes(note))],
    ...(note.body ? { requestBody: { required: !note.bodyless, content: note.content ?? content(note.body) } } : {}),
    responses: {
      ...(isKeyed(route) ? withReplays(withBytes(note)) : withBytes(note)),
      ...errorAnswers(route, shared),
    },
  };
};
