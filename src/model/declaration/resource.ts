/**
 * Declaration of a record kind. It is frozen data; everything else (routes, scopes, validation, SQL, metadata,
 * OpenAPI, search text, audit, events) is derived from it in `derive/`. Deviations are named traits, in groups, each
 * defined here once with its default.
 */
import type { Code } from '../../errors/api-error.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import type { Field, Values } from './field-shape.ts';
import type { CollectionOperation, Verb } from './operation-names.ts';
import type { PathKey } from './path-keys.ts';
import type { Login, Rule, RuledKind } from './rule.ts';

export type { DerivedVerb, RouteVerb, Verb } from './operation-names.ts';

export type Fields = Readonly<Record<string, Field>>;

/** Inputs of a completion other than the record: time and user. */
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
  /** Additional read scope family. */
  readonly scope?: string;
  /** A further sentence of the description of its parameter. */
  readonly about?: string;
}

/** A part as far as filters of the records above it use it. */
export interface FilteringPart extends RuledKind {
  readonly rules: readonly Rule[];
  readonly fields: Fields;
  readonly nesting: { readonly parentColumn: string; readonly ownerSection: boolean };
}

const ALL_VERBS: readonly Verb[] = ['list', 'create', 'retrieve', 'update', 'remove'];

/** The mandatory members of a declaration, and optional ones without a default. */
interface DeclarationBase {
  /** Name in addresses, events, audit; unique. */
  readonly path: string;
  readonly table: string;
  /** Title for people. */
  readonly title: string;
  /** One sentence for the OpenAPI description. */
  readonly about: string;
  /** Scope family; parts and annotations without one use that of their owner. */
  readonly scope?: string;
  readonly fields: Fields;
  /** Fields that identify a record for users, and one more shown with them. */
  readonly displayName?: { readonly by: readonly string[]; readonly extra?: string };
  /** Values that follow from others, at every write. */
  readonly completes?: (after: Values, before: Values | null, moment: Moment) => Values;
  readonly login?: Login;
  /** Its rows reference files: clients can download them (`served`), or they only wait for assignment (`unassigned`). */
  readonly content?: 'served' | 'unassigned';
  /** Names of added fields that are being removed: stored texts may still have them, no read shows them. */
  readonly leaving?: readonly string[];
  /** The declaration this one was made from when an organisation's settings were applied. */
  readonly origin?: Resource;
}

