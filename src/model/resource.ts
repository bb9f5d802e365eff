/**
 * What a record kind is. A declaration is frozen data; everything else (routes, scopes, validation, SQL, metadata,
 * OpenAPI, search text, audit, events) follows from it in `derive/`. Deviations are named traits here.
 */
import type { Code } from '../errors.ts';
import { table } from '../table.ts';
import type { Field, Values } from './field-shape.ts';
import type { CollectionOperation } from './operation-names.ts';

export type Verb = 'list' | 'create' | 'retrieve' | 'update' | 'remove';
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
}

/** How records of a kind sign in to the settings; a change of any of these is a security event (rules 8.2). */
export interface Login {
  /** Field with the name to sign in with. */
  readonly by: string;
  /** Flag without which nobody signs in. */
  readonly while: string;
  /** Field that says what a session may do. */
  readonly as: string;
}

/** Records that have power over the organisation: those whose field has the value (rules 8.2). */
export interface Guard {
  readonly field: string;
  readonly value: string;
  /** Fields of such a record that a token changes only where it acts for such a one; its making and removal as well. */
  readonly changes: readonly string[];
  /** Code where the token acts for another. */
  readonly code: Code;
  /** Code where the last of them who can sign in would be lost. */
  readonly last: Code;
}

/** A record kind, a part (sub-record) or an annotation. */
export interface Resource {
  /** Name in addresses, events, audit; unique. */
  readonly path: string;
  readonly table: string;
  /** Address below a parent where it is not the last word of the path. */
  readonly at?: string;
  /** Title for people. */
  readonly title: string;
  /** Name of a path number: `kid` and `id` differ in the code of a bad one. */
  readonly key: 'id' | 'kid';
  /** Sequence that ids come from. */
  readonly sequence: string;
  /** Discriminator where several kinds share a table. */
  readonly section?: string;
  /** What bodies below it call it, besides kid (contracts: vid). */
  readonly knownBelowAs?: string;
  /** Scope family; parts and annotations without one take that of the record they hang on. */
  readonly scope?: string;
  /** Has addresses of its own, `/v3/{path}`. */
  readonly topLevel: boolean;
  /** Record kinds it is reached below, `/v3/{parent}/{kid}/{path}`, and the column that holds the parent's id. */
  readonly below: readonly string[];
  readonly parentColumn: string;
  /** Whether the row has the parent's record kind too (annotations hang on any record). */
  readonly ownerSection: boolean;
  /** Columns copied from the parent's row when it is created below it. */
  readonly inherits: readonly string[];
  /** Verbs at its own address, and those below a parent. */
  readonly verbs: readonly Verb[];
  readonly verbsBelow: readonly Verb[];
  /** The operation that stands in for the derived verb. */
  readonly instead: Readonly<Partial<Record<Verb, CollectionOperation>>>;
  /** Arrays of up to 100 are accepted: nowhere, everywhere, or only below a parent. */
  readonly batch: 'no' | 'everywhere' | 'below';
  /** Status of a batch whatever its items did, where it does not follow them (damages: 200). */
  readonly batchStatus?: number;
  readonly unknownFields: 'drop' | 'reject';
  readonly fields: Fields;
  /** Has rows that are stored and printed as declared; otherwise operations of its own read and write them. */
  readonly stored: boolean;
  /** Names that begin like this are metadata of external sources: read-only, no unknown keys (rules 9.14). */
  readonly readOnlyPrefixes?: readonly string[];
  /** Organisations may add fields `ind_<n>`. */
  readonly configurable: boolean;
  readonly embeds: readonly Embed[];
  /** Annotation names it has, and whether `documents` hang on it directly. */
  readonly annotations: readonly string[];
  /** Arrays created together with the record. */
  readonly nested: Readonly<Record<string, string>>;
  /** How metadata is grouped (rules 4.2). */
  readonly metadata: 'grouped' | 'direct' | 'grouped-with-embeds';
  /** Index of the search it is found in. */
  readonly searchIndex?: string;
  /** Its search text belongs to its parent's entry. */
  readonly searchedWithParent: boolean;
  /** Actions besides insert, update and delete that it has events of, and what their payloads say besides. */
  readonly furtherEvents: Readonly<Record<string, Fields>>;
  /** First part of event names where it is not the path (rules 7.1). */
  readonly eventName?: string;
  /** `items`: the list is short and answers `{items}` alone, without paging. */
  readonly envelope: 'page' | 'items';
  /** Top-level code of a PATCH with unknown keys where it is not `validation_failed`. */
  readonly updateUnknown?: Code;
  /** Fields of the record that a create answers besides `id`. */
  readonly createAnswersFields: readonly string[];
  readonly removal: 'soft' | 'hard';
  /** What a create and a delete answer besides the usual (rules 4.5, 4.6). */
  readonly createAnswers: 'id' | 'record' | 'id and record';
  readonly removeAnswersDeleted: boolean;
  readonly batchAnswersKid: boolean;
  /** Code where the parent in the path is missing at a create (rules 3.11). */
  readonly missingParent: Code;
  /** Code of a create with an item that is no object (customers: 422 `invalid_object`). */
  readonly invalidItem: Code;
  readonly noFieldsStatus: number;
  /** Unique rules of the database, by constraint name. */
  readonly unique: Readonly<Record<string, Code>>;
  /** A flag that counts against a value of the plan. */
  readonly quota?: { readonly field: string; readonly plan: 'licenses'; readonly code: Code };
  /** A flag whose records stay out of lists without a query parameter. */
  readonly hiddenBy?: { readonly field: string; readonly unless: string };
  readonly login?: Login;
  readonly guards: readonly Guard[];
  /** A field, and the removal, that access depends on: such a change is answered once every process knows it. */
  readonly settles?: string;
  /** Its rows name bytes in the file store: callers can have them (`served`), or they only wait there (`kept`). */
  readonly content?: 'served' | 'kept';
  /** A flag that keeps a record from being deleted, and the code that says so. */
  readonly protectedBy?: { readonly field: string; readonly code: Code };
  /** Records that only their creator sees: the flag that opens them, and the creator's column. */
  readonly privateTo?: { readonly unless: string; readonly owner: string };
  /** Values that follow from others, at every write. */
  readonly completes?: (after: Values, before: Values | null, moment: Moment) => Values;
  /** Embedded select lists whose content depends on the records shown (Sparten of the page). */
  readonly shownOptions?: { readonly list: string; readonly field: string };
  /** Further equality filters: query parameter to field. */
  readonly filters: Readonly<Record<string, string>>;
  /** Indexes beyond those that follow from the declaration, as SQL after `on table`. */
  readonly indexes: readonly string[];
  /** One sentence for the OpenAPI description. */
  readonly about: string;
  /** The declaration this one was made from when an organisation's settings were applied. */
  readonly origin?: Resource;
}

