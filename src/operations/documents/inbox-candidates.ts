/**
 * Records that waiting documents may belong to, found by the indexes of contracts and contacts and by the search. Each value finds
 * few records, and the values of a page are bounded, so the cost does not grow with the organisation (rules 5.16a).
 */

import { decompose, fold } from '../../derive/search/fold-text.ts';
import { tokenRuns } from '../../derive/search/search-text.ts';
import { hashedTrigrams } from '../../derive/search/trigram-hash.ts';
import { foldedBy } from '../../model/declaration/folds.ts';
import { join, raw, type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';

/** Records found by a number or a name; one more than are shown, to detect that there are too many. */
const MOST_OF_VALUE = 4;
/** Customers with one last name, or born on one day, and customers of a page. */
const MOST_OF_NAME = 200;
const MOST_CUSTOMERS = 1000;

/** A contract that a document may belong to. */
export interface FoundContract {
  readonly id: number;
  readonly kid: number;
  /** Letters and digits of its number. */
  readonly number: string;
}

/** A customer that a document may belong to. */
export interface FoundCustomer {
  readonly id: number;
  readonly name: string | null;
  readonly vorname: string | null;
  readonly geb: string | null;
  /** Null where it is the number of the row. */
  readonly nummer: string | null;
}

/** Values of a page of documents. */
export interface Wanted {
  readonly numbers: readonly string[];
  readonly names: readonly string[];
  /** First names that the documents mention, in lower case. */
  readonly words: readonly string[];
  readonly dates: readonly string[];
  /** Numbers as documents have them. */
  readonly written: readonly string[];
  readonly senders: readonly string[];
}

const NUMBER = raw(foldedBy('alphanumeric', 't.nummer'));
const NAME = raw(foldedBy('case', 't.name'));

/** Contracts with one of these numbers. */
export const contractsByNumber = ({ db, actor }: Context, numbers: readonly string[]): Promise<FoundContract[]> =>
  numbers.length
    ? db.read<FoundContract>(sql`select f.id, f.kid, p.number
    from unnest(${numbers}::text[]) p (number), lateral (
      select t.id, t.kid
      from contract t
      where t.org_id = ${actor.orgId} and t.del = 0 and ${NUMBER} = p.number
      order by t.id desc
      limit ${raw(String(MOST_OF_VALUE))}) f`)
    : Promise.resolve([]);

const customer = (orgId: number): Sql => sql`from contact t
      where t.org_id = ${orgId} and t.section = 'customers' and t.del = 0`;

/** A value of an array that finds customers. */
const eachOf = (orgId: number, values: readonly string[], type: 'text' | 'date', condition: Sql, most: number): Sql =>
  sql`select f.id
    from unnest(${values}::${raw(type)}[]) p (value), lateral (
      select t.id
      ${customer(orgId)} and ${condition}
      limit ${raw(String(most))}) f`;

/** Customers with a contact detail, found by the search. */
const bySender = (orgId: number, address: string): Sql => {
  const text = fold(decompose(address));
  const { ofWord } = hashedTrigrams(orgId, 'customers');
  const grams = [...new Set(tokenRuns(text).flatMap(ofWord))];
  return sql`(select s.id
    from search_entry s
    where s.org_id = ${orgId} and s.section = 'customers' and s.grams @> ${grams}::int[]
      and exists (
        select 1
        from contact_detail d
        where d.org_id = ${orgId} and d.kid = s.id and d.del = 0 and lower(d.wert) = ${address})
    limit ${raw(String(MOST_OF_VALUE))})`;
};

/**
 * Customers that one of the values finds, and those of these contracts. PostgreSQL expects many more than there are; because of
 * the inner LIMIT it reads them by their ids instead of all customers.
 */
export const customersOf = async (
  { db, actor: { orgId } }: Context,
  { names, words, dates, written, senders }: Wanted,
  kids: readonly number[],
): Promise<FoundCustomer[]> => {
  const last = sql`${NAME} = any(${names}::text[])`;
  const first = sql`(t.vorname is null or t.vorname = '' or split_part(lower(t.vorname), ' ', 1) = any(${words}::text[]))`;
  const finds = [
    ...(names.length ? [eachOf(orgId, names, 'text', sql`${NAME} = p.value and ${first}`, MOST_OF_NAME)] : []),
    ...(dates.length && names.length
      ? [eachOf(orgId, dates, 'date', sql`t.geb = p.value and ${last}`, MOST_OF_NAME)]
      : []),
    ...(written.length
      ? [eachOf(orgId, written, 'text', sql`t.nummer = p.value and t.nummer <> t.id::text`, MOST_OF_VALUE)]
      : []),
    ...senders.map((address) => bySender(orgId, address)),
    ...(kids.length ? [sql`select k.id from unnest(${kids}::int[]) k (id)`] : []),
  ];
  if (!finds.length) return [];
  return db.read<FoundCustomer>(sql`select t.id, t.name, t.vorname, to_char(t.geb, 'YYYY-MM-DD') as geb,
      nullif(t.nummer, t.id::text) as nummer
    ${customer(orgId)} and t.id in (
      select f.id
      from (
        ${join(finds, '\n        union\n        ')}) f
      order by f.id
      limit ${raw(String(MOST_CUSTOMERS))})
    order by t.id`);
};

/** Customers with one of these last names or names of companies; of a name that more have than are shown, one more. */
export const customersByName = (
  { db, actor: { orgId } }: Context,
  names: readonly string[],
): Promise<FoundCustomer[]> =>
  names.length
    ? db.read<FoundCustomer>(sql`select f.*
    from unnest(${names}::text[]) p (value), lateral (
      select t.id, t.name, t.vorname, to_char(t.geb, 'YYYY-MM-DD') as geb, nullif(t.nummer, t.id::text) as nummer
      ${customer(orgId)} and ${NAME} = p.value
      order by t.id
      limit ${raw(String(MOST_OF_VALUE))}) f
    order by f.id`)
    : Promise.resolve([]);

/** Addresses of senders that are contact details of customers. @returns pairs `kid` and `address` */
export const sendersOf = async (
  { db, actor: { orgId } }: Context,
  senders: readonly string[],
  kids: readonly number[],
): Promise<readonly { readonly kid: number; readonly address: string }[]> =>
  senders.length && kids.length
    ? db.read<{ kid: number; address: string }>(sql`select distinct d.kid, lower(d.wert) as address
    from contact_detail d
    where d.org_id = ${orgId} and d.kid = any(${kids}::int[]) and d.del = 0 and lower(d.wert) = any(${senders}::text[])`)
    : [];
