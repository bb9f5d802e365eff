/**
 * Types of rules. Verbs know no rule by name: each asks the rules of the declaration for its aspect, so that a new
 * rule is one more value (rules.ts).
 */
import type { Code } from '../../errors/api-error.ts';
import { raw, type Sql } from '../../sql/sql.ts';
import type { Values } from './field-shape.ts';
import type { Verb } from './operation-names.ts';

/** How records of a kind sign in to the settings; a change of any of these is a security event (rules 8.2). */
export interface Login {
  /** Field with the name to sign in with. */
  readonly by: string;
  /** Flag that a user needs to sign in. */
  readonly while: string;
  /** Field that says what a session may do. */
  readonly as: string;
}

/** The part of a declaration that rules use. */
export interface RuledKind {
  readonly path: string;
  readonly table: string;
  readonly storage: { readonly section?: string | undefined; readonly removal: 'soft' | 'hard' };
  readonly login?: Login;
}

/** The caller that changes a record, as rules see it. */
export interface Changing {
  readonly orgId: number;
  readonly userKid: number | null;
  /** Null for sessions, commands and the service itself. */
  readonly tokenId: number | null;
  /** Value of the plan. */
  readonly licenses: number;
  readonly scopes: ReadonlySet<string>;
  /** Scopes of a role of the organisation. */
  readonly scopesOfRole: (role: string | null) => ReadonlySet<string>;
  /** Scope family of a record kind with addresses of its own. */
  readonly familyOf: (section: string) => string | undefined;
  /** Why a text is no template for records of a kind; null where it is one (derive/templates/placeholders.ts). */
  readonly templateProblem: (section: string, text: string) => string | null;
}

/** Whether an operator's command or the service itself makes the change: it has all rights. */
export const isCommand = ({ userKid, tokenId }: Changing): boolean => userKid === null && tokenId === null;

/** A refusal because of a scope that the call itself does not need. */
interface MissingScope {
  readonly scope: string;
}

/** A refusal that says more than the table of errors. */
interface Refusal {
  readonly code: Code;
  readonly message: string;
}

/** A change of one record, before it is written; the record is locked. */
export interface ProposedChange {
  readonly resource: RuledKind;
  readonly id: number;
  /** null: it is made. */
  readonly before: Values | null;
  /** null: it is removed. */
  readonly after: Values | null;
  readonly by: Changing;
}

/** A check of other rows: yields statements, receives their rows, and returns the code of the error, or null. */
export type Look = Generator<Sql, Code | null, readonly Values[]>;

/** A string that a rule names, and the column types that the field of this name may have; any where there are none. */
export interface NamedField {
  readonly trait: string;
  readonly value: string;
  readonly columnTypes?: readonly string[];
}

/** The organisation and the user that read rows: values of a statement, or SQL. */
export interface RowReader {
  readonly orgId: unknown;
  readonly userKid: unknown;
}

/** A rule of a record kind. */
export interface Rule {
  readonly names: readonly NamedField[];
  /** Codes that each verb can answer because of it. */
  readonly codes?: Readonly<Partial<Record<Verb, readonly Code[]>>>;
  /** Checks a change; a returned code refuses it. */
  readonly check?: (change: ProposedChange) => Look | Code | MissingScope | Refusal | null;
  /** Index that it needs, as SQL after `on table`. */
  readonly index?: (kind: RuledKind) => string;
  /** A constraint of the database, and the code where a row violates it. */
  readonly unique?: { readonly constraint: string; readonly code: Code };
  /** Items of a batch exclude each other: they take their turns, and the first wins. */
  readonly inTurn?: boolean;
  /** Condition on a row `t` for its visibility to other users. */
  readonly shows?: (reader: RowReader) => Sql;
  /** Visibility of one record: the only user who sees it (0 for none), or null where all do. */
  readonly shownTo?: (record: Values) => number | null;
  /** Flag of records that stay out of lists, unless a switch of the query asks for them. */
  readonly hides?: { readonly field: string; readonly unless: string; readonly about: string };
  /** Its records sign in. */
  readonly needsLogin?: boolean;
  /** A field, and the removal, that access depends on: such a change is answered once every process knows it. */
  readonly givesAccess?: string;
}

const conditionsOf = ({ storage: rows }: RuledKind, prefix: string): string[] => [
  ...(rows.section ? [`${prefix}section = '${rows.section}'`] : []),
  ...(rows.removal === 'soft' ? [`${prefix}del = 0`] : []),
];

/** The rest of a WHERE that keeps to the kind's own live rows: the discriminator of a shared table and the soft delete. */
export const visible = (kind: RuledKind, alias: string): Sql =>
  raw(
    conditionsOf(kind, `${alias}.`)
      .map((condition) => ` and ${condition}`)
      .join(''),
  );

/** The WHERE of an index of the kind's own live rows. @param further additional conditions */
export const whereLive = (kind: RuledKind, ...further: readonly string[]): string => {
  const conditions = [...conditionsOf(kind, ''), ...further];
  return conditions.length ? ` where ${conditions.join(' and ')}` : '';
};
