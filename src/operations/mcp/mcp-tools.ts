/** The tools of the MCP server, derived from the record kinds and the scopes of a token (rules 8.13). */
import { z } from 'zod';
import { describeFields } from '../../derive/metadata/describe-fields.ts';
import { listedKinds } from '../../derive/metadata/sections.ts';
import { filtersAt, partFiltersOf } from '../../derive/query/filters.ts';
import type { Collection } from '../../derive/routing/collections.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { CollectionOperation } from '../../model/declaration/operation-names.ts';
import type { Verb } from '../../model/declaration/resource.ts';
import { type TemplateSection, templateSections } from '../../model/seed/placeholders.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { MAX_KEY, MAX_RECIPIENTS, MAX_TEXT } from '../../shared/limits.ts';
import { requireScope } from '../call/authorize.ts';
import type { Call, OperationResult, SpecialCall } from '../call/call.ts';
import { etagOf } from '../call/etag.ts';
import { parseCall } from '../call/parse-call.ts';
import { readChanges } from '../feed/read-changes.ts';
import { type InFlight, idempotent, keyed } from '../idempotency/idempotent.ts';
import { createMessage } from '../messages/create-message.ts';
import { readRecord } from '../records/retrieve.ts';
import { search } from '../search/search.ts';
import { nameRecords } from './readable-records.ts';
import { acceptValues, didYouMean, unknownNames } from './tool-input.ts';

type Json = Readonly<Record<string, unknown>>;

/** Records of a result, and entries of a list of values in a description. */
const [MOST_RECORDS, MOST_OPTIONS] = [20, 60];
/** A list below a record, such as `customers/8/comments`. */
const BELOW = /^([^/\d][^/]*)\/(\d+)\/(.+)$/;
const SECTION_LENGTH = 100;
const DRAFT_LENGTH = 20_000;
const WRITE_MESSAGE = 'POST /v3/customers/:kid/messages';

/** How tools run the operations of the API. */
export interface ToolRuntime {
  /** Runs an operation on a collection by its name. */
  readonly run: (name: CollectionOperation, call: Call) => Promise<OperationResult>;
  /** Running requests with an idempotency key. */
  readonly running: InFlight;
}

/** A tool for one caller. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether the token has scopes for it; a call of another tool says which scope is missing. */
  readonly offered: boolean;
  readonly hints: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
  /** How to get the rest of a shortened result. */
  readonly rest: string;
  /** @throws ApiError as the operation of the API */
  readonly run: (input: Record<string, unknown>) => Promise<Json>;
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
const CREATES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
const UPDATES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

const id = z.int().min(1).max(MAX_INT);
const values = z.record(z.string(), z.unknown());
const key = z
  .string()
  .min(1)
  .max(MAX_KEY)
  .optional()
  .describe('Any text that is new for each write: the same call with the same key again writes nothing twice.');
const filterValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const bodyOf = ({ body }: OperationResult): Json => {
  if (Array.isArray(body)) return JSON.parse(Buffer.concat(body).toString());
  return typeof body === 'string' ? JSON.parse(body) : {};
};

/** Names of the filters of a list. */
const filterNames = (collection: Collection): readonly string[] => [
  ...filtersAt(collection).map(([name]) => name),
  ...(collection.parent ? [] : partFiltersOf(collection.resource)),
];

/** Verbs that a tool performs; documents are files, which no tool sends. */
const verbsOf = ({ verbs, resource }: Collection): readonly Verb[] =>
  verbs.filter((verb) => verb !== 'remove' && !(resource.content && (verb === 'create' || verb === 'update')));

const toolOf = (verb: Verb): string => (verb === 'retrieve' ? 'get' : verb);

/** A record kind as a tool describes it: fields with their values, filters, lists below a record. */
const description = (section: string, collection: Collection, below: readonly Collection[]): Json => {
  const { resource } = collection;
  const options = (name: string): Json => {
    const all = resource.fields[name]?.options ?? [];
    if (!all.length) return {};
    const shown = all.slice(0, MOST_OPTIONS).map(({ value, display }) => ({ value, name: display }));
    return { values: shown, ...(all.length > shown.length ? { values_total: all.length } : {}) };
  };
  const fields = Object.entries(describeFields(resource)).map(([name, field]) => ({
    name,
    label: field.label,
    kind: field.kind,
    ...(field.required ? { required: true } : {}),
    ...(field.read_only ? { read_only: true } : {}),
    ...(field.fixed ? { only_at_create: true } : {}),
    ...(field.note ? { note: field.note } : {}),
    ...(field.max ? { max_characters: field.max } : {}),
    ...(field.references.length ? { id_of: field.references } : {}),
    ...options(name),
  }));
  return {
    section,
    title: resource.layout.label ?? resource.title,
    about: resource.about,
    tools: verbsOf(collection).map(toolOf),
    fields,
    filters: filterNames(collection),
    below: below.map(({ pattern }) => pattern.replace('#', '<id>')),
  };
};

