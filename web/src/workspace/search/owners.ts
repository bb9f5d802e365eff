/** The customers of found contracts, claims and other records: a caller is looked for, not the record. */
import { useQueries } from '@tanstack/react-query';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';
import type { Context } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { recordQuery } from '../schema/use-record.ts';

const CONTACTS = 'customers';
/** So many customers of hits are shown. */
const SHOWN = 3;

/** A line of the search that leads to a page. */
export interface Entry {
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  /** The customer that a record belongs to. */
  readonly owner?: number | null;
}

export interface Group {
  readonly name: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/**
 * Customers of the first hits, as a group above them; none where customers were found themselves.
 * @returns the group, and whether it is still being loaded
 */
export const useOwners = (sections: readonly Section[], groups: readonly Group[], context: Context) => {
  const contacts = sections.find(({ path }) => path === CONTACTS);
  const hits = groups.flatMap(({ entries }) => entries);
  const isDirect = groups.some(({ name }) => name === CONTACTS);
  const numbers = isDirect ? [] : [...new Set(hits.flatMap(({ owner }) => owner || []))].slice(0, SHOWN);
  const records = useQueries({ queries: contacts ? numbers.map((kid) => recordQuery(contacts, kid)) : [] });
  const entries = records.flatMap(({ data }, at): Entry[] => {
    const hit = hits.find(({ owner }) => owner === numbers[at]);
    if (!contacts || !data || !hit) return [];
    const title = titleOf(contacts, { fields: new Map(), parts: new Map() }, data.record, context);
    return [{ to: `/${CONTACTS}/${numbers[at]}`, title, detail: hit.title }];
  });
  return {
    groups: contacts && entries.length ? [{ name: CONTACTS, title: titleOfSection(contacts), entries }] : [],
    loading: records.some(({ isLoading }) => isLoading),
  };
};