type Optional =
  | 'key'
  | 'sequence'
  | 'topLevel'
  | 'below'
  | 'parentColumn'
  | 'ownerSection'
  | 'inherits'
  | 'verbs'
  | 'verbsBelow'
  | 'instead'
  | 'batch'
  | 'unknownFields'
  | 'configurable'
  | 'stored'
  | 'embeds'
  | 'annotations'
  | 'nested'
  | 'metadata'
  | 'searchedWithParent'
  | 'furtherEvents'
  | 'envelope'
  | 'createAnswersFields'
  | 'removal'
  | 'createAnswers'
  | 'removeAnswersDeleted'
  | 'batchAnswersKid'
  | 'missingParent'
  | 'invalidItem'
  | 'noFieldsStatus'
  | 'unique'
  | 'filters'
  | 'guards'
  | 'indexes';

/** A declaration as it is written: what is not said has the usual value. */
export type Declaration = Omit<Resource, Optional> & Partial<Pick<Resource, Optional>>;

const ALL_VERBS: readonly Verb[] = ['list', 'create', 'retrieve', 'update', 'remove'];

/** A top-level record kind: its own addresses, list and create below its parents. */
export const defineResource = (declaration: Omit<Declaration, 'topLevel'> & { topLevel?: boolean }): Resource =>
  Object.freeze({
    key: 'id',
    sequence: `${declaration.table}_id_seq`,
    topLevel: true,
    below: [],
    parentColumn: 'kid',
    ownerSection: false,
    inherits: [],
    verbs: ALL_VERBS,
    verbsBelow: ['list', 'create'] as readonly Verb[],
    instead: {},
    batch: 'no',
    unknownFields: 'reject',
    configurable: true,
    stored: true,
    embeds: [],
    annotations: ['comments', 'followers', 'tags', 'links'],
    nested: {},
    metadata: 'direct',
    searchedWithParent: false,
    furtherEvents: {},
    envelope: 'page',
    createAnswersFields: [],
    removal: 'soft',
    createAnswers: 'id',
    removeAnswersDeleted: false,
    batchAnswersKid: false,
    missingParent: 'not_found',
    invalidItem: 'empty_body',
    noFieldsStatus: 400,
    unique: {},
    filters: {},
    guards: [],
    indexes: [],
    ...declaration,
    fields: table(declaration.fields),
  });

/** A part: exists only below a parent, with all verbs there. */
export const definePart = (declaration: Omit<Declaration, 'topLevel'>): Resource =>
  defineResource({
    topLevel: false,
    verbsBelow: ALL_VERBS,
    configurable: false,
    annotations: [],
    ...declaration,
  });

/** An annotation: a part of any record; its rows name the record kind and id they hang on. */
export const defineAnnotation = (declaration: Omit<Declaration, 'topLevel' | 'below'>): Resource =>
  definePart({
    below: [],
    parentColumn: 'owner_id',
    ownerSection: true,
    missingParent: 'record_not_found',
    ...declaration,
  });
