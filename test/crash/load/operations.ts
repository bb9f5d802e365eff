/** The operations of the mixed load, each with its entry in the history. */
import { createHash, randomUUID } from 'node:crypto';
import type { Told } from '../checks/feed.ts';
import { INITIAL } from '../checks/whole-history.ts';
import type { Entry, MadeItem } from '../history.ts';
import type { Random } from '../random.ts';
import type { Asker, Reply, Request } from './ask.ts';
import type { Pool, Register } from './pool.ts';

/** Context of every operation. */
export interface Hands {
  readonly asker: Asker;
  readonly pool: Pool;
  readonly random: Random;
  note(entry: Entry): void;
  /** A unique word. */
  word(): string;
}

/** Word that all records of a run share, to be searched for. */
export const TAG = 'absturzprobe';

type Operation = (hands: Hands) => Promise<void>;

const post = (path: string, body: () => string | FormData): Request => ({
  method: 'POST',
  path: `/v3/${path}`,
  body,
  headers: { 'idempotency-key': randomUUID() },
});

const asked = (start: number, reply: Reply | null) => ({ start, end: reply?.end ?? null, tries: reply?.tries ?? 0 });

const strange = ({ note }: Hands, what: string, { status, body }: Reply): void =>
  note({ do: 'strange', at: performance.now(), what: `${what}: ${status} ${JSON.stringify(body)}` });

/** Sends a POST with a key and records the created items. @returns the ids of the response */
const make = async (
  hands: Hands,
  section: string,
  path: string,
  body: () => string | FormData,
  items: readonly Omit<MadeItem, 'id'>[],
): Promise<readonly number[] | null> => {
  const start = performance.now();
  const reply = await hands.asker.ask(post(path, body));
  const inserted: { index: number; id: number }[] = reply?.body.inserted ?? [{ index: 0, id: reply?.body.id }];
  const byIndex = new Map(inserted.map(({ index, id }) => [index, id]));
  const ids =
    reply && reply.status < 300 && byIndex.size === items.length ? items.map((_, at) => Number(byIndex.get(at))) : null;
  hands.note({
    do: 'make',
    section,
    items: items.map((item, at) => ({ ...item, id: ids?.[at] ?? null })),
    ...asked(start, reply),
  });
  if (reply && !ids) strange(hands, `POST ${path}`, reply);
  return ids;
};

const customer = (word: string) => ({ name: `${TAG} ${word}`, vorname: INITIAL, anrede: 'Frau' });

const createCustomer: Operation = async (hands) => {
  const word = hands.word();
  const ids = await make(hands, 'customers', 'customers', () => JSON.stringify(customer(word)), [{ word }]);
  if (ids?.[0]) hands.pool.addRegister('customers', ids[0]);
};

/** Items of a batch are made one by one, or together. */
const inBatch = (hands: Hands, path: string): string => (hands.random.next() < 0.5 ? path : `${path}?together=true`);

/** Customers that stay, below which the others lie. */
const createParents: Operation = async (hands) => {
  const items = Array.from({ length: hands.random.whole(2, 12) }, () => ({ word: hands.word() }));
  const body = JSON.stringify(items.map(({ word }) => customer(word)));
  const ids = await make(hands, 'customers', inBatch(hands, 'customers'), () => body, items);
  for (const kid of ids ?? []) hands.pool.parents.add(kid);
};

const createContract: Operation = async (hands) => {
  const kid = hands.pool.parents.pick();
  if (!kid) return createParents(hands);
  const word = hands.word();
  const nested = Array.from({ length: hands.random.whole(1, 4) }, (_, at) => `${word}t${at}`);
  const tariffs = nested.map((name) => ({ name, tarif_id: -1 }));
  const body = JSON.stringify({ nummer: word, gesellschaft: INITIAL, bemerkung: TAG, tariffs });
  const ids = await make(hands, 'contracts', `customers/${kid}/contracts`, () => body, [{ word, nested }]);
  if (ids?.[0]) hands.pool.addRegister('contracts', ids[0]);
};

