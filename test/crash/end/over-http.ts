/** State of the API at the end: lists with their totals, search, and the bytes of the files. */
import { createHash } from 'node:crypto';
import type { Told } from '../checks/feed.ts';
import type { Row } from '../checks/once.ts';
import { type Fault, fault, type Made } from '../history.ts';
import { TAG } from '../load/operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
type Json = any;

/** Reads with a token. */
export const createReader = (address: string, token: string) => {
  const send = async (path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.status >= 500) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    json: async (path: string, body?: unknown): Promise<Json> => (await send(path, body)).json(),
    bytes: async (path: string): Promise<Buffer> => Buffer.from(await (await send(path)).arrayBuffer()),
  };
};

export type Reader = ReturnType<typeof createReader>;

/** Kinds of records of the clients; the field with the unique word, and rows created with it. */
const SECTIONS: Readonly<
  Record<string, { query: string; word(item: Json): string | null; nested?(item: Json): string[] }>
> = {
  customers: { query: '', word: ({ name }) => name.replace(`${TAG} `, '') },
  contracts: {
    query: '?with_tariffs=true',
    word: ({ nummer }) => nummer,
    nested: ({ tariffs }) => tariffs.map(({ name }: Json) => name),
  },
  damages: { query: '', word: ({ nummer }) => nummer },
  webhooks: { query: '', word: ({ url }) => /w\d+x\d+$/.exec(url)?.[0] ?? null },
  documents: { query: '', word: ({ name }) => name.replace(`${TAG} `, '').replace('.txt', '') },
};

const PAGE = 5000;

/** All items of a list, page by page, and what it says is their number. */
export const wholeList = async (reader: Reader, path: string): Promise<{ items: Json[]; total: number }> => {
  const items: Json[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await reader.json(`${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&page=${page}`);
    items.push(...answer.items);
    // Short lists are not paged.
    if (answer.items.length < PAGE || answer.page === undefined) return { items, total: answer.total };
  }
};

/** All live records; a total that differs is a fault. */
export const listAll = async (reader: Reader): Promise<{ rows: Row[]; faults: Fault[] }> => {
  const rows: Row[] = [];
  const faults: Fault[] = [];
  for (const [section, { query, word, nested }] of Object.entries(SECTIONS)) {
    const ids = new Set<number>();
    const { items, total } = await wholeList(reader, `/v3/${section}${query}`);
    for (const item of items) {
      if (ids.has(item.id)) faults.push(fault('totals', `${section}/${item.id} is listed twice`));
      ids.add(item.id);
      // The webhook of the run itself has no word.
      const own = word(item);
      if (own !== null) rows.push({ section, id: item.id, word: own, nested: nested?.(item) });
    }
    if (total !== ids.size) faults.push(fault('totals', `${section}: total ${total}, ${ids.size} listed`));
  }
  return { rows, faults };
};

/** The change feed behind a cursor, to its end. */
export const wholeFeed = async (reader: Reader, from: string): Promise<Told[]> => {
  const told: Told[] = [];
  for (let [after, more] = [from, true]; more; ) {
    const page = await reader.json(`/v3/changes?after=${after}&limit=1000`);
    told.push(...page.items);
    [after, more] = [page.next, page.more];
  }
  return told;
};

/** Words that are searched for one by one. */
const SAMPLE = 80;

/** The search finds the records of the lists: the total, and a sample each by its word. */
export const searchFaults = async (reader: Reader, rows: readonly Row[], made: readonly Made[]): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const indices = Object.keys(SECTIONS).filter((section) => section !== 'webhooks');
  const search = (query: string, limit: number) => reader.json('/v3/search', { query, indices, limit });
  const all = await search(TAG, 1);
  for (const section of indices) {
    const [found, listed] = [all.data[section].total, rows.filter((row) => row.section === section).length];
    if (found !== listed) faults.push(fault('search', `${section}: ${found} found, ${listed} listed`));
  }
  // First those whose answer was long in coming.
  const sample = [...made].sort((a, b) => b.tries - a.tries).slice(0, SAMPLE);
  for (const { section, items } of sample.filter((one) => indices.includes(one.section))) {
    const word = items[0]?.word ?? '';
    const answer = await search(`${TAG} ${word}`, 50);
    // Words are found within longer ones: w1x2 in w1x20.
    const found = new Set<number>(answer.data[section].items.map(({ id }: Json) => id));
    for (const row of rows.filter((one) => one.section === section && one.word === word))
      if (!found.has(row.id) && answer.data[section].total <= 50)
        faults.push(fault('search', `${section}/${row.id} is not found by ${word}`));
  }
  return faults;
};

const AT_ONCE = 6;

/** Every document reads back as the bytes that were sent. */
export const fileFaults = async (reader: Reader, rows: readonly Row[], made: readonly Made[]): Promise<Fault[]> => {
  const sent = new Map(made.flatMap(({ items }) => items.map(({ word, content }) => [word, content] as const)));
  const documents = rows.filter(({ section }) => section === 'documents').values();
  const faults: Fault[] = [];
  const work = async (): Promise<void> => {
    for (const { id, word } of documents) {
      const bytes = await reader
        .bytes(`/v3/documents/${id}/content`)
        .catch((error: Error) => Buffer.from(error.message));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (sha256 !== sent.get(word))
        faults.push(fault('files', `documents/${id}: ${bytes.length} bytes are not those of ${word}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
};
