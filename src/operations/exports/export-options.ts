/** Options of an export: accepted when it is asked for, and read again by the worker. */
import { referencedKinds } from '../../derive/metadata/describe-fields.ts';
import { listedKinds } from '../../derive/metadata/sections.ts';
import { parseQuery } from '../../derive/query/query-schema.ts';
import { invalid } from '../../errors/api-error.ts';
import type { Registry } from '../../model/registry.ts';
import type { Language } from '../../shared/disclosure.ts';
import { mayRead, requireAll } from '../call/authorize.ts';
import type { Call, Context } from '../call/call.ts';
import { readQuery } from '../call/read-query.ts';
import { guardOwnOrder, listedIds } from '../records/list.ts';
import { type ExportColumns, exportColumns } from './export-columns.ts';
import { acceptSections, type ExportSections } from './export-sections.ts';

/** Options beyond sections and format. */
export interface ExportOptions {
  /** The query text of the section's list: its filters, sort and switches. */
  readonly query?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly labels?: boolean | undefined;
  /** Of labels; German without one. */
  readonly language?: Language | undefined;
  /** An apostrophe before texts that a spreadsheet would compute; without a value: in CSV. */
  readonly excel?: boolean | undefined;
}

/** A call of a section's list. Of a repeated parameter the first one counts. */
const listCall = (context: Context, section: string, text: string): Call => ({
  ...context,
  collection: context.model.collection(section),
  pathIds: [],
  query: Object.fromEntries([...new URLSearchParams(text)].reverse()),
  body: null,
  headers: {},
});

/** The ids of a list that an export has, in its order. */
export const queriedIds = (context: Context, section: string, text: string): Promise<readonly number[]> => {
  const call = listCall(context, section, text);
  return listedIds(call, parseQuery(call.collection, call.query, 'list').query);
};

const refuse = (name: keyof ExportOptions, message: string): Error =>
  invalid([{ path: [name], code: 'custom', message }]);

/** Scopes that a query needs, and whether its filters read records that only one user sees. */
const acceptQuery = async (context: Context, section: string, text: string) => {
  const { registry } = context.model;
  if (!listedKinds(registry).some(({ path, nesting }) => path === section && !nesting.instead.list))
    throw refuse('query', `${section} has no list of its own.`);
  const call = listCall(context, section, text);
  const query = readQuery(call, 'list');
  await guardOwnOrder(call, query);
  const { filters } = query;
  return {
    scopes: filters.flatMap(({ through }) => (through ? [`v3:${registry.get(through.section).scope}:read`] : [])),
    personal: filters.some(({ below }) => below?.part.rules.some(({ shows }) => shows)),
  };
};

/** Read scopes of the columns: of the parts that they need, and of the kinds whose names they show to this caller. */
const scopesOfColumns = ({ actor, model: { registry } }: Context, section: string, options: ExportOptions) => {
  const { embeds } = columnsOf(registry, section, options, actor.organisation);
  const needed = embeds.flatMap(({ scope }) => (scope ? [`v3:${scope}:read`] : []));
  requireAll(actor, needed);
  if (!options.labels) return needed;
  const kinds = [registry.get(section), ...embeds.map(({ of }) => registry.get(of))];
  const named = kinds.flatMap(({ fields }) => Object.values(fields).flatMap(referencedKinds));
  const families = named.map((path) => registry.get(path).scope).filter((scope) => mayRead(actor, scope));
  return [...needed, ...families.map((scope) => `v3:${scope}:read`)];
};

/** The columns of a section of an export. @throws 400 `validation_failed` */
export const columnsOf = (
  registry: Registry,
  section: string,
  options: ExportOptions,
  organisation: string,
): ExportColumns => exportColumns(registry, registry.get(section), options, organisation);

/**
 * Accepts sections and options.
 * @throws 400 `validation_failed`; 403 `insufficient_scope`, `missing_required_scope`
 */
export const acceptExport = async (
  context: Context,
  {
    sections: asked,
    format,
    ...options
  }: { readonly sections: readonly string[]; readonly format: string } & ExportOptions,
): Promise<ExportSections> => {
  const { registry } = context.model;
  const accepted = acceptSections(registry, context.actor.scopes, asked);
  const { query, columns, labels, language, excel } = options;
  const [section = '', ...others] = accepted.sections;
  for (const [name, given] of Object.entries({ query, columns }))
    if (given !== undefined && others.length) throw refuse(name as 'query', `${name} needs exactly one section.`);
  for (const [name, given] of Object.entries({ labels, excel }))
    if (given && format === 'ndjson')
      throw refuse(name as 'labels', `${name} is for csv and xlsx; ndjson is for programs.`);
  if (language && !labels) throw refuse('language', 'language is that of labels: send labels too.');
  const queried = query === undefined ? { scopes: [], personal: false } : await acceptQuery(context, section, query);
  const ofColumns = accepted.sections.flatMap((path) => scopesOfColumns(context, path, options));
  return {
    sections: accepted.sections,
    scopes: [...new Set([...accepted.scopes, ...queried.scopes, ...ofColumns])],
    personal: accepted.personal || queried.personal,
  };
};

/** The audit entry of an export. Values of its filters may be of a person: the entry has the names of the filters. */
export const exportEntry = (
  {
    format,
    since,
    query,
    columns,
    labels,
    language,
    excel,
  }: ExportOptions & { readonly format: string; readonly since?: string | undefined },
  sections: readonly string[],
) => {
  const filters = query === undefined ? undefined : [...new Set(new URLSearchParams(query).keys())];
  const values = { sections, format, since: since ?? null, query: filters, columns, labels, language, excel };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(given.map(([name, value]) => [name, [null, value]]));
  return { section: 'exports', action: 'export' as const, changes, security: true };
};
