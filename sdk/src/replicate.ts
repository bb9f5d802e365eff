/** Replicates records: reads the lists once, then follows the change feed; resumes after restarts. */
import type { Client } from './client.ts';
import { isError, jsonOf } from './errors.ts';

/** Identifies a record of the copy. */
export interface RecordName {
  /** Path of a record kind, a part or an annotation, as the feed says it: `customers`, `addresses`, `comments`. */
  readonly section: string;
  readonly id: number;
}

/** A record of the copy. */
export interface ReplicaRecord extends RecordName {
  /** The record that a part or an annotation hangs on. */
  readonly owner: RecordName | null;
  /** As the API shows it. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** Changes to apply to the copy, in this order. */
export interface ReplicaPage {
  /** Records to delete, with all records that they own. */
  readonly remove: readonly RecordName[];
  /** Records to insert or replace. */
  readonly put: readonly ReplicaRecord[];
  /** Cursor after these changes; stored in the same transaction. Null during the initial read. */
  readonly cursor: string | null;
}

/** Storage of the copy. */
export interface ReplicaStore {
  /** The cursor of the last page; null where there is no whole copy. */
  cursor(): Promise<string | null>;
  /** Empties it. */
  clear(): Promise<void>;
  /** Does all of a page or nothing. */
  apply(page: ReplicaPage): Promise<void>;
}

/** Source and target of a replication. */
export interface ReplicaSettings {
  readonly store: ReplicaStore;
  /** Sections that are copied; a part or an annotation only below copied kinds. */
  readonly sections: readonly string[];
  /** Ends the copying; the copy is whole up to its cursor then. */
  readonly signal?: AbortSignal;
  /** Seconds that a call waits for news; 25 by default. With 0 it ends once the copy is up to date. */
  readonly wait?: number;
}

interface Change {
  readonly section: string;
  readonly id: number;
  readonly owner?: RecordName;
  readonly slave_kid?: number;
  readonly record?: ReplicaRecord['record'] | null;
}

interface Feed {
  readonly items: readonly Change[];
  readonly next: string;
  readonly more: boolean;
}

const PAGE = 1000;
/** Lists below records that are read at once. */
const AT_ONCE = 8;
const CONTACTS = ['customers', 'products', 'users'];
/** The kinds that a part hangs on; annotations hang on every kind. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['addresses', CONTACTS],
  ['contacts', CONTACTS],
  ['banking', CONTACTS],
  ['numbers', CONTACTS],
  ['folders', CONTACTS],
  ['identity', ['customers', 'users']],
  ['jobs', ['customers', 'users']],
  ['persons', ['contracts']],
  ['tariffs', ['contracts']],
  ['relations', ['customers']],
]);
type Arrays = Readonly<Record<string, string>>;

const OF_CONTACTS = { addresses: 'addresses', contacts: 'contacts', banking: 'banking' };
/** Parts that the list of a kind can include, with the names of their arrays; others are read at each record. */
const INCLUDED: ReadonlyMap<string, Arrays> = new Map<string, Arrays>([
  ['customers', { ...OF_CONTACTS, banking: 'banks', numbers: 'numbers', identity: 'identifications', jobs: 'jobs' }],
  ['products', OF_CONTACTS],
  ['users', OF_CONTACTS],
  ['contracts', { persons: 'persons', tariffs: 'tariffs' }],
]);
const ANNOTATIONS = ['comments', 'followers', 'tags', 'links'];
const UNANNOTATED = ['system/tags'];

/** Copied kinds that a section hangs on; null for a record kind. */
const ownersOf = (section: string, sections: readonly string[]): readonly string[] | null => {
  const kinds = sections.filter((one) => !PARTS.has(one) && !ANNOTATIONS.includes(one));
  if (ANNOTATIONS.includes(section)) return kinds.filter((kind) => !UNANNOTATED.includes(kind));
  return PARTS.get(section)?.filter((kind) => kinds.includes(kind)) ?? null;
};

interface List {
  readonly items: readonly (ReplicaRecord['record'] & { readonly id: number })[];
  readonly total: number;
  readonly page_size?: number;
}

/**
 * One call. Its listener is removed from the signal afterwards: the signal lives for the whole replication, over any
 * number of calls.
 */
const ask = async (client: Client, path: string, query: object, signal?: AbortSignal): Promise<unknown> => {
  if (!signal) return jsonOf(await client.send('GET', path, { params: { query } }));
  const call = new AbortController();
  const end = (): void => call.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await jsonOf(await client.send('GET', path, { params: { query }, signal: call.signal }));
  } finally {
    signal.removeEventListener('abort', end);
  }
};

