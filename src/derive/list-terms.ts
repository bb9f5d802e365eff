/** `sort` and `fields` of a list's query (rules 4.10, 4.11): what it offers, and what was asked for. */
import type { Issue } from '../errors.ts';
import { echo } from '../issues.ts';
import { rowId } from '../model/field.ts';
import type { Field } from '../model/field-shape.ts';
import type { Embed, Resource } from '../model/resource.ts';
import { nearest } from '../nearest.ts';
import { type Sort, sortFields } from './ordering.ts';

/** First value of a possibly repeated parameter (rules 3.9). */
export const first = (value: unknown): string | undefined =>
  Array.isArray(value) ? first(value[0]) : typeof value === 'string' ? value : undefined;

/** What a list can be sorted by, and the members of its records. */
export interface Offered {
  readonly sorts: ReadonlyMap<string, Field>;
  readonly members: ReadonlySet<string>;
}

/** What was asked for. */
export interface Terms {
  readonly sort: Sort | null;
  /** The members that are shown, where not all are. */
  readonly shown: ReadonlySet<string> | null;
  readonly issues: readonly Issue[];
}

/** What each record shows in any case, where it has it. */
const ALWAYS_SHOWN: readonly string[] = ['id', 'kid'];

/** What lists of a record kind offer, with the arrays that were asked for. */
export const listTerms = (resource: Resource, embeds: readonly Embed[]): Offered => ({
  sorts: sortFields(resource),
  members: new Set([
    ...Object.keys(resource.fields),
    ...Object.keys(resource.answers.besides),
    ...embeds.map(({ as }) => as),
  ]),
});

/** What a list offers that belongs to no collection and holds such records. */
export const plainTerms = (record: object): Offered => ({
  sorts: new Map([['id', rowId()]]),
  members: new Set(Object.keys(record)),
});

const wrong = (parameter: string, given: string, is: string): Issue => ({
  path: [parameter],
  code: 'invalid_select_value',
  message: `${parameter} names ${echo(given) || 'nothing'}, which is ${is}`,
});

/**
 * Parses `sort` and `fields`.
 * @param offered what the list offers, made only where one of them is given
 */
export const parseTerms = (query: Readonly<Record<string, unknown>>, offered: () => Offered): Terms => {
  const [sort, fields] = [first(query.sort), first(query.fields)];
  if (sort === undefined && fields === undefined) return { sort: null, shown: null, issues: [] };
  const { sorts, members } = offered();
  const issues: Issue[] = [];
  const descending = sort?.startsWith('-') === true;
  const name = sort?.slice(descending ? 1 : 0) ?? '';
  const field = sorts.get(name);
  if (sort !== undefined && !field)
    issues.push(
      wrong('sort', sort, `none of ${[...sorts.keys()].join(', ')}; a minus before one of them reverses it.`),
    );
  const named = fields === undefined ? undefined : new Set(fields.split(','));
  const unknown = named && [...named].find((one) => !members.has(one));
  if (unknown !== undefined)
    issues.push(
      wrong('fields', unknown, `no field of this list; did you mean ${nearest(echo(unknown), [...members])}?`),
    );
  const shown = named && new Set([...members].filter((one) => named.has(one) || ALWAYS_SHOWN.includes(one)));
  return { sort: field ? { name, field, descending } : null, shown: shown ?? null, issues };
};