/** The traits with their usual values; a declaration says what differs. */
const defaults = {
  /** Records of other kinds shown inside a record, `with_*`. */
  embeds: [] as readonly Embed[],
  /** Its records can have all annotations. */
  annotated: true,
  /** Equality filters beyond those of the fields: query parameter to field. */
  filters: {} as Readonly<Record<string, string>>,
  /** Equality filters by a field of the record that a column names, by query parameter: the name of the field there. */
  filtersThrough: {} as Readonly<
    Record<string, { readonly column: string; readonly table: string; readonly section: string; readonly field: Field }>
  >,
  /** Parts with filters for its lists, by the name of their array: `addresses.plz[prefix]=`. */
  filtersBelow: {} as Readonly<Record<string, FilteringPart>>,
  /** Rules: refused changes, hidden records, delayed responses (rules.ts). */
  rules: [] as readonly Rule[],

  /** Where it is reached. */
  nesting: {
    /** Name of its number in paths. */
    key: 'id' as PathKey,
    /** Has addresses of its own, `/v3/{path}`. */
    topLevel: true,
    /** Record kinds it is reached below, `/v3/{parent}/{kid}/{path}`, and the column that holds the parent's id. */
    below: [] as readonly string[],
    parentColumn: 'kid',
    /** Record kinds it is reached below too, through the column that bears the name they are known by; it outlives them. */
    alsoBelow: [] as readonly string[],
    /** Address below a parent where it is not the last word of the path. */
    at: undefined as string | undefined,
    /** Whether the row also has the record kind of its parent, because it belongs to any annotated kind. */
    ownerSection: false,
    /** Columns copied from the parent's row when it is created below it. */
    inherits: [] as readonly string[],
    /** Its foreign key in records and bodies below it, in addition to kid (contracts: vid). */
    foreignKeyName: undefined as string | undefined,
    /** Verbs at its own address, and those below a parent. */
    verbs: ALL_VERBS,
    verbsBelow: ['list', 'create'] as readonly Verb[],
    /** Operations that replace derived verbs. */
    instead: {} as Readonly<Partial<Record<Verb, CollectionOperation>>>,
  },

  /** How its rows lie in the table. */
  storage: {
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

  /** Request bodies. */
  requests: {
    /** Batches are accepted: nowhere, everywhere, or only below a parent. */
    batch: 'no' as 'no' | 'everywhere' | 'below',
    unknownFields: 'reject' as 'drop' | 'reject',
    /** Names that begin like this are metadata of external sources: read-only, no unknown keys (rules 9.14). */
    readOnlyPrefixes: [] as readonly string[],
    /** Arrays created together with the record. */
    nested: {} as Readonly<Record<string, string>>,
  },

  /** Content and status of responses. */
  responses: {
    /** `items`: the list is short and answers `{items}` alone, without paging. */
    envelope: 'page' as 'page' | 'items',
    /** Column that lists are in the order of, records without a value last and equal ones by id; without it ids alone. */
    orderedBy: undefined as string | undefined,
    /** How metadata is grouped (rules 4.2). */
    metadata: 'direct' as 'grouped' | 'direct' | 'grouped-with-embeds',
    /** Response of a create (rules 4.5), and additional fields of the record in it. */
    create: 'id' as 'id' | 'record' | 'id and record',
    createFields: [] as readonly string[],
    /** Whether `with_deadline` adds `frist` to its records: the deadline of a contract (rules 16.19). */
    deadline: false,
    /** Whether `with_premium` adds `jahresbeitrag` to its records, and their sum to lists (rules 16.23). */
    premium: false,
    /** Members of a record that are no fields of it, each with its JSON Schema. */
    extraMembers: {} as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    /** Field that names the author of a record; without a value the author is who made it. Answers show `autor` (rules 5.19). */
    author: undefined as string | undefined,
    /** Whether a delete answers `deleted` (rules 4.6); a hard one always does. */
    deleted: false,
    /** Whether items of a batch are answered with their kid. */
    batchKid: false,
    /** Fixed status of a batch, where it does not depend on its items (damages: 200). */
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
    /** Search index that exists and is always empty (rules 16.16). */
    emptyIndex: undefined as string | undefined,
    /** Its search text belongs to its parent's entry. */
    withParent: false,
  },

  events: {
    /** First part of event names where it is not the path (rules 7.1). */
    name: undefined as string | undefined,
    /** Events in addition to insert, update and delete, with the fields of their payloads. */
    customEvents: {} as Readonly<Record<string, Fields>>,
  },

  /** Hints for pages that show its records; defaults are derived from the fields (derive/metadata/sections.ts). */
  layout: {
    /** Title of its list, in the language of the field labels. */
    label: undefined as string | undefined,
    icon: 'square-rounded',
    /** Group of the navigation and position in it; null where the navigation has no entry. */
    nav: ['stock', 1000] as readonly [group: string, position: number] | null,
    /** Fields that make the title of a record and the line below it. */
    title: [] as readonly string[],
    subtitle: [] as readonly string[],
    /** Values in the head of a record, named as columns. */
    head: [] as readonly string[],
    /** Columns of its lists: fields, fields of an embedded array (`addresses.ort`), or its values of one sort (`contacts.telefon`). */
    columns: [] as readonly string[],
    /** Usual values of a new record, named as columns: its form begins with them. */
    form: [] as readonly string[],
    /** Order of its lists, as `sort` takes it. */
    sort: '',
    /** Related lists on the first page of a record: kinds below it, or a field of a kind that names it (`damages.vertrag`). */
    overview: [] as readonly string[],
    /** Dates that follow each other; the page of a record offers the present day for each. */
    steps: [] as readonly string[],
    /** Fields by the title of their group, in order. */
    groups: {} as Readonly<Record<string, readonly string[]>>,
  },

  /** Until when records about a person are retained (rules 16.22). */
  retention: {
    /** Columns that say when a record ended; the first with a value counts where there is no `end`. */
    endColumns: ['insert_datum'] as readonly string[],
    /** Computes the day on which a record ended from these columns (as texts) and the local day of today; null while it has not. */
    end: undefined as ((values: Readonly<Record<string, string | null>>, today: string) => string | null) | undefined,
    /** Records are retained with the contract or damage that they name or are linked with. */
    withNamed: false,
  },

  /** How rows of an import file find stored records. */
  imports: {
    /** Alternatives of fields that match rows of a file that names none, most exact first. */
    match: [] as readonly (readonly string[])[],
    /** Whether its records are insurers: a row with a VU-Nummer matches by it. */
    insurers: false,
    /** Fields that people know a person by, the date of birth last: if it and another one differ, the person is another one. */
    person: [] as readonly string[],
    /** Fields that tell rows of a part apart; without them only rows with the same values are the same. */
    identity: [] as readonly string[],
    /** The `art` of rows of a part that have none. */
    usualArt: undefined as string | undefined,
  },

  /** Changes that an organisation's settings may make to it. */
  settings: {
    /** Organisations may add fields `ind_<n>`. */
    configurable: true,
    /**
     * The field that divides its records (Sparten), and its list: own fields can belong to one division, and
     * responses include the list entries that their records use.
     */
    division: undefined as { readonly list: string; readonly field: string } | undefined,
  },
};

type Defaults = typeof defaults;

/** Deviations from the defaults. */
type Traits = {
  readonly [Name in keyof Defaults]?: Defaults[Name] extends readonly unknown[]
    ? Defaults[Name]
    : Partial<Defaults[Name]>;
};

/** A declaration as written: absent traits have their default. */
export type Declaration = DeclarationBase & Traits;

/** A record kind, a part (sub-record) or an annotation. */
export type Resource = DeclarationBase & { readonly [Name in keyof Defaults]: Readonly<Defaults[Name]> };

const isGroup = (value: unknown): value is object => typeof value === 'object' && !Array.isArray(value);

/** Merges traits over the defaults: lists as a whole, groups trait by trait. */
const over = (given: Defaults, said: Traits): Defaults => {
  const merged = Object.entries(given).map(([name, value]): [string, unknown] => {
    const own: unknown = said[name as keyof Defaults];
    return [name, Object.freeze(isGroup(value) ? { ...value, ...(own as object) } : (own ?? value))];
  });
  return Object.fromEntries(merged) as Defaults;
};

/** A maker of declarations to which other values are usual. */
export const defining = (traits: Traits) => {
  const given = over(defaults, traits);
  return (said: Declaration): Resource => {
    const all = over(given, said);
    const sequence = all.storage.sequence || `${said.table}_id_seq`;
    return Object.freeze({ ...said, ...all, storage: { ...all.storage, sequence }, fields: lookupTable(said.fields) });
  };
};

/** A top-level record kind: its own addresses, list and create below its parents. */
export const defineResource = defining({});

const part = { topLevel: false, verbsBelow: ALL_VERBS };

/** A part: exists only below a parent, with all verbs there. */
export const definePart = defining({ nesting: part, settings: { configurable: false }, annotated: false });

/** An annotation: a part of any record; its rows have the kind and id of the record. */
export const defineAnnotation = defining({
  nesting: { ...part, parentColumn: 'owner_id', ownerSection: true },
  codes: { missingParent: 'record_not_found' },
  settings: { configurable: false },
  annotated: false,
});