const createDamages: Operation = async (hands) => {
  const kid = hands.pool.parents.pick();
  if (!kid) return createParents(hands);
  const items = Array.from({ length: hands.random.whole(2, 6) }, () => ({ word: hands.word() }));
  const body = JSON.stringify(items.map(({ word }) => ({ nummer: word, art: INITIAL, nummer_intern: TAG })));
  const ids = await make(hands, 'damages', inBatch(hands, `customers/${kid}/damages`), () => body, items);
  const [first] = ids ?? [];
  if (first) hands.pool.addRegister('damages', first);
};

/** Bytes of a file: none like another, some larger than one packet. */
const bytes = (hands: Hands, word: string): Buffer => {
  const block = Buffer.from(`${word} ${hands.random.next()}\n`);
  return Buffer.concat(Array.from({ length: hands.random.whole(1, 4000) }, () => block));
};

const upload =
  (asForm: boolean): Operation =>
  async (hands) => {
    const kid = hands.pool.parents.pick();
    if (!kid) return createParents(hands);
    const word = hands.word();
    const content = bytes(hands, word);
    const name = `${TAG} ${word}.txt`;
    const body = () => {
      if (!asForm) return JSON.stringify({ name, base64: content.toString('base64') });
      const form = new FormData();
      form.set('name', name);
      form.set('file', new Blob([new Uint8Array(content)]), name);
      return form;
    };
    const sha256 = createHash('sha256').update(content).digest('hex');
    await make(hands, 'documents', `customers/${kid}/documents`, body, [{ word, content: sha256 }]);
  };

/** Reads a register; the start time is that of the attempt that was answered. */
const read = async (hands: Hands, { record, field }: Register) => {
  const reply = await hands.asker.ask({ method: 'GET', path: `/v3/${record}` });
  if (!reply) return null;
  const value: string | null = reply.status === 404 ? null : reply.body[field];
  if (reply.status !== 200 && reply.status !== 404) strange(hands, `GET ${record}`, reply);
  else hands.note({ do: 'read', record, value, start: reply.sent, end: reply.end });
  return { value, etag: reply.etag };
};

const readRegister: Operation = async (hands) => {
  const register = hands.pool.pickRegister();
  if (register) await read(hands, register);
};

const patchRegister: Operation = async (hands) => {
  const register = hands.pool.pickRegister();
  const found = register && (await read(hands, register));
  if (!register || !found?.value || !found.etag) return;
  const { record, field } = register;
  const to = hands.word();
  const start = performance.now();
  const reply = await hands.asker.ask({
    method: 'PATCH',
    path: `/v3/${record}`,
    body: () => JSON.stringify({ [field]: to }),
    headers: { 'if-match': found.etag },
  });
  const done = reply?.status === 200 && reply.body.updated === 1;
  const refused = reply?.status === 412 || reply?.status === 404;
  if (reply && !done && !refused) strange(hands, `PATCH ${record}`, reply);
  const outcome = done ? 'done' : refused && reply.tries === 1 ? 'refused' : 'unknown';
  hands.note({ do: 'write', record, from: found.value, to, outcome, ...asked(start, reply) });
};

const removeRegister: Operation = async (hands) => {
  const register = hands.pool.takeRegister();
  if (!register) return;
  const { record } = register;
  const start = performance.now();
  const reply = await hands.asker.ask({ method: 'DELETE', path: `/v3/${record}` });
  const done = reply?.status === 200;
  if (reply && !done && reply.status !== 404) strange(hands, `DELETE ${record}`, reply);
  const outcome = done ? 'done' : reply?.tries === 1 ? 'refused' : 'unknown';
  hands.note({ do: 'remove', record, outcome, ...asked(start, reply) });
  if (reply?.status === 404) hands.note({ do: 'read', record, value: null, start: reply.sent, end: reply.end });
};

