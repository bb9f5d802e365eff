/** The tools of the MCP server, derived from the record kinds and the scopes of a token (rules 8.13). */
import { z } from 'zod';
import { describeFields } from '../../derive/metadata/describe-fields.ts';
import { type RecordSection, sectionsFor } from '../../derive/metadata/sections.ts';
import { filtersOf } from '../../derive/query/filters.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { CollectionOperation } from '../../model/declaration/operation-names.ts';
import type { Resource, Verb } from '../../model/declaration/resource.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { MAX_KEY } from '../../shared/limits.ts';
import type { Call, OperationResult, SpecialCall } from '../call/call.ts';
import { etagOf } from '../call/etag.ts';
import { readChanges } from '../feed/read-changes.ts';
import { type InFlight, idempotent, keyed } from '../idempotency/idempotent.ts';
import { readRecord } from '../records/retrieve.ts';
import { search } from '../search/search.ts';

type Json = Readonly<Record<string, unknown>>;

/** Records of a result, and entries of a list of values in a description. */
const [MOST_RECORDS, MOST_OPTIONS] = [20, 60];

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
const filterValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const bodyOf = ({ body }: OperationResult): Json => {
  if (Array.isArray(body)) return JSON.parse(Buffer.concat(body).toString());
  return typeof body === 'string' ? JSON.parse(body) : {};
};

/** A record kind as a tool describes it: fields with their values, filters, parts. */
const description = (resource: Resource, section: RecordSection): Json => {
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
  const { path, title, parts, children } = section;
  return {
    section: path,
    title,
    about: resource.about,
    fields,
    filters: [...filtersOf(resource).keys()],
    parts,
    children,
  };
};

/**
 * The tools that a token may use; `section` offers the record kinds that it may read, or write.
 * @param call of the HTTP request; its actor has the scopes
 */