/**
 * The pages of a list from the last to the first: a record that is deleted meanwhile moves others into pages that are still
 * to be read, and one that is made into those that were, which are read again then.
 */
async function* listed(
  client: Client,
  path: string,
  { signal, query }: { readonly signal?: AbortSignal | undefined; readonly query?: object } = {},
): AsyncGenerator<List['items']> {
  const read = async (page: number): Promise<List> => {
    return (await ask(client, path, { page, limit: PAGE, with_archived: true, ...query }, signal)) as List;
  };
  const first = await read(1);
  const pages = first.page_size ? Math.ceil(first.total / first.page_size) : 1;
  if (pages <= 1) {
    yield first.items;
    return;
  }
  let known = first.total;
  for (let page = pages; page >= 1; page -= 1) {
    const { items, total } = await read(page);
    yield items;
    if (total > known && page < pages) yield (await read(page + 1)).items;
    known = total;
  }
}

const isGone = (error: unknown): boolean => isError(error, 'not_found') || isError(error, 'record_not_found');

/** Parts or annotations of one record; none where that was deleted meanwhile. */
const readBelow = async (
  client: Client,
  section: string,
  owner: RecordName,
  signal?: AbortSignal,
): Promise<ReplicaRecord[]> => {
  const found: ReplicaRecord[] = [];
  const path = `/v3/${owner.section}/${owner.id}/${section === 'folders' ? 'documents/folders' : section}`;
  try {
    for await (const items of listed(client, path, { signal }))
      found.push(...items.map((record) => ({ section, id: record.id, owner, record })));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return found;
};

/** Parts, with the names of their arrays. */
type Parts = readonly (readonly [string, string])[];

/** Records of a page, and those of the arrays that it includes. */
const withParts = (section: string, items: List['items'], parts: Parts): readonly ReplicaRecord[] => {
  const arrays = new Set(parts.map(([, array]) => array));
  return items.flatMap((item) => {
    const record = Object.fromEntries(Object.entries(item).filter(([name]) => !arrays.has(name)));
    const owner = { section, id: item.id };
    const rows = parts.flatMap(([part, array]) =>
      (item[array] as List['items']).map((row) => ({ section: part, id: row.id, owner, record: row })),
    );
    return [{ ...owner, owner: null, record }, ...rows];
  });
};

/** Reads a record kind with parts. @returns its ids */
const readKind = async (
  client: Client,
  { store, signal }: ReplicaSettings,
  section: string,
  parts: Parts,
): Promise<readonly number[]> => {
  const found = new Set<number>();
  const query = Object.fromEntries(parts.map(([, array]) => [`with_${array}`, true]));
  for await (const items of listed(client, `/v3/${section}`, { signal, query })) {
    for (const { id } of items) found.add(id);
    await store.apply({ remove: [], put: withParts(section, items, parts), cursor: null });
  }
  return [...found];
};

/** Reads everything that there is, behind a cursor that was taken before. */
const readAll = async (client: Client, settings: ReplicaSettings): Promise<void> => {
  const { store, sections, signal } = settings;
  await store.clear();
  const { next } = await readFeed(client, {}, signal);
  const ids = new Map<string, readonly number[]>();
  const included = new Map<string, Parts>();
  for (const kind of sections.filter((section) => ownersOf(section, sections) === null)) {
    let parts: Parts = Object.entries(INCLUDED.get(kind) ?? {}).filter(([part]) => sections.includes(part));
    const read = () => readKind(client, settings, kind, parts);
    const found = await read().catch((error: unknown) => {
      // Pages with their parts are too large: the parts are read at each record.
      if (!parts.length || !isError(error, 'payload_too_large')) throw error;
      parts = [];
      return read();
    });
    ids.set(kind, found);
    included.set(kind, parts);
  }
  for (const section of sections) {
    for (const kind of ownersOf(section, sections) ?? []) {
      if (included.get(kind)?.some(([part]) => part === section)) continue;
      const owners = ids.get(kind) ?? [];
      for (let from = 0; from < owners.length; from += AT_ONCE) {
        const some = owners.slice(from, from + AT_ONCE).map((id) => ({ section: kind, id }));
        const put = await Promise.all(some.map((owner) => readBelow(client, section, owner, signal)));
        await store.apply({ remove: [], put: put.flat(), cursor: null });
      }
    }
  }
  await store.apply({ remove: [], put: [], cursor: next });
};

const readFeed = async (client: Client, query: object, signal?: AbortSignal): Promise<Feed> =>
  (await ask(client, '/v3/changes', query, signal)) as Feed;

/** Changes of a page of the feed. A record is its present state, so only the last of its changes counts. */
const pageOf = ({ items, next }: Feed, sections: readonly string[]): ReplicaPage => {
  const [remove, put] = [new Map<string, RecordName>(), new Map<string, ReplicaRecord>()];
  for (const { section, id, owner, slave_kid, record } of items) {
    const key = `${section} ${id}`;
    const isCopied = !owner || sections.includes(owner.section);
    if (record && isCopied) put.set(key, { section, id, owner: owner ?? null, record });
    else {
      put.delete(key);
      remove.set(key, { section, id });
    }
    if (slave_kid !== undefined) remove.set(`${section} ${slave_kid}`, { section, id: slave_kid });
  }
  return { remove: [...remove.values()], put: [...put.values()], cursor: next };
};

/**
 * Replicates an organisation's records: the first time it reads the lists, then it follows the changes. A stored
 * cursor resumes; an expired cursor starts again from the lists. Runs until the signal aborts it, or with `wait: 0`
 * until the copy is up to date.
 * @throws BrokerCrmError if a call fails permanently (`insufficient_scope`, ...); calling it again resumes
 */
export const replicate = async (client: Client, settings: ReplicaSettings): Promise<void> => {
  const { store, sections, signal, wait = 25 } = settings;
  while (!signal?.aborted) {
    const after = await store.cursor();
    try {
      if (after === null) {
        await readAll(client, settings);
        continue;
      }
      const query = { after, limit: PAGE, sections: sections.join(','), wait, with_record: true };
      const feed = await readFeed(client, query, signal);
      await store.apply(pageOf(feed, sections));
      if (wait === 0 && !feed.more) return;
    } catch (error) {
      if (signal?.aborted) return;
      if (!isError(error, 'cursor_expired')) throw error;
      await store.clear();
    }
  }
};

/** A copy in memory, such as for tests; `records` has it by `section id`. */
export const memoryStore = (): ReplicaStore & { readonly records: ReadonlyMap<string, ReplicaRecord> } => {
  const records = new Map<string, ReplicaRecord>();
  /** Keys of parts and annotations by those of their owners. */
  const below = new Map<string, Set<string>>();
  let cursor: string | null = null;
  const keyOf = ({ section, id }: RecordName): string => `${section} ${id}`;
  const remove = (key: string): void => {
    const { owner } = records.get(key) ?? {};
    if (owner) below.get(keyOf(owner))?.delete(key);
    records.delete(key);
  };
  const removeWithParts = (key: string): void => {
    remove(key);
    for (const part of below.get(key) ?? []) records.delete(part);
    below.delete(key);
  };
  const put = (one: ReplicaRecord): void => {
    const key = keyOf(one);
    remove(key);
    records.set(key, one);
    if (!one.owner) return;
    const owner = keyOf(one.owner);
    below.set(owner, (below.get(owner) ?? new Set()).add(key));
  };
  return {
    records,
    cursor: async () => cursor,
    clear: async () => {
      records.clear();
      below.clear();
      cursor = null;
    },
    apply: async (page) => {
      for (const name of page.remove) removeWithParts(keyOf(name));
      for (const one of page.put) put(one);
      ({ cursor } = page);
    },
  };
};
