/** Rows of a list: the address of the page, behind `/v3`, is the call. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Row, readV3 } from '../../api/v3.ts';
import { embedsOf } from '../schema/columns.ts';
import { columnsWithDeadline } from '../schema/deadline.ts';
import { type Schema, schemaOf } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';

/** URL parameters of the page that are not sent to the service. */
const LOCAL = ['columns', 'view', 'edit'];
const PAGE_SIZE = 50;

/** Columns in the URL of a list; null without them. */
export const chosenColumns = (params: URLSearchParams): readonly string[] | null =>
  params.get('columns')?.split(',').filter(Boolean) ?? null;

/** The filters of an address: everything that is neither order nor page nor meant for this page alone. */
export const filtersIn = (params: URLSearchParams): readonly (readonly [name: string, value: string])[] =>
  [...params].filter(([name]) => ![...LOCAL, 'sort', 'page', 'limit'].includes(name));

/** Parameters of the API call for the URL of a list. @param columns the shown ones; null for the usual ones */
export const callFor = (
  section: Section,
  params: URLSearchParams,
  columns: readonly string[] | null,
): URLSearchParams => {
  const call = new URLSearchParams([...params].filter(([name]) => !LOCAL.includes(name)));
  if (!call.has('sort') && section.layout.sort) call.set('sort', section.layout.sort);
  if (!call.has('limit')) call.set('limit', String(PAGE_SIZE));
  const shown = columns ?? columnsWithDeadline(section.path, section.layout.columns);
  for (const name of Object.keys(embedsOf(section, shown))) call.set(name, 'true');
  call.set('with_names', 'true');
  return call;
};

const MAX_SELECTED = 50_000;
const ID_PAGE = 5000;

/** Filters and order of a list, without its pages and columns. */
export const listOf = (path: string, params: URLSearchParams): string =>
  `${path}?${new URLSearchParams([...params].filter(([name]) => !['page', 'limit', ...LOCAL].includes(name)))}`;

/** All rows of a list with some fields; null where they are more than can be ticked. @throws ApiError */
export const allRowsOf = async (
  path: string,
  params: URLSearchParams,
  fields: string,
): Promise<readonly Row[] | null> => {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams(filtersIn(params).map(([name, value]) => [name, value]));
    query.set('fields', fields);
    query.set('limit', String(ID_PAGE));
    query.set('page', String(page));
    const { items, total } = await readV3(path, query);
    if (total > MAX_SELECTED) return null;
    rows.push(...items);
    if (page * ID_PAGE >= total) return rows;
  }
};

/** Whether a row has an entry that its list no longer offers, such as a Sparte that is switched off. */
const hasRetired = (schema: Schema, rows: readonly Row[]): boolean =>
  [...schema.fields.values()].some(
    ({ name, kind, options }) =>
      kind === 'select' && rows.some((row) => row[name] && !options?.some(({ value }) => value === row[name])),
  );

/** Adds the entries of an answer to those that a kind offers. */
const withRetired = (schema: Schema, answered: Schema): Schema => ({
  ...schema,
  fields: new Map(
    [...schema.fields].map(([name, field]) => {
      const further = answered.fields.get(name)?.options ?? [];
      const known = new Set(field.options?.map(({ value }) => value));
      return [
        name,
        { ...field, options: field.options && [...field.options, ...further.filter(({ value }) => !known.has(value))] },
      ];
    }),
  ),
});

/**
 * The rows of a list, and the schema of their kind, which is loaded once and not with each page.
 * @param path the list behind `/v3`: `/contracts`, or `/customers/8/contracts`
 * @param columns the shown ones; null for the usual ones
 */
export const useRows = (section: Section, path: string, params: URLSearchParams, columns: readonly string[] | null) => {
  const call = callFor(section, params, columns);
  const query = useQuery({
    queryKey: ['v3', section.path, 'list', path, call.toString()],
    queryFn: () => readV3(path, call),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 600_000,
  });
  const { data: schema, error, refetch } = useQuery(schemaQuery(section));
  const rows = query.data?.items;
  const retired = useMemo(() => Boolean(schema && rows && hasRetired(schema, rows)), [schema, rows]);
  const { data: answer } = useQuery({
    queryKey: ['v3', section.path, 'list', path, 'retired', call.toString()],
    queryFn: () => readV3(path, new URLSearchParams([...call, ['with_schema', 'true']])),
    enabled: retired,
    staleTime: 30_000,
  });
  const whole = useMemo(
    () => (retired && schema && answer ? withRetired(schema, schemaOf(section.path, answer)) : schema),
    [retired, schema, answer, section.path],
  );
  return { query, described: { schema: whole, error, refetch } };
};
