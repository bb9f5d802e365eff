/**
 * What a record kind is. A declaration is frozen data; everything else (routes, scopes, validation, SQL, metadata,
 * OpenAPI, search text, audit, events) follows from it in `derive/`. Deviations are named traits, in groups: each stands
 * here once, with its usual value.
 */
import type { Code } from '../errors.ts';
import { table } from '../table.ts';
import type { Field, Values } from './field-shape.ts';
import type { Key } from './keys.ts';
import type { CollectionOperation, Verb } from './operation-names.ts';
import type { Login, Rule } from './rule.ts';

export type { Verb } from './operation-names.ts';

export type Fields = Readonly<Record<string, Field>>;

/** What a completion may depend on besides the record: when and by whom. */
export interface Moment {
  /** Local time of the organisation, `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
  readonly userKid: number | null;
}

/** Records of another kind shown inside a record, `with_*` (rules 4.4, 9.8). */
export interface Embed {
  /** Query parameter that includes it. */
  readonly when: string;
  /** Key of the array in the answer and of its block in `fields`. */
  readonly as: string;
  /** Path of the embedded record kind. */
  readonly of: string;
  /** How its rows are found: a column that holds our id, an annotation of ours, or a link. */
  readonly by: { readonly column: string } | 'owner' | 'link';
  /** Read scope family needed besides our own. */
  readonly scope?: string;
  /** A further sentence of the description of its parameter. */
  readonly about?: string;
}

const ALL_VERBS: readonly Verb[] = ['list', 'create', 'retrieve', 'update', 'remove'];

/** What a declaration says in any case, and what it has or has not. */
interface Said {
  /** Name in addresses, events, audit; unique. */
  readonly path: string;
  readonly table: string;
  /** Title for people. */
  readonly title: string;
  /** One sentence for the OpenAPI description. */
  readonly about: string;
  /** Scope family; parts and annotations without one take that of the record they hang on. */
  readonly scope?: string;
  readonly fields: Fields;
  /** Fields that people know a record by, and one that is told besides. */
  readonly called?: { readonly by: readonly string[]; readonly beside?: string };
  /** Values that follow from others, at every write. */
  readonly completes?: (after: Values, before: Values | null, moment: Moment) => Values;
  readonly login?: Login;
  /** Its rows name bytes in the file store: callers can have them (`served`), or they only wait there (`kept`). */
  readonly content?: 'served' | 'kept';
  /** Names of added fields that are being removed: stored texts may still have them, no read shows them. */
  readonly leaving?: readonly string[];
  /** The declaration this one was made from when an organisation's settings were applied. */
  readonly origin?: Resource;
}

/** The traits with their usual values; a declaration says what differs. */
const usual = {
  /** Records of other kinds shown inside a record, `with_*`. */
  embeds: [] as readonly Embed[],
  /** Its records bear annotations, of all kinds that there are. */
  annotated: true,
  /** Equality filters beyond those of the fields: query parameter to field. */
  filters: {} as Readonly<Record<string, string>>,
  /** What is not allowed, not seen, or answered later (rules.ts). */
  rules: [] as readonly Rule[],

  /** Where it is reached. */
  place: {
    /** Name of its number in paths. */
    key: 'id' as Key,
    /** Has addresses of its own, `/v3/{path}`. */
    topLevel: true,
    /** Record kinds it is reached below, `/v3/{parent}/{kid}/{path}`, and the column that holds the parent's id. */
    below: [] as readonly string[],
    parentColumn: 'kid',
    /** Record kinds it is reached below too, through the column that bears the name they are known by; it outlives them. */
    alsoBelow: [] as readonly string[],
    /** Address below a parent where it is not the last word of the path. */
    at: undefined as string | undefined,
    /** Whether the row has the parent's record kind too: it hangs on every kind that is annotated. */
    ownerSection: false,
    /** Columns copied from the parent's row when it is created below it. */
    inherits: [] as readonly string[],
    /** What records and bodies below it call it, besides kid (contracts: vid). */
    knownBelowAs: undefined as string | undefined,
    /** Verbs at its own address, and those below a parent. */
    verbs: ALL_VERBS,
    verbsBelow: ['list', 'create'] as readonly Verb[],
    /** The operation that stands in for the derived verb. */
    instead: {} as Readonly<Partial<Record<Verb, CollectionOperation>>>,
  },

  /** How its rows lie in the table. */
  rows: {
    /** Has rows that are stored and printed as declared; otherwise operations of its own read and write them. */
    stored: true,
    /** Fields that are columns, where the others follow from other rows. */
    columns: undefined as readonly string[] | undefined,
    /** Sequence that ids come from; without a name the table's own. */
    sequence: '',
    /** Discriminator where several kinds share a table. */
    section: undefined as string | undefined,
    removal: 'soft' as 'soft' | 'hard',
    /** Indexes beyond those that follow from the declaration, as SQL after `on table`. */
    indexes: [] as readonly string[],
  },

  /** What bodies may be. */
  bodies: {
    /** Batches are accepted: nowhere, everywhere, or only below a parent. */
    batch: 'no' as 'no' | 'everywhere' | 'below',
    unknownFields: 'reject' as 'drop' | 'reject',
    /** Names that begin like this are metadata of external sources: read-only, no unknown keys (rules 9.14). */
    readOnlyPrefixes: [] as readonly string[],
    /** Arrays created together with the record. */
    nested: {} as Readonly<Record<string, string>>,
  },

  /** What answers hold and which status they have. */
  answers: {
    /** `items`: the list is short and answers `{items}` alone, without paging. */
    envelope: 'page' as 'page' | 'items',
    /** Column that lists are in the order of, records without a value last and equal ones by id; without it ids alone. */
    orderedBy: undefined as string | undefined,
    /** How metadata is grouped (rules 4.2). */
    metadata: 'direct' as 'grouped' | 'direct' | 'grouped-with-embeds',
    /** What a create answers (rules 4.5), and fields of the record besides. */
    create: 'id' as 'id' | 'record' | 'id and record',
    createFields: [] as readonly string[],
    /** Members of a record that are no fields of it, each with its JSON Schema. */
    besides: {} as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    /** Field that names the author of a record; without a value the author is who made it. Answers show `autor` (rules 5.19). */
    author: undefined as string | undefined,
    /** Whether a delete answers `deleted` (rules 4.6); a hard one always does. */
    deleted: false,
    /** Whether items of a batch are answered with their kid. */
    batchKid: false,
    /** Status of a batch whatever its items did, where it does not follow them (damages: 200). */
    batchStatus: undefined as number | undefined,
    /** Status of an item that has nothing to write. */
    noFieldsStatus: 400,
  },

  /** Codes where they are not the usual ones. */
  codes: {
    /** Where the parent in the path is missing at a create (rules 3.11). */
    missingParent: 'not_found' as Code,
    /** At a create with an item that is no object (customers: 422 `invalid_object`). */
    invalidItem: 'empty_body' as Code,
    /** Top-level code of a PATCH with unknown keys where it is not `validation_failed`. */
    updateUnknown: undefined as Code | undefined,
  },

  search: {
    /** Index of the search it is found in. */
    index: undefined as string | undefined,
    /** Index that can be asked for and holds nothing (rules 16.16). */
    emptyIndex: undefined as string | undefined,
    /** Its search text belongs to its parent's entry. */
    withParent: false,
  },

  events: {
    /** First part of event names where it is not the path (rules 7.1). */
    name: undefined as string | undefined,
    /** Actions besides insert, update and delete that it has events of, and fields of what their payloads say besides. */
    further: {} as Readonly<Record<string, Fields>>,
  },

  /** What an organisation's settings may change of it. */
  settings: {
    /** Organisations may add fields `ind_<n>`. */
    configurable: true,
    /**
     * The field that divides its records (Sparten), and its list: added fields can be those of one division, and answers
     * show of the list what their records use.
     */
    division: undefined as { readonly list: string; readonly field: string } | undefined,
  },
};

type Usual = typeof usual;

/** What differs from the usual values. */
type Traits = {
  readonly [Name in keyof Usual]?: Usual[Name] extends readonly unknown[] ? Usual[Name] : Partial<Usual[Name]>;
};

/** A declaration as it is written: what is not said has the usual value. */
export type Declaration = Said & Traits;

/** A record kind, a part (sub-record) or an annotation. */
export type Resource = Said & { readonly [Name in keyof Usual]: Readonly<Usual[Name]> };

const isGroup = (value: unknown): value is object => typeof value === 'object' && !Array.isArray(value);

/** Values said over the usual ones: lists as a whole, groups trait by trait. */
const over = (given: Usual, said: Traits): Usual => {
  const merged = Object.entries(given).map(([name, value]): [string, unknown] => {
    const own: unknown = said[name as keyof Usual];
    return [name, Object.freeze(isGroup(value) ? { ...value, ...(own as object) } : (own ?? value))];
  });
  return Object.fromEntries(merged) as Usual;
};

/** A maker of declarations to which other values are usual. */
export const defining = (traits: Traits) => {
  const given = over(usual, traits);
  return (said: Declaration): Resource => {
    const all = over(given, said);
    const sequence = all.rows.sequence || `${said.table}_id_seq`;
    return Object.freeze({ ...said, ...all, rows: { ...all.rows, sequence }, fields: table(said.fields) });
  };
};

/** A top-level record kind: its own addresses, list and create below its parents. */
export const defineResource = defining({});

const part = { topLevel: false, verbsBelow: ALL_VERBS };

/** A part: exists only below a parent, with all verbs there. */
export const definePart = defining({ place: part, settings: { configurable: false }, annotated: false });

/** An annotation: a part of any record; its rows name the record kind and id they hang on. */
export const defineAnnotation = defining({
  place: { ...part, parentColumn: 'owner_id', ownerSection: true },
  codes: { missingParent: 'record_not_found' },
  settings: { configurable: false },
  annotated: false,
});