export const toolsFor = (call: SpecialCall, { run, running }: ToolRuntime): readonly Tool[] => {
  const { actor, model, db } = call;
  const { registry } = model;
  const readable = sectionsFor(registry, actor.scopes);
  const namesOf = (sections: readonly RecordSection[]) => sections.map(({ path }) => path);
  const searched = readable.filter(({ search_index }) => search_index !== null);
  const writable = (verb: Verb) =>
    readable.filter(({ can, verbs, content }) => can.includes('write') && verbs.includes(verb) && !content);

  const callOn = (section: unknown, more: Partial<Call>): Call => {
    const collection = model.collection(String(section));
    return { ...call, pathIds: [], query: {}, body: undefined, ...more, collection };
  };
  const perform = (verb: Verb, asked: Call): Promise<OperationResult> =>
    run(asked.collection.resource.nesting.instead[verb] ?? verb, asked);
  const once = async (given: unknown, address: string, asked: Call, verb: Verb): Promise<Json> => {
    if (given === undefined) return bodyOf(await perform(verb, asked));
    const request = keyed(db.keyRing, String(given), address, asked.body);
    return bodyOf(await idempotent(running, asked, request, (keeping) => perform(verb, { ...asked, ...keeping })));
  };
  const oneOf = (sections: readonly RecordSection[]) =>
    z.enum(namesOf(sections) as [string, ...string[]]).describe('Kind of record.');

  const reads: Tool[] = [
    {
      name: 'describe',
      title: 'Describe a kind of record',
      description:
        'Fields with their labels (German), allowed values and filters of a kind of record. Call it before list, create or update.',
      input: z.object({ section: oneOf(readable) }),
      hints: READS,
      rest: 'Texts and lists are cut; the reference of the API has all values.',
      run: async ({ section }) => {
        const found = readable.find(({ path }) => path === section);
        if (!found) throw fail('unknown_resource');
        return description(registry.get(found.path), found);
      },
    },
    {
      name: 'list',
      title: 'List records',
      description: `Records of a kind, at most ${MOST_RECORDS} on a page, with the total and the names of referenced records. Filters are named by describe, such as {"name[prefix]": "Som"}.`,
      input: z.object({
        section: oneOf(readable),
        filters: filterValues.optional().describe('Filter -> value, as describe names them.'),
        sort: z.string().max(100).optional().describe('Name of a field, with - before it for descending order.'),
        fields: z.array(z.string().max(100)).max(50).optional().describe('Only these fields of each record.'),
        page: z.int().min(1).optional(),
        limit: z.int().min(1).max(MOST_RECORDS).optional(),
      }),
      hints: READS,
      rest: 'Texts and lists are cut: ask for fewer records (limit), fewer fields (fields), or one record (get).',
      run: async ({ section, filters = {}, sort, fields, page = 1, limit = MOST_RECORDS }) => {
        const known = filtersOf(registry.get(String(section)));
        const unknown = Object.keys(filters as Json).filter((name) => !known.has(name));
        const message = 'is no filter; describe names them.';
        if (unknown.length)
          throw invalid(unknown.map((name) => ({ path: ['filters', name], code: 'unrecognized_key', message })));
        const asked = Object.entries(filters as Json).map(([name, value]) => [name, String(value)]);
        const query = {
          ...Object.fromEntries(asked),
          ...(sort === undefined ? {} : { sort }),
          ...(fields === undefined ? {} : { fields: (fields as string[]).join(',') }),
          page: String(page),
          limit: String(limit),
          with_names: 'true',
        };
        return bodyOf(await perform('list', callOn(section, { query })));
      },
    },
    {
      name: 'get',
      title: 'Read a record',
      description: 'One record with its parts (addresses, contacts and so on) and its version, which update takes.',
      input: z.object({ section: oneOf(readable), id }),
      hints: READS,
      rest: 'Texts and lists are cut; list with fields shows single fields whole.',
      run: async (input) => {
        const parts = readable.find(({ path }) => path === input.section)?.parts ?? [];
        const embeds = parts.flatMap(({ embed }) => (embed ? [[`with_${embed}`, 'true']] : []));
        const pathIds = [Number(input.id)];
        const version = etagOf(await readRecord(callOn(input.section, { pathIds }), []));
        const query = { with_names: 'true', ...Object.fromEntries(embeds) };
        return { version, record: bodyOf(await perform('retrieve', callOn(input.section, { pathIds, query }))) };
      },
    },
    {
      name: 'changes',
      title: 'Read changes',
      description: 'What was created, changed and deleted after a cursor; without one, only the cursor of this moment.',
      input: z.object({
        after: z.string().max(200).optional().describe('The cursor of the last answer.'),
        sections: z.array(oneOf(readable)).min(1).max(100).optional(),
      }),
      hints: READS,
      rest: 'Call again with the cursor of the last change that is shown.',
      run: async ({ after, sections }) => {
        const query = {
          ...(after === undefined ? {} : { after }),
          ...(sections === undefined ? {} : { sections: (sections as string[]).join(',') }),
          limit: String(MOST_RECORDS),
        };
        return bodyOf(await readChanges({ ...call, query }));
      },
    },
  ];

  const finds: Tool = {
    name: 'search',
    title: 'Search records',
    description:
      'Finds records by words of their texts: names, numbers, telephone, IBAN, birth date. Every word must occur.',
    input: z.object({
      query: z.string().min(1).max(200),
      sections: z.array(oneOf(searched)).min(1).optional().describe('Kinds to search; all where it is missing.'),
      limit: z.int().min(1).max(MOST_RECORDS).optional().describe('Hits of each kind; 5 where it is missing.'),
    }),
    hints: READS,
    rest: 'Hits are cut: name fewer sections, or a smaller limit.',
    run: async ({ query, sections = namesOf(searched), limit = 5 }) => {
      const wanted = searched.filter(({ path }) => (sections as readonly string[]).includes(path));
      const body = { query, indices: wanted.map(({ search_index }) => search_index), limit };
      return bodyOf(await search({ ...call, body }));
    },
  };

  const creates: Tool = {
    name: 'create',
    title: 'Create a record',
    description: 'Creates one record of a kind from values of its fields, as describe names them. Ask the user before.',
    input: z.object({ section: oneOf(writable('create')), values, idempotency_key: key }),
    hints: CREATES,
    rest: 'Read the record with get.',
    run: ({ section, values: body, idempotency_key }) =>
      once(idempotency_key, `POST /v3/${section}`, callOn(section, { body }), 'create'),
  };

  const changes: Tool = {
    name: 'update',
    title: 'Change a record',
    description:
      'Changes the given fields of a record. With the version of get, nothing is overwritten that changed since. Ask the user before.',
    input: z.object({
      section: oneOf(writable('update')),
      id,
      values,
      version: z.string().max(100).optional().describe('The version that get answered.'),
      idempotency_key: key,
    }),
    hints: UPDATES,
    rest: 'Read the record with get.',
    run: ({ section, id: record, values: body, version, idempotency_key }) => {
      const conditions = version === undefined ? {} : { ifMatch: String(version) };
      const asked = callOn(section, { pathIds: [Number(record)], body, ...conditions });
      return once(idempotency_key, `PATCH /v3/${section}/${record} ${version ?? ''}`, asked, 'update');
    },
  };

  return [
    ...(actor.scopes.has('v3:search:read') && searched.length ? [finds] : []),
    ...(readable.length ? reads : []),
    ...(writable('create').length ? [creates] : []),
    ...(writable('update').length ? [changes] : []),
  ];
};
