/** The rules that declarations choose from, each a value that says its codes, its SQL and what it does to which verb. */

import type { Code } from '../../errors/api-error.ts';
import { emailKey } from '../../shared/email.ts';
import { ADMIN_ROLE } from '../../shared/roles.ts';
import { prepared, raw, sharedParam, sql } from '../../sql/sql.ts';
import {
  type Changing,
  isCommand,
  type NamedField,
  type ProposedChange,
  type Rule,
  visible,
  whereLive,
} from './rule.ts';

const column = (name: string) => raw(`t."${name}"`);

/** A rule and its argument, as errors about an unknown name show them. */
export type RuleTrait =
  | keyof typeof import('./rules.ts')
  | `guarded.${keyof Guard}`
  | `privateTo.${'owner' | keyof Opened}`;

const named = (trait: RuleTrait, value: string, ...columnTypes: readonly string[]): NamedField => ({
  trait,
  value,
  ...(columnTypes.length ? { columnTypes } : {}),
});

const TAKEN = 1;

/**
 * No two live records have the same; the database sees to it, where concurrent writes meet.
 * @param constraint its name
 * @param of columns, or expressions of them, that must not be the same
 */
export const unique = (constraint: string, of: string, code: Code): Rule => ({
  // A word with a bracket behind it is a function.
  names: (of.replaceAll(/ collate "\w+"/g, '').match(/\w+\(?/g) ?? [])
    .filter((word) => !word.endsWith('('))
    .map((name) => named('unique', name)),
  codes: { create: [code], update: [code] },
  index: (kind) => `unique ${constraint} (org_id, ${of})${whereLive(kind)}`,
  unique: { constraint, code },
  inTurn: true,
});

/** A flag that counts against a value of the plan (rules 5.12). */
export const quota = (by: {
  readonly field: string;
  readonly plan: keyof Pick<Changing, 'licenses'>;
  readonly code: Code;
  /** Name of the index by which it is counted. */
  readonly index: string;
}): Rule => ({
  names: [named('quota', by.field, 'boolean')],
  codes: { create: [by.code], update: [by.code] },
  index: (kind) => `${by.index} (org_id)${whereLive(kind, by.field)}`,
  inTurn: true,
  *check({ resource, before, after, by: { orgId, ...plan } }) {
    if (after?.[by.field] !== true || before?.[by.field] === true) return null;
    // Writers that take from a quota wait for each other: at a row, because each node of a cluster has locks of its own.
    yield prepared`select 1 from organisation where org_id = ${orgId} for no key update`;
    const [row] = yield prepared`select count(*)::int as used
      from ${raw(resource.table)} t
      where t.org_id = ${orgId}${visible(resource, 't')} and ${column(by.field)}`;
    return Number(row?.used ?? 0) >= plan[by.plan] ? by.code : null;
  },
});

/** A flag that hides records from lists unless the query includes them. */
export const hiddenBy = (
  field: string,
  { unless, about }: { readonly unless: string; readonly about: string },
): Rule => ({
  names: [named('hiddenBy', field, 'smallint')],
  hides: { field, unless, about },
});

/** A flag that keeps a record from being deleted. */
export const protectedBy = (field: string, code: Code): Rule => ({
  names: [named('protectedBy', field, 'smallint')],
  codes: { remove: [code] },
  check: ({ before, after }) => (!after && before?.[field] === TAKEN ? code : null),
});

interface Opened {
  /** Flag that opens a record to all. */
  readonly unless: string;
}

/** Records that only their owner sees, unless a flag opens them. */
export const privateTo = (owner: string, { unless }: Opened): Rule => ({
  names: [named('privateTo.unless', unless, 'smallint', 'int'), named('privateTo.owner', owner, 'int')],
  shows: ({ userKid }) => sql`(${column(unless)} = 1 or ${column(owner)} = ${userKid}::int)`,
  shownTo: (record) => (record[unless] === TAKEN ? null : Number(record[owner] ?? 0)),
});

/** Rows that name a record of a kind which is private to its owner: they are seen with it alone. */
export const shownWith = (
  reference: string,
  { table, owner, unless }: Opened & Record<'table' | 'owner', string>,
): Rule => ({
  names: [named('shownWith', reference, 'int')],
  shows: ({ orgId, userKid }) => sql`exists (
    select from ${raw(table)} o
    where o.org_id = ${orgId} and o.org_id = t.org_id and o.id = ${column(reference)}
      and (o.${raw(`"${unless}"`)} = 1 or o.${raw(`"${owner}"`)} = ${userKid}::int))`,
});

/** Records that only their owner and administrators change. */
export const changedByOwner = (owner: string, code: Code): Rule => ({
  names: [named('changedByOwner', owner, 'int')],
  codes: { update: [code], remove: [code] },
  *check({ before, by }) {
    const { orgId, userKid } = by;
    if (!before || isCommand(by) || (userKid !== null && before[owner] === userKid)) return null;
    const [administrator] = yield prepared`select 1
      from contact t
      where t.org_id = ${orgId} and t.section = 'users' and t.del = 0 and t.id = ${userKid} and t.aktiv and t.rolle = ${ADMIN_ROLE}`;
    return administrator ? null : code;
  },
});

/** Records that a flag opens to all: then each change needs the write scope of the record kind that they are for. */
export const openedByWriters = (flag: string, section: string): Rule => ({
  names: [named('openedByWriters', flag, 'smallint', 'int'), named('openedByWriters', section)],
  check({ after, by }) {
    const family = after?.[flag] === TAKEN && !isCommand(by) ? by.familyOf(String(after[section])) : undefined;
    const scope = `v3:${family}:write`;
    return family === undefined || by.scopes.has(scope) ? null : { scope };
  },
});

/** Texts with placeholders, which must exist for records of the kind that a field names. */
export const withPlaceholders = (section: string, texts: readonly string[], code: Code): Rule => ({
  names: [section, ...texts].map((name) => named('withPlaceholders', name)),
  codes: { create: [code], update: [code] },
  check({ before, after, by }) {
    const changed = texts.filter((name) => after?.[name] !== before?.[name] || after?.[section] !== before?.[section]);
    for (const name of after ? changed : []) {
      const problem = by.templateProblem(String(after?.[section]), String(after?.[name] ?? ''));
      if (problem) return { code, message: `${name}: ${problem}` };
    }
    return null;
  },
});

/** A field that records with a value of another one must have. */
export const neededWhere = (field: string, other: string, value: string, code: Code): Rule => ({
  names: [named('neededWhere', field), named('neededWhere', other)],
  codes: { create: [code], update: [code] },
  check: ({ after }) => (after?.[other] === value && !after[field] ? code : null),
});

/** A field, and the removal, that access depends on. */
export const givesAccess = (field: string): Rule => ({ names: [named('givesAccess', field)], givesAccess: field });

/** Records with power over the organisation: those with a role, above all the one that may everything (rules 8.2). */
export interface Guard {
  readonly field: string;
  readonly value: string;
  /** Fields of such a record that a caller changes only where it acts for such a one; its making and removal as well. */
  readonly changes: readonly string[];
  /** Code where the caller acts for another. */
  readonly code: Code;
  /** Code where a record has, or gets, another role with a scope that the caller lacks. */
  readonly exceeds: Code;
  /** Code where the last of them who can sign in would be lost. */
  readonly last: Code;
}

/** Whether the record has its power as before after the change, and its user signs in as before. */
const stays = (guard: Guard, { resource: { login }, before, after }: ProposedChange): boolean =>
  after?.[guard.field] === guard.value &&
  after[login?.while ?? ''] === true &&
  emailKey(String(before?.[login?.by ?? ''] ?? '')) === emailKey(String(after[login?.by ?? ''] ?? ''));

/** Whether the role before or after a change has a scope that the caller lacks. */
const exceeds = ({ field }: Guard, { before, after, by }: ProposedChange): boolean =>
  [before, after].some((record) =>
    [...by.scopesOfRole((record?.[field] ?? null) as string | null)].some((scope) => !by.scopes.has(scope)),
  );

/** Who may change records that have power over the organisation, and that one who can sign in stays (rules 8.2). */
export const guarded = (guard: Guard): Rule => ({
  names: [named('guarded.field', guard.field), ...guard.changes.map((field) => named('guarded.changes', field))],
  codes: {
    create: [guard.code, guard.exceeds],
    update: [guard.code, guard.exceeds, guard.last],
    remove: [guard.code, guard.exceeds, guard.last],
  },
  needsLogin: true,
  *check(change) {
    const { resource, id, before, after, by } = change;
    const isHighest = [before, after].some((record) => record?.[guard.field] === guard.value);
    if (before && after && guard.changes.every((name) => before[name] === after[name])) return null;
    if (!isHighest && (isCommand(by) || !exceeds(guard, change))) return null;
    // Removals of such records are serialized per organisation, so that each sees the remaining ones.
    yield prepared`select 1 from organisation where org_id = ${by.orgId} for no key update`;
    const holding = sql`t.org_id = ${by.orgId}${visible(resource, 't')}
      and ${column(resource.login?.while ?? '')} and ${column(guard.field)} = ${guard.value}`;
    if (!isCommand(by)) {
      // A deactivated administrator administers nothing.
      const acting = yield prepared`select 1 from ${raw(resource.table)} t where ${holding} and t.id = ${by.userKid}`;
      if (!acting.length) return isHighest ? guard.code : guard.exceeds;
    }
    if (!isHighest) return null;
    if (!before || stays(guard, change)) return null;
    const one = sharedParam(id);
    const [row] = yield prepared`select
        coalesce(bool_or(t.id = ${one}), false) as this,
        coalesce(bool_or(t.id <> ${one}), false) as others
      from ${raw(resource.table)} t
      join credential c on c.org_id = ${by.orgId} and c.kid = t.id
      where ${holding}`;
    return row?.this && !row.others ? guard.last : null;
  },
});
