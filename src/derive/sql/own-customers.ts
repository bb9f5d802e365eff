/**
 * Statements of a user who sees only the own customers (rules 8.14, docs/decisions/0055). Each table with records of
 * customers, wherever a statement reads it, is replaced by those of its rows that the user may see: one place, which
 * no operation can forget. Rows that a statement changes or deletes were read before.
 */

import { ADVISER, contactGroup } from '../../model/parts/contact.ts';
import { registry } from '../../model/registry.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { rewritten, type Sql } from '../../sql/sql.ts';
import { annotationsOf, PERSONS, type PersonKind, partsOf, personKinds } from '../privacy/person-records.ts';
import { quoted } from '../storage/columns.ts';

/** Condition on a row with this name. */
type Condition = (row: string) => string;

/** The users whose customers are visible, the user itself first. */
const ADVISERS = ':advisers::int[]';

const CUSTOMERS = contactGroup.table;

const isAdvised: Condition = (row) => `${row}.${quoted(ADVISER)} = any(${ADVISERS})`;

/** Of a contact; in this form the index by adviser finds the customers (the planner derives nothing from a disjunction). */
const ofContact: Condition = (row) => {
  const [live, section] = [`${row}.del = 0 and ${row}.section`, `'${PERSONS}'`];
  return `(${live} < ${section} or ${live} > ${section} or ${live} = ${section} and ${isAdvised(row)}
    or ${row}.del <> 0 and (${row}.section <> ${section} or ${isAdvised(row)}))`;
};

/** Of a customer, also a deleted one; the indexes by adviser are of live ones. */
const ofOwn: Condition = (row) =>
  `${row}.section = '${PERSONS}' and (${row}.del = 0 and ${isAdvised(row)} or ${row}.del <> 0 and ${isAdvised(row)})`;

/** That a row with an id exists and is visible. @param id column of a row, with the name of the row */
const isSeen = (table: string, id: string, condition = conditions().get(table)): string => {
  // The name differs from those of the rows around it.
  const row = `${id.slice(0, id.indexOf('.'))}o`;
  return `exists (select 1 from ${table} ${row} where ${row}.org_id = :tenant and ${row}.id = ${id} and ${condition?.(row) ?? 'true'})`;
};

/** Of a kind that names its customer; without one, the records that it names count. */
const ofCustomer =
  ({ resource, kid, via }: PersonKind): Condition =>
  (row) => {
    const customer = `${row}.${quoted(kid)}`;
    const { required = false, reference } = resource.fields[kid] ?? {};
    const isOwn = isSeen(CUSTOMERS, customer, String(reference?.to) === PERSONS ? ofOwn : ofContact);
    if (required) return isOwn;
    const others = via.map(({ column, kind }) => {
      const id = `${row}.${quoted(column)}`;
      return `(${id} is null or ${isSeen(kind.resource.table, id)})`;
    });
    const without = others.join(' and ') || 'true';
    return `case when ${customer} is null then ${without} else ${isOwn} end`;
  };

/** The same of the record of a row: one without a customer that names a record is not looked for, which halves the time of planning. */
const ofNamed =
  ({ resource, kid, via }: PersonKind): Condition =>
  (row) => {
    const customer = `${row}.${quoted(kid)}`;
    if (resource.table === CUSTOMERS) return ofContact(row);
    const without = [customer, ...via.map(({ column }) => `${row}.${quoted(column)}`)];
    const isOwn = isSeen(CUSTOMERS, customer);
    if (resource.fields[kid]?.required) return isOwn;
    return `case when ${without.map((one) => `${one} is null`).join(' and ')} then true else ${isOwn} end`;
  };

/** By section and id; a record that belongs to no customer is visible. */
const ofRecord =
  (section: string, id: string): Condition =>
  (row) => {
    const cases = personKinds(registry).map(
      (kind) => `when '${kind.resource.path}' then ${isSeen(kind.resource.table, `${row}.${id}`, ofNamed(kind))}`,
    );
    return `case ${row}.${section} ${cases.join(' ')} else true end`;
  };

/** By a column with the id of a row of a table. */
const below =
  (table: string, column: string): Condition =>
  (row) =>
    isSeen(table, `${row}.${quoted(column)}`);