const appendComment: Operation = async (hands) => {
  const target = hands.pool.pickList();
  if (!target) return createParents(hands);
  const word = hands.word();
  target.appended += 1;
  const start = performance.now();
  const reply = await hands.asker.ask(post(`${target.list}/comments`, () => JSON.stringify({ text: word })));
  const id = reply?.status === 201 ? Number(reply.body.id) : null;
  if (reply && id === null) strange(hands, `POST ${target.list}/comments`, reply);
  hands.note({ do: 'append', list: target.list, word, id, ...asked(start, reply) });
};

/** Reads all comments of a record. */
export const readList = async (hands: Hands, list: string): Promise<void> => {
  const reply = await hands.asker.ask({ method: 'GET', path: `/v3/${list}/comments?limit=5000` });
  if (!reply) return;
  if (reply.status !== 200) return strange(hands, `GET ${list}/comments`, reply);
  const items = (reply.body.items as { id: number; text: string }[]).map(({ id, text }) => [id, text] as const);
  hands.note({ do: 'list', list, items, start: reply.sent, end: reply.end });
};

const readComments: Operation = async (hands) => {
  const target = hands.pool.pickList();
  if (target) await readList(hands, target.list);
};

/** Reads the next page of the change feed. */
const followFeed: Operation = async (hands) => {
  const after = hands.pool.takeCursor();
  if (after === null) return;
  const path = `/v3/changes?after=${after}&limit=${hands.random.whole(1, 300)}`;
  const reply = await hands.asker.ask({ method: 'GET', path });
  if (reply && reply.status !== 200) strange(hands, 'GET changes', reply);
  if (reply?.status !== 200) return hands.pool.giveCursor(after);
  const items = (reply.body.items as Told[]).map(({ section, id, action }) => ({ section, id, action }));
  hands.note({ do: 'follow', items, start: reply.sent, end: reply.end });
  hands.pool.giveCursor(reply.body.next);
};

/** A webhook by REST, which stays off. */
const createWebhook: Operation = async (hands) => {
  const word = hands.word();
  const body = JSON.stringify({ url: `http://127.0.0.1:9/${word}`, events: ['goals.insert'], description: INITIAL });
  const ids = await make(hands, 'webhooks', 'webhooks', () => body, [{ word }]);
  if (ids?.[0]) hands.pool.addRegister('webhooks', ids[0]);
};

/** Two customers of its own, one with an address, become one. */
const merge: Operation = async (hands) => {
  const words = [hands.word(), hands.word()];
  const body = JSON.stringify(words.map(customer));
  const kids = await make(
    hands,
    'customers',
    'customers',
    () => body,
    words.map((word) => ({ word })),
  );
  const [master, slave] = kids ?? [];
  if (!master || !slave) return;
  const address = post(`customers/${slave}/addresses`, () => JSON.stringify({ strasse: words[1] }));
  const part = await hands.asker.ask(address);
  if (!part) return;
  if (part.status !== 201) return strange(hands, 'POST addresses', part);
  const start = performance.now();
  const reply = await hands.asker.ask(post(`customers/${master}/merge`, () => JSON.stringify({ slave_kid: slave })));
  if (reply && reply.status !== 200) strange(hands, `POST merge of ${slave}`, reply);
  const outcome = reply?.status === 200 ? 'done' : 'unknown';
  hands.note({ do: 'merge', master, slave, part: Number(part.body.id), outcome, ...asked(start, reply) });
};

/** All operations, with how often each is chosen. */
export const OPERATIONS = {
  createCustomer: [14, createCustomer],
  createParents: [4, createParents],
  createContract: [9, createContract],
  createDamages: [5, createDamages],
  uploadJson: [5, upload(false)],
  uploadForm: [5, upload(true)],
  readRegister: [12, readRegister],
  patchRegister: [24, patchRegister],
  removeRegister: [4, removeRegister],
  appendComment: [11, appendComment],
  readComments: [7, readComments],
  merge: [3, merge],
  followFeed: [8, followFeed],
  // An organisation has at most 500.
  createWebhook: [1, createWebhook],
} as const satisfies Record<string, readonly [number, Operation]>;

/** Reads a register once more, at the end. */
export const readAtEnd = read;
