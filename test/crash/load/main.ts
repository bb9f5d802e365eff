/**
 * The clients, in a process of their own that survives every kill: they repeat each request until it is acknowledged
 * and write the history. It also receives the webhook's deliveries.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from '../history.ts';
import { type Random, seeded } from '../random.ts';
import { createAsker } from './ask.ts';
import type { FromLoad, ToLoad } from './messages.ts';
import { type Hands, OPERATIONS, readAtEnd, readList } from './operations.ts';
import { createPool, FIELDS } from './pool.ts';
import { startReceiver } from './receiver.ts';

/** Between two operations of a client. */
const PAUSE_MS = 12;

const tell = (message: FromLoad): void => void process.send?.(message);

const openHistory = (path: string) => {
  const file = createWriteStream(path);
  return {
    note: (entry: Entry): void => void file.write(`${JSON.stringify(entry)}\n`),
    close: () => new Promise<void>((done) => void file.end(done)),
  };
};

/** Records a delivery; the test call of the webhook is ignored. */
const noteDelivery =
  (note: (entry: Entry) => void) =>
  (body: string): void => {
    const { request_id: requestId, event_name: event, payload } = JSON.parse(body);
    if (payload.test) return;
    const hash = createHash('sha256').update(body).digest('base64url');
    note({ do: 'delivery', at: performance.now(), requestId, event, id: Number(payload.id), hash });
  };

/** Runs the clients until they are stopped. */
const run = async (start: Extract<ToLoad, { do: 'start' }>): Promise<void> => {
  const { note, close } = history;
  let working = true;
  let ended = false;
  let operations = 0;
  let slowest = 0;
  /** Since when the service answers; null while it is down. */
  let upSince: number | null = performance.now();
  const strange = (what: string): void => note({ do: 'strange', at: performance.now(), what });
  const asker = createAsker(start.address, start.token, strange);
  const shared = seeded(start.seed);
  const pool = createPool(shared, start.cursor);
  let words = 0;
  const touched = new Set<string>();
  const noteAll = (entry: Entry): void => {
    if (entry.do === 'read' || entry.do === 'write') touched.add(entry.record);
    note(entry);
  };
  const weights = Object.fromEntries(Object.entries(OPERATIONS).map(([name, [weight]]) => [name, weight]));
  const client = async (number: number): Promise<void> => {
    const random: Random = seeded(start.seed * 1000 + number);
    const hands: Hands = { asker, pool, random, note: noteAll, word: () => `w${number}x${(words += 1)}` };
    while (!ended) {
      if (!working) {
        await delay(5);
        continue;
      }
      const name = random.weighted(weights) as keyof typeof OPERATIONS;
      const began = performance.now();
      await OPERATIONS[name][1](hands);
      operations += 1;
      if (upSince !== null) slowest = Math.max(slowest, performance.now() - Math.max(began, upSince));
      await delay(PAUSE_MS * random.next());
    }
  };
  const clients = Array.from({ length: start.clients }, (_, number) => client(number));
  /** Requests without a response; longest first. */
  const open = () =>
    [...asker.open]
      .sort((a, b) => a.start - b.start)
      .map(({ what, tries, last }) => `${what} (${tries} tries, last ${last})`);
  process.on('message', async (message: ToLoad) => {
    if (message.do === 'work') working = message.on;
    if (message.do === 'up') upSince = message.is ? performance.now() : null;
    if (message.do === 'ask') tell({ tell: 'state', open: open(), operations, slowest });
    if (message.do === 'end') {
      ended = true;
      working = false;
      asker.giveUp();
      await Promise.all(clients);
      const last = createAsker(start.address, start.token, strange);
      const hands: Hands = { asker: last, pool, random: shared, note, word: () => '' };
      for (const record of touched) await readAtEnd(hands, { record, field: FIELDS[record.split('/')[0] ?? ''] ?? '' });
      for (const { list } of pool.lists()) await readList(hands, list);
      tell({ tell: 'ended' });
    }
    if (message.do === 'close') {
      await receiver.stop();
      await close();
      process.exit(0);
    }
  });
};

const [path = ''] = process.argv.slice(2);
const history = openHistory(path);
const receiver = await startReceiver(noteDelivery(history.note));
process.once('message', (message: ToLoad) => void (message.do === 'start' && run(message)));
// Without the one that kills there is nothing to do.
process.once('disconnect', () => process.exit(1));
tell({ tell: 'ready', hook: receiver.url });
