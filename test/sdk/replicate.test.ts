/**
 * A copy by the client equals the API field by field after random writes of many writers, with merges, deletes and moves,
 * while its reader is killed now and then (rules 8.5). REPLICA_WRITES says how many writes; a few hundred by default.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, memoryStore, type ReplicaStore, replicate, type Client as Sdk } from '../../sdk/src/index.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

const WRITES = Number(process.env.REPLICA_WRITES ?? 800);
const WRITERS = 16;
const SECTIONS = 'customers contracts damages documents addresses banking comments links tariffs folders goals'.split(
  ' ',
);

let service: TestService;
let client: Client;
let sdk: Sdk;
beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
  sdk = createClient({ baseUrl: service.address, token: client.token });
});
afterAll(() => service.stop());

const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(Math.random() * of.length)];

/** Numbers of records that were made; some of them are gone. */
const made = {
  customers: [] as number[],
  contracts: [] as number[],
  damages: [] as number[],
  documents: [] as number[],
};
const folders: [kid: number, id: number][] = [];
const parts: [address: string, id: number][] = [];
const refused = new Map<number, number>();

const post = async (address: string, body: unknown): Promise<number | undefined> => {
  const { status, body: answer } = await client.post(address, body);
  refused.set(status, (refused.get(status) ?? 0) + 1);
  return status < 300 ? (answer.id ?? answer.ids?.[0]) : undefined;
};
const makeIn = async (list: number[], address: string, body: unknown): Promise<void> => {
  const id = await post(address, body);
  if (id !== undefined) list.push(id);
};
const makePart = async (address: string, body: unknown): Promise<void> => {
  const id = await post(address, body);
  if (id !== undefined) parts.push([address, id]);
};
const text = (): string => Math.random().toString(36).slice(2, 10);
const customer = () => pick(made.customers) ?? 0;

const WAYS: readonly (() => Promise<unknown>)[] = [
  () => makeIn(made.customers, '/v3/customers', { name: text(), vorname: text() }),
  () => makeIn(made.customers, '/v3/customers', { name: text(), geb: '1980-01-02' }),
  () => makeIn(made.contracts, '/v3/contracts', { kid: customer(), nummer: text(), tariffs: [{ name: text() }] }),
  () => makeIn(made.damages, '/v3/damages', { kid: customer(), art: text() }),
  () => makeIn(made.documents, `/v3/customers/${customer()}/documents`, { base64: 'eA==', name: text() }),
  () => makePart(`/v3/customers/${customer()}/addresses`, { ort: text() }),
  () => makePart(`/v3/customers/${customer()}/banking`, { iban: text() }),
  () => makePart(`/v3/customers/${customer()}/comments`, { text: text() }),
  () => makePart(`/v3/contracts/${pick(made.contracts) ?? 0}/comments`, { text: text() }),
  () => makePart(`/v3/customers/${customer()}/goals`, { subject: text() }),
  () =>
    makePart(`/v3/customers/${customer()}/links`, {
      foreign_section: 'contracts',
      foreign_id: pick(made.contracts) ?? 1,
    }),
  async () => {
    const kid = customer();
    const id = await post(`/v3/customers/${kid}/documents/folders`, { name: text() });
    if (id !== undefined) folders.push([kid, id]);
  },
  async () => {
    const [, ordner] = pick(folders) ?? [0, 0];
    await client.patch(`/v3/documents/${pick(made.documents) ?? 0}`, { ordner });
  },
  async () => {
    const [kid, id] = pick(folders) ?? [0, 0];
    if (Math.random() < 0.2) await client.delete(`/v3/customers/${kid}/documents/folders/${id}`);
  },
  () => client.patch(`/v3/customers/${customer()}`, { name: text(), kommentar: text() }),
  () =>
    client.patch(`/v3/contracts/${pick(made.contracts) ?? 0}`, { nummer: text(), archiv: Math.random() < 0.5 ? 1 : 0 }),
  () => client.patch(`/v3/damages/${pick(made.damages) ?? 0}`, { art: text() }),
  async () => {
    const [address, id] = pick(parts) ?? ['/v3/customers/1/addresses', 0];
    if (Math.random() < 0.5) await client.delete(`${address}/${id}`);
    else await client.patch(`${address}/${id}`, { ort: text(), text: text() });
  },
  () => client.delete(`/v3/contracts/${pick(made.contracts) ?? 0}`),
  () => (Math.random() < 0.3 ? client.delete(`/v3/customers/${customer()}`) : Promise.resolve()),
  () => (Math.random() < 0.3 ? client.delete(`/v3/damages/${pick(made.damages) ?? 0}`) : Promise.resolve()),
  () =>
    client.post(`/v3/customers/${customer()}/merge`, {
      slave_kid: customer(),
      mode: Math.random() < 0.5 ? 'enrich_master' : 'master_wins',
    }),
];

