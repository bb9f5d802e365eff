/** A kind of records, as `GET /v3/system/sections` describes it. */

/** Rows that hang on a record and are read with it. */
export interface Part {
  /** Its word in addresses below the record. */
  readonly path: string;
  /** Its name in the record, and in `with_...`. */
  readonly embed: string;
  readonly columns: readonly string[];
}

interface Layout {
  readonly icon: string;
  /** Its group of the navigation, and its place there. */
  readonly nav: readonly [group: string, place: number] | null;
  readonly title: readonly string[];
  readonly subtitle: readonly string[];
  readonly head: readonly string[];
  readonly columns: readonly string[];
  /** Usual values of a new record, named as columns. */
  readonly form: readonly string[];
  readonly sort: string;
  readonly overview: readonly string[];
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/** A kind of records. */
export interface Section {
  /** Its address, here and behind `/v3`. */
  readonly path: string;
  readonly title: string;
  readonly key: string;
  readonly called: { readonly by: readonly string[] } | null;
  readonly scope: string;
  readonly can: readonly ('read' | 'write')[];
  readonly total: number | null;
  readonly search_index: string | null;
  readonly below: readonly string[];
  readonly children: readonly string[];
  readonly parts: readonly Part[];
  readonly annotations: readonly string[];
  readonly verbs: readonly string[];
  /** Query parameters that narrow its lists by parts and tags. */
  readonly filters: readonly string[];
  /** Its records are files. */
  readonly content: boolean;
  readonly layout: Layout;
}
