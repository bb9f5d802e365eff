/** Types of declarations: a field of a record kind, and the properties of a kind of value. */
import type { z } from 'zod';
import type { Code } from '../../errors/api-error.ts';
import type { Sql } from '../../sql/sql.ts';
import type { Fold } from './folds.ts';
import type { PathKey } from './path-keys.ts';

/** A record's canonical values by field name. */
export type Values = Readonly<Record<string, unknown>>;

/** One entry of a select list; `keys` are further inputs that stand for the value (activity names, Sparten keys). */
export interface Option {
  readonly value: string | number;
  readonly display: string;
  readonly keys?: readonly string[];
  /** People read the name of the organisation in place of `display`. */
  readonly isOrganisation?: true;
}

/** Type of the values of a select list. */
export type ListedType = 'number' | 'string';

/** The record kinds of a reference field, and the error of an invalid one (rules 3.6). */
export interface Reference {
  /** Paths of the record kinds it may name. */
  readonly to: readonly string[];
  /** The named record has the same value in this field: a contract of the same customer. */
  readonly shares?: string;
  /** Only an active user counts (rules 5.10). */
  readonly active?: boolean;
  /** The record is named as in paths: a filter that is no such number has its code, and in a create counts as missing. */
  readonly key?: PathKey;
  /** Code for a well-formed value that names no live record; without it 400 `validation_failed`, `invalid_reference`. */
  readonly missing?: Code;
}

/** How values are written. */
export const formats = ['phone', 'email', 'url', 'iban', 'bic', 'plz', 'bytes', 'term'] as const;
type Format = (typeof formats)[number];

/** One field of a record kind. */
export interface Field {
  readonly kind: Kind;
  /** Its label in the UI and in `with_schema`. */
  readonly label: string;
  /** Must be in a create and cannot be reset. */
  readonly required?: boolean;
  /** Set by the service, never by a body. */
  readonly server?: boolean;
  /** When the record was made, or last changed. */
  readonly stamp?: 'made' | 'changed';
  /** Every record has it: never null in answers. */
  readonly always?: boolean;
  /** Can be set at the create only. */
  readonly fixed?: boolean;
  /** List filter, with an index; a text is the query parameter's name where it differs. */
  readonly filter?: boolean | string;
  /** Normal form in which a text filter compares, in place of the text itself. */
  readonly folds?: Fold;
  /** Further filters that are derived from this field, by their parameter names. */
  readonly makes?: Readonly<Record<string, Field>>;
  /** The field that the value of such a filter is made of. */
  readonly madeOf?: string;
  /** The search finds the record by this value. */
  readonly search?: boolean;
  /** Names a record kind with annotations, by its path. */
  readonly section?: boolean;
  /** Select list. `options` is filled in from the lists of the organisation before derivation. */
  readonly list?: string;
  readonly options?: readonly Option[];
  /** Entries that are shown where a record still has them, and no longer accepted. */
  readonly retired?: readonly Option[];
  /** Its list names the usual values; others are accepted too. */
  readonly open?: boolean;
  readonly reference?: Reference;
  /** Record kinds that a value names where the service sets it, or an operation of its own checks it: no reference. */
  readonly pointsTo?: readonly string[];
  /** How a value is written, for pages that show it. `term` is free text with usual German words, such as a kind of address. */
  readonly format?: Format;
  /** The format follows from another field of the record, such as the kind of a contact detail. */
  readonly formatBy?: { readonly field: string; readonly formats: Readonly<Record<string, Format>> };
  /** A day after today is likely a mistake: of a birth date. */
  readonly past?: boolean;
  /** Pages suggest the present day for a new record. */
  readonly today?: boolean;
  /** The field with the beginning, where this is the end. */
  readonly begins?: string;
  /** Where it is empty it takes a value of a named record: `vid.name`; the first one that has a value. */
  readonly follows?: readonly string[];
  /** The reference that this text is the name of: pages show both as one field. */
  readonly nameOf?: string;
  /** Pages show it where another field has one of these values, or it has a value itself. */
  readonly shownFor?: { readonly field: string; readonly values: readonly (string | number)[] };
  /** A second record with the same text is likely a mistake, in capitals or not: of a name in a list. */
  readonly distinct?: boolean;
  /** A hint for people that fill it in: of a field that the organisation added. */
  readonly note?: string;
  /** Value where a create names none. */
  readonly default?: unknown;
  /** Where a create names none: the token's user; `active-caller` only while that user is active (rules 5.12). */
  readonly defaultsTo?: 'caller' | 'active-caller';
  /** Second name of another field: accepted and answered, stored once. */
  readonly sameAs?: string;
  /** Counts up from 1 within the records of the same parent, where the path names it; without a value elsewhere. */
  readonly ranks?: boolean;
  /** Least size of a number. */
  readonly min?: number;
  /** A number within the bounds that is refused (0 where -1 and the positive numbers mean something). */
  readonly not?: number;
  /** Bound: characters of a text, size of a number. */
  readonly max?: number;
  readonly trim?: boolean;
  /** A text with at least one character that is seen. */
  readonly filled?: boolean;
  /** Error codes for a missing required value, and for a value of any type that is not in the list. */
  readonly codes?: { readonly missing?: Code; readonly unlisted?: Code };
  /** Stored inside the record's `extra` document, not in a column of its own: a field the organisation added. */
  readonly custom?: boolean;
  /** Only for records of this division: a Sparte (rules 5.3; fields an organisation added). */
  readonly division?: number;
  /** Local time of the organisation from milliseconds since 1970; filled in before derivation. */
  readonly toLocal?: (ms: number) => string;
}