const both =
  (one: Condition, other: Condition): Condition =>
  (row) =>
    `${one(row)} and ${other(row)}`;

/** A row about a part or an annotation has the record that owns it. */
const ofRecordOrOwner: Condition = (row) =>
  `case when ${row}.owner_section is null then ${ofRecord('section', 'record_id')(row)} else ${ofRecord('owner_section', 'owner_id')(row)} end`;

/** Jobs are visible to the user who asked for them: their results are records that the user could read. */
const ofUser: Condition = (row) => `${row}.user_kid = (${ADVISERS})[1]`;

/** Tables that no declaration describes. */
const ofService: Readonly<Record<string, Condition>> = lookupTable({
  link: both(ofRecord('owner_section', 'owner_id'), ofRecord('foreign_section', 'foreign_id')),
  relation: both(below(CUSTOMERS, 'kid'), below(CUSTOMERS, 'kid_beziehung')),
  search_entry: ofRecord('section', 'id'),
  external_identity: ofRecord('section', 'id'),
  audit_entry: ofRecordOrOwner,
  change: ofRecordOrOwner,
  gdv_delivery: ofRecord('section', 'record_id'),
  message: below('document', 'document_id'),
  document_text_job: below('document', 'id'),
  legal_hold: below(CUSTOMERS, 'kid'),
  erasure: below(CUSTOMERS, 'kid'),
  customer_merge: below(CUSTOMERS, 'master'),
  duplicate_dismissal: both(ofRecord('section', 'one'), ofRecord('section', 'other')),
  export_job: ofUser,
  import_job: ofUser,
  import_row: below('import_job', 'job_id'),
  letter_job: ofUser,
  letter: below('letter_job', 'job_id'),
});

let made: Map<string, Condition> | undefined;

/** The conditions by table: those of declared kinds are derived. */
const conditions = (): ReadonlyMap<string, Condition> => {
  if (made) return made;
  made = new Map(Object.entries(ofService));
  made.set(CUSTOMERS, ofContact);
  for (const kind of personKinds(registry)) {
    const { table } = kind.resource;
    if (table !== CUSTOMERS) made.set(table, ofCustomer(kind));
    for (const part of partsOf(registry, kind.resource)) made.set(part.table, below(table, part.nesting.parentColumn));
    for (const { table: own, nesting } of annotationsOf(registry, kind.resource))
      made.set(own, ofRecord('owner_section', nesting.parentColumn));
  }
  return made;
};

/** The tables that are replaced. */
export const narrowedTables = (): readonly string[] => [...conditions().keys()];

/** Words that may follow a table which has no other name. */
const NO_NAME =
  /^(?:as|cross|except|for|full|group|having|inner|intersect|join|left|limit|offset|on|order|returning|right|set|union|where)$/i;
/** A table that a statement reads, or deletes from. */
const NAMED = /\b(delete\s+)?(?:from|join)\s+([a-z_]+)\b/gi;
const NEXT_WORD = /^\s*([a-z_]*)/i;

/** Texts by the texts that they replace: statements are few, since values of a caller are parameters. */
const texts = new Map<string, string>();
const MOST_TEXTS = 2000;

const narrowed = (text: string, tenant: string, advisers: string): string => {
  const key = `${advisers} ${text}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const result = text.replaceAll(NAMED, (found, deleted: string | undefined, table: string, at: number) => {
    const condition = conditions().get(table);
    const rest = text.slice(at + found.length);
    if (deleted || !condition || rest.startsWith('.') || rest.startsWith('(')) return found;
    const own = condition('n').replaceAll(':advisers', advisers);
    const rows = `(select * from ${table} n where n.org_id = :tenant and ${own})`.replaceAll(':tenant', tenant);
    const [, next = ''] = NEXT_WORD.exec(rest) ?? [];
    const read = `${found.slice(0, -table.length)}${rows}`;
    return next && !NO_NAME.test(next) ? read : `${read} ${table}`;
  });
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(key, result);
  return result;
};

/** @param advisers the users whose customers are visible, the user itself first */
export const narrowedTo = (advisers: readonly number[], statement: Sql): Sql =>
  rewritten(statement, advisers, narrowed);