const copyOf = ({ records }: ReturnType<typeof memoryStore>): Record<string, unknown> =>
  Object.fromEntries([...records].sort(([a], [b]) => a.localeCompare(b)));

/** Fails at random, before or behind what it does, as a process that is killed. */
const killed = (store: ReplicaStore): ReplicaStore => ({
  ...store,
  apply: async (page) => {
    if (Math.random() < 0.2) throw new Error('killed before');
    await store.apply(page);
    if (Math.random() < 0.2) throw new Error('killed behind');
  },
});

test(`a copy equals the API after ${WRITES} random writes`, async () => {
  const store = memoryStore();
  let [left, writing, kills] = [WRITES, true, 0];
  const writer = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await (pick(WAYS) as (typeof WAYS)[number])();
    }
  };
  for (let i = 0; i < 20; i += 1) await makeIn(made.customers, '/v3/customers', { name: text() });
  const reader = async (): Promise<void> => {
    while (writing)
      await replicate(sdk, { store: killed(store), sections: SECTIONS, wait: 0 }).catch((error: Error) => {
        if (!error.message.startsWith('killed')) throw error;
        kills += 1;
      });
  };
  const writers = Array.from({ length: WRITERS }, writer);
  const reading = reader();
  await Promise.all(writers);
  // Merges and deletes may have taken every link.
  const [one, other] = [
    await client.post('/v3/customers', { name: 'A' }),
    await client.post('/v3/customers', { name: 'B' }),
  ];
  await client.post(`/v3/customers/${one.body.kid}/links`, {
    foreign_section: 'customers',
    foreign_id: other.body.kid,
  });
  writing = false;
  await reading;
  await replicate(sdk, { store, sections: SECTIONS, wait: 0 });
  const fresh = memoryStore();
  await replicate(sdk, { store: fresh, sections: SECTIONS, wait: 0 });
  const [copy, truth] = [copyOf(store), copyOf(fresh)];
  expect(Object.keys(copy)).toEqual(Object.keys(truth));
  expect(copy).toEqual(truth);
  const kinds = new Set(Object.keys(truth).map((key) => key.split(' ')[0]));
  expect([...kinds].sort()).toEqual([...SECTIONS].sort());
  expect(kills).toBeGreaterThan(0);
}, 1_200_000);

test('a copy begins anew where its cursor has expired', async () => {
  const store = memoryStore();
  await replicate(sdk, { store, sections: ['customers'], wait: 0 });
  const { records } = store;
  const before = records.size;
  await store.apply({ remove: [], put: [{ section: 'customers', id: 1, owner: null, record: {} }], cursor: 'x' });
  await expect(replicate(sdk, { store, sections: ['customers'], wait: 0 })).rejects.toMatchObject({
    code: 'invalid_cursor',
  });
  const expired = sdk.send.bind(sdk);
  let times = 0;
  const once: Sdk = {
    ...sdk,
    send: (method, path, init) => {
      if (path === '/v3/changes' && times++ === 0)
        return expired('GET', '/v3/changes', { params: { query: { after: 'x' } } }).catch((error) => {
          throw Object.assign(error, { code: 'cursor_expired' });
        });
      return expired(method, path, init);
    },
  };
  await replicate(once, { store, sections: ['customers'], wait: 0 });
  expect(store.records.size).toBe(before);
});

test('the signal ends it while it waits', async () => {
  const store = memoryStore();
  const end = new AbortController();
  const running = replicate(sdk, { store, sections: ['customers'], signal: end.signal });
  await expect.poll(() => store.cursor(), { timeout: 20_000 }).not.toBeNull();
  const kid = await post('/v3/customers', { name: 'Neu' });
  await expect.poll(() => store.records.has(`customers ${kid}`), { timeout: 20_000 }).toBe(true);
  end.abort();
  await running;
});