/** Properties of a kind of value. */
export interface Kind {
  /** Column type in PostgreSQL. */
  readonly column: string;
  /** SQL expression that `row_to_json` prints in the API's form. */
  readonly print: (column: Sql) => Sql;
  /** The same for a canonical value (null included) in Node.js, if its JSON differs. */
  readonly shown?: (value: unknown) => unknown;
  /** zod schema from a client's value to the canonical value. */
  readonly accepts: (field: Field) => z.ZodType;
  /** A query string's text as the JSON value that `accepts` takes. */
  readonly fromQuery: (text: string) => unknown;
  /** `data_type` and `data_format` of `with_schema` (rules 9.5). */
  readonly dataType: 'string' | 'number' | 'date';
  readonly dataFormat?: string;
  /** JSON Schema of the value in answers. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** JSON Schema of the value in a query, where it is not of the type of answers alone. */
  readonly asked?: Readonly<Record<string, unknown>>;
  /** Type in SQL of the value in JSON: fields that an organisation added are stored as that. */
  readonly json: 'int' | 'text' | 'boolean';
  /** The indexed expression of a filter, where it is not the value itself. */
  readonly indexed?: (field: Field, value: Sql) => Sql | null;
  /** Its values have an order that people mean: lists are narrowed and sorted by it (derive/query/comparisons.ts). */
  readonly ordered?: boolean;
  /** They are points in time, which a query may also name by their day; the longest name of one. */
  readonly timeline?: 'second' | 'day';
  /** Type in SQL by which values are compared, where it is not the column's. */
  readonly comparedAs?: string;
  /** SQL of the value that a filter makes of another field's column. */
  readonly made?: (column: string) => string;
  /** Its values recur: a range whose lower bound is above the upper one wraps around. */
  readonly cyclic?: boolean;
  /** Short values shared by many rows: included in the indexes of other filters. */
  readonly shared?: boolean;
  /** Its fields can choose from lists of such values; without it from none. */
  readonly chooses?: ListedType;
  /** A filter may ask for the empty value. */
  readonly canBeEmpty?: boolean;
  /** Declared fields always have one of two values: neither null nor the empty text resets them. */
  readonly neverReset?: boolean;
  /** Read by the clock of the organisation. */
  readonly local?: boolean;
  /** Organisations may add fields of it, which the search finds or does not. */
  readonly custom?: 'searched' | 'not searched';
  /** JSON Schemas of further accepted values. */
  readonly alsoAccepts?: readonly Readonly<Record<string, unknown>>[];
  /** A value as a read answers it, for samples. */
  readonly example: unknown;
  /** Values that never leave the service: masked in answers, audit, events and search. */
  readonly secret?: boolean;
}
