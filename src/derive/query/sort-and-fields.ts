/** `sort` and `fields` of a list's query (rules 4.10, 4.11): the available names, and the requested ones. */
import type { Issue } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import { first } from '../../model/calls/paging.ts';
import { rowId } from '../../model/declaration/field.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Embed, Resource } from '../../model/declaration/resource.ts';
import { closestMatch } from '../../shared/suggest.ts';
import { type Sort, sortFields } from './ordering.ts';

/** Sortable fields of a list, and the members of its records. */
export interface Offered {
  readonly sorts: ReadonlyMap<string, Field>;
  readonly members: ReadonlySet<string>;
}

/** The parsed `sort` and `fields`. */
export interface Terms {
  readonly sort: Sort | null;
  /** The selected members; null: all. */
  readonly shown: ReadonlySet<string> | null;
  readonly issues: readonly Issue[];
}

/** Members that are always shown if the record has them. */
const ALWAYS_SHOWN: readonly string[] = ['id', 'kid'];

/** Sortable fields and members of a record kind's lists, with the included arrays. */
export const listTerms = (resource: Resource, embeds: readonly Embed[]): Offered => ({
  sorts: sortFields(resource),
  members: new Set([
    ...Object.keys(resource.fields),
    ...Object.keys(resource.responses.extraMembers),
    ...embeds.map(({ as }) => as),
  ]),
});

/** The same of a list that belongs to no collection. @param record has the members of its records */
export const plainTerms = (record: object): Offered => ({
  sorts: new Map([['id', rowId()]]),
  members: new Set(Object.keys(record)),
});

const wrong = (parameter: string, given: string, is: string): Issue => ({
  path: [parameter],
  code: 'invalid_select_value',
  message: `${parameter} names ${truncateForEcho(given) || 'nothing'}, which is ${is}`,
});

/**
 * Parses `sort` and `fields`.
 * @param offered returns the available names; called only if the query has one of the two
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
      wrong(
        'fields',
        unknown,
        `no field of this list; did you mean ${closestMatch(truncateForEcho(unknown), [...members])}?`,
      ),
    );
  const shown = named && new Set([...members].filter((one) => named.has(one) || ALWAYS_SHOWN.includes(one)));
  return { sort: field ? { name, field, descending } : null, shown: shown ?? null, issues };
};