/** The address of a call: a list with the number of the record above it. */
interface Place {
  readonly collection: Collection;
  readonly pathIds: readonly number[];
}

/**
 * The tools, for the caller of a request. `section` names a record kind, or a list below a record.
 * @param call of the HTTP request; its actor has the scopes
 */
export const toolsFor = (call: SpecialCall, { run, running }: ToolRuntime): readonly Tool[] => {
  const { actor, model, db } = call;
  const { registry, collections } = model;
  const kinds = listedKinds(registry);
  const may = (scope: string, action: 'read' | 'write'): boolean => actor.scopes.has(`v3:${scope}:${action}`);
  const readable = kinds.filter(({ scope }) => may(scope ?? '', 'read'));
  const namesOf = (some: readonly { readonly path: string }[]) => some.map(({ path }) => path);
  const searched = readable.filter(({ search: { index } }) => index !== undefined);
  const belowOf = (path: string) => [...collections.values()].filter(({ parent }) => parent?.path === path);
  const mayWrite = (verb: Verb): boolean =>
    readable.some(({ path, scope }) => verbsOf(model.collection(path)).includes(verb) && may(scope ?? '', 'write'));

  /** @throws 400 for an unknown section; 403 `missing_required_scope`; 405 for a verb that it does not have */
  const placeOf = (section: unknown, verb?: Verb): Place => {
    const text = String(section);
    const [, above, id, name] = BELOW.exec(text) ?? [];
    const known = above === undefined ? namesOf(kinds) : belowOf(above).map(({ pattern }) => pattern);
    const pattern = above === undefined ? text : `${above}/#/${name}`;
    const collection = known.includes(pattern) ? collections.get(pattern) : undefined;
    if (!collection) {
      const there = known.length ? known.map((one) => one.replace('#', String(id))) : namesOf(kinds);
      const message = `${truncateForEcho(text)} is no section.${didYouMean(text, there)} There are ${there.join(', ')}.`;
      throw invalid([{ path: ['section'], code: 'invalid_select_value', message }]);
    }
    requireScope(actor, `v3:${collection.scope}:read`);
    const verbs = verbsOf(collection);
    if (verb && !verbs.includes(verb))
      throw fail('method_not_allowed', {
        message: `${text} has no ${toolOf(verb)}; it has ${verbs.map(toolOf).join(', ')}.`,
      });
    if (verb === 'create' || verb === 'update') requireScope(actor, `v3:${collection.scope}:write`);
    if (id !== undefined && !(Number(id) >= 1 && Number(id) <= MAX_INT)) throw fail('invalid_id');
    return { collection, pathIds: id === undefined ? [] : [Number(id)] };
  };
  const callAt = ({ collection, pathIds }: Place, more: Partial<Call>): Call => {
    const parentPath = collection.parent?.path;
    return { ...call, query: {}, body: undefined, ...(parentPath ? { parentPath } : {}), pathIds, ...more, collection };
  };
  const perform = (verb: Verb, asked: Call): Promise<OperationResult> =>
    run(asked.collection.resource.nesting.instead[verb] ?? verb, asked);
  const once = async <Asked extends SpecialCall>(
    given: unknown,
    address: string,
    asked: Asked,
    work: (asked: Asked) => Promise<OperationResult>,
  ): Promise<Json> => {
    if (given === undefined) return bodyOf(await work(asked));
    const request = keyed(db.keyRing, String(given), address, asked.body);
    return bodyOf(await idempotent(running, asked, request, (keeping) => work({ ...asked, ...keeping })));
  };
  const section = z
    .string()
    .max(SECTION_LENGTH)
    .describe('Kind of record, one of the examples; or a list below a record, such as customers/8/comments.')
    .meta({ examples: namesOf(readable) });
  const kinded = z.array(z.string().max(SECTION_LENGTH)).min(1).max(100);

  const reads: Omit<Tool, 'offered'>[] = [
    {
      name: 'describe',
      title: 'Describe a kind of record',
      description:
        'Fields with their labels (German), allowed values, filters and lists below a record of this kind. Call it before list, create or update.',
      input: z.strictObject({ section }),
      hints: READS,
      rest: 'Texts and lists are cut; the reference of the API has all values.',
      run: async ({ section: named }) => {
        const { collection } = placeOf(named);
        return description(String(named), collection, collection.parent ? [] : belowOf(collection.resource.path));
      },
    },
    {
      name: 'list',
      title: 'List records',
      description: `Records of a kind, or those below a record (customers/8/contracts, customers/8/comments): at most ${MOST_RECORDS} on a page, with the total. Fields without a value are left out; <field>_name names the entry of a list or the record behind a number. Filters are named by describe, such as {"name[prefix]": "Som"}.`,
      input: z.strictObject({
        section,
        filters: filterValues.optional().describe('Filter -> value, as describe names them.'),
        sort: z.string().max(100).optional().describe('Name of a field, with - before it for descending order.'),
        fields: z.array(z.string().max(100)).max(50).optional().describe('Only these fields of each record.'),
        page: z.int().min(1).optional(),
        limit: z.int().min(1).max(MOST_RECORDS).optional(),
      }),
      hints: READS,
      rest: 'Texts and lists are cut: ask for fewer records (limit), fewer fields (fields), or one record (get).',
      run: async ({ section: named, filters = {}, sort, fields, page = 1, limit = MOST_RECORDS }) => {
        const place = placeOf(named, 'list');
        const wrong = unknownNames(filters as Json, filterNames(place.collection), {
          what: `filter of ${named}`,
          path: ['filters'],
        });
        if (wrong.length) throw invalid(wrong);
        const asked = Object.entries(filters as Json).filter(([, value]) => value !== null);
        const query = {
          ...Object.fromEntries(asked.map(([name, value]) => [name, String(value)])),
          ...(sort === undefined ? {} : { sort }),
          ...(fields === undefined ? {} : { fields: (fields as string[]).join(',') }),
          page: String(page),
          limit: String(limit),
        };
        const listed = bodyOf(await perform('list', callAt(place, { query })));
        return { ...listed, items: await nameRecords(call, place.collection.resource, listed.items as Values[]) };
      },
    },
    {
      name: 'get',
      title: 'Read a record',
      description:
        'One record with its parts (addresses, contacts and so on) and its version, which update takes. Fields without a value are left out.',
      input: z.strictObject({ section, id }),
      hints: READS,
      rest: 'Texts and lists are cut; list with fields shows single fields whole.',
      run: async (input) => {
        const place = placeOf(input.section, 'retrieve');
        const { resource } = place.collection;
        const parts = resource.embeds.filter(({ of }) => !registry.get(of).nesting.topLevel);
        const query = Object.fromEntries(parts.map(({ when }) => [when, 'true']));
        const pathIds = [...place.pathIds, Number(input.id)];
        const version = etagOf(await readRecord(callAt(place, { pathIds }), []));
        const read = bodyOf(await perform('retrieve', callAt(place, { pathIds, query })));
        const [record] = await nameRecords(call, resource, [read]);
        return { version, record };
      },
    },
    {
      name: 'changes',
      title: 'Read changes',
      description: 'What was created, changed and deleted after a cursor; without one, only the cursor of this moment.',
      input: z.strictObject({
        after: z.string().max(200).optional().describe('The cursor (next) of the last answer.'),
        sections: kinded.optional().describe('Kinds of records, parts and annotations; all where it is missing.'),
      }),
      hints: READS,
      rest: 'Call again with the cursor of the last change that is shown.',
      run: async ({ after, sections }) => {
        const query = {
          ...(after === undefined ? {} : { after }),
          ...(sections === undefined ? {} : { sections: (sections as string[]).join(',') }),
          limit: String(MOST_RECORDS),
        };
        return bodyOf(await readChanges(parseCall('GET /v3/changes', { ...call, query })));
      },
    },
  ];

  const finds: Tool = {
    name: 'search',
    title: 'Search records',
    description:
      'Finds records by words of their texts: names, numbers, telephone, IBAN, birth date. Every word must occur.',
    input: z.strictObject({
      query: z.string().min(1).max(200),
      sections: kinded
        .optional()
        .describe('Kinds to search; all where it is missing.')
        .meta({ examples: [namesOf(searched)] }),
      limit: z.int().min(1).max(MOST_RECORDS).optional().describe('Hits of each kind; 5 where it is missing.'),
    }),
    hints: READS,
    rest: 'Hits are cut: name fewer sections, or a smaller limit.',
    offered: actor.scopes.has('v3:search:read') && searched.length > 0,
    run: async ({ query, sections = namesOf(searched), limit = 5 }) => {
      requireScope(actor, 'v3:search:read');
      const wanted = (sections as string[]).map((one) => placeOf(one).collection.resource);
      const body = { query, indices: wanted.map(({ search: { index }, path }) => index ?? path), limit };
      const { data, ...others } = bodyOf(await search({ ...call, body })) as { data: Record<string, Json> };
      const named = wanted.map(async (resource) => {
        const hits = data[resource.search.index ?? ''];
        return [resource.path, { ...hits, items: await nameRecords(call, resource, (hits?.items ?? []) as Values[]) }];
      });
      return { ...others, data: Object.fromEntries(await Promise.all(named)) };
    },
  };

  const required = Object.entries(registry.get('activities').fields).filter(([, field]) => field.required);
  const choices = required.map(([name, { options = [] }]) => {
    return `${name} is ${options.map(({ value, display }) => `${value} ${display}`).join(', ')}`;
  });
  const creates: Tool = {
    name: 'create',
    title: 'Create a record',
    description: `Creates one record from values of its fields, as describe names them. A note: section customers/8/comments (or contracts/5/comments), values {text}. An address, a telephone number: customers/8/addresses, customers/8/contacts. A call, a task, a follow-up: section activities, values {kid, kategorie, titel, start: "YYYY-MM-DD HH:MM:SS", verantwortlich: kid of the user, status: 0 open, 1 done}; ${choices.join('; ')}. Ask the user before.`,
    input: z.strictObject({ section, values, idempotency_key: key }),
    hints: CREATES,
    rest: 'Read the record with get.',
    offered: mayWrite('create'),
    run: async ({ section: named, values: given, idempotency_key }) => {
      const place = placeOf(named, 'create');
      const body = acceptValues(place.collection, 'create', given as Values, registry);
      return once(idempotency_key, `POST /v3/${named}`, callAt(place, { body }), (asked) => perform('create', asked));
    },
  };

  const changes: Tool = {
    name: 'update',
    title: 'Change a record',
    description:
      'Changes the given fields of a record, or of one below it (section customers/8/addresses, id of the address); null empties a field. With the version of get, nothing is overwritten that changed since. Ask the user before.',
    input: z.strictObject({
      section,
      id,
      values,
      version: z.string().max(100).optional().describe('The version that get answered.'),
      idempotency_key: key,
    }),
    hints: UPDATES,
    rest: 'Read the record with get.',
    offered: mayWrite('update'),
    run: async ({ section: named, id: record, values: given, version, idempotency_key }) => {
      const place = placeOf(named, 'update');
      const body = acceptValues(place.collection, 'patch', given as Values, registry);
      const conditions = version === undefined ? {} : { ifMatch: String(version) };
      const asked = callAt(place, { pathIds: [...place.pathIds, Number(record)], body, ...conditions });
      return once(idempotency_key, `PATCH /v3/${named}/${record} ${version ?? ''}`, asked, (one) =>
        perform('update', one),
      );
    },
  };

  const writes = ['messages', 'documents', 'activities'].every((family) => may(family, 'write'));
  const drafts: Tool = {
    name: 'draft_message',
    title: 'Draft an e-mail',
    description:
      'Writes an e-mail about a record and files it as a document and an activity of the customer, with the values of the record in place of {{ kunde.briefanrede }} and other placeholders. It is never sent: a person does that. Ask the user before.',
    input: z.strictObject({
      section: z.enum(templateSections),
      id,
      subject: z.string().min(1).max(MAX_TEXT),
      text: z.string().min(1).max(DRAFT_LENGTH),
      to: z.array(z.string().max(MAX_TEXT)).max(MAX_RECIPIENTS).optional().describe('E-mail addresses.'),
      idempotency_key: key,
    }),
    hints: CREATES,
    rest: 'Read the document with get.',
    offered: writes && templateSections.some((path) => may(path, 'read')),
    run: async ({ section: named, id: record, subject, text, to = [], idempotency_key }) => {
      const about = named as TemplateSection;
      for (const scope of [`v3:${about}:read`, 'v3:messages:write']) requireScope(actor, scope);
      const body = { subject, text, to, send: 'none' };
      const asked = parseCall(WRITE_MESSAGE, { ...call, pathIds: [Number(record)], body });
      const address = `POST /v3/${about}/${record}/messages`;
      return once(idempotency_key, address, asked, (one) => createMessage(one, about, null));
    },
  };

  return [finds, ...reads.map((tool) => ({ ...tool, offered: readable.length > 0 })), creates, changes, drafts];
};
