/** SQL for free texts that may name a person, outside of the person's own records. */
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { join, raw, type Sql, sql } from '../../sql/sql.ts';
import { contains, ofKind } from '../search/search-conditions.ts';
import { tokenRuns } from '../search/search-text.ts';
import { hashedTrigrams } from '../search/trigram-hash.ts';
import { column, storedColumns, visible } from '../storage/columns.ts';

/** Names of fields with free text. */
const freeTexts = (resource: Resource): readonly string[] =>
  storedColumns(resource)
    .filter(
      ({ field: { kind, list, server, section } }) =>
        kind.column === 'text' && !list && !server && !section && !kind.secret,
    )
    .map(({ name }) => name);

/** Kinds with search entries. */
export const searchedKinds = ({ resources }: Registry): readonly Resource[] =>
  resources.filter(({ search, storage }) => search.index && storage.stored);

/** Kinds, parts and annotations with free texts outside of search entries. */
export const unsearchedKinds = ({ resources }: Registry): readonly Resource[] =>
  resources.filter(
    (resource) =>
      resource.storage.stored &&
      !resource.search.index &&
      !resource.search.withParent &&
      freeTexts(resource).length > 0,
  );

/** SELECT of records whose search entry has all words. @param words folded, as the search has them */
export const searchedTexts = (orgId: number, resource: Resource, words: readonly string[], limit: number): Sql => {
  const { ofWord } = hashedTrigrams(orgId, resource.path);
  const grams = words.flatMap(tokenRuns).flatMap((run) => ofWord(run));
  return sql`select s.id
    from search_entry s
    where ${ofKind('s', { orgId, section: resource.path })} and s.part = '' and s.grams @> ${grams}::int[]
      and ${join(
        words.map((word) => contains('s', word)),
        ' and ',
      )}
    order by s.id desc
    limit ${limit}::int`;
};

/** SELECT of rows whose texts have all words, with the record that owns them. @param words in lower case */
export const unsearchedTexts = (orgId: number, resource: Resource, words: readonly string[], limit: number): Sql => {
  const { ownerSection, topLevel, parentColumn } = resource.nesting;
  const owner = ownerSection ? sql`t.owner_section` : raw('null');
  const texts = freeTexts(resource).map((name) => sql`t.${column(name)}`);
  return sql`select t.id, ${owner} as section, ${topLevel ? raw('null') : sql`t.${column(parentColumn)}`} as owner
    from ${raw(resource.table)} t, lateral (select lower(concat_ws(' ', ${join(texts, ', ')})) as text offset 0) own
    where t.org_id = ${orgId}${visible(resource, 't')} and ${join(
      words.map((word) => sql`strpos(own.text, ${word}) > 0`),
      ' and ',
    )}
    order by t.id desc
    limit ${limit}::int`;
};
