/** Copies by the client (rules 8.5): restarted, ended, without leaks; test/replica compares them with the API. */
import { getEventListeners } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import {
  BrokerCrmError,
  createClient,
  memoryStore,
  type RecordName,
  type ReplicaRecord,
  replicate,
  type Client as Sdk,
} from '../../sdk/src/index.ts';
import { setUpService } from '../support/fixture.ts';

const { service, client } = setUpService();
let sdk: Sdk;
beforeAll(async () => {
  sdk = createClient({ baseUrl: service.address, token: client.token });
});

const customer = async (): Promise<number> => (await client.post('/v3/customers', { name: 'Neu' })).body.kid;

test('annotations of a record are deleted with it, and stay with a record that they moved to', async () => {
  const store = memoryStore();
  const [one, other]: RecordName[] = [1, 2].map((id) => ({ section: 'customers', id })) as [RecordName, RecordName];
  const address = (id: number, owner: RecordName): ReplicaRecord => ({ section: 'addresses', id, owner, record: {} });
  await store.apply({ remove: [], put: [address(1, one), address(2, one), address(3, other)], cursor: 'a' });
  await store.apply({ remove: [one], put: [address(2, other)], cursor: 'b' });
  expect([...store.records.keys()]).toEqual(['addresses 3', 'addresses 2']);
  await store.apply({ remove: [one], put: [], cursor: 'c' });
  expect(store.records.size).toBe(2);
  await store.apply({ remove: [other], put: [], cursor: 'd' });
  expect(store.records.size).toBe(0);
});

test('the first copy reads parts with their lists: few calls, and the records as reads show them', async () => {
  const kids = await Promise.all(Array.from({ length: 20 }, customer));
  const [kid = 0] = kids;
  const contract = (await client.post('/v3/contracts', { kid, sparte: 'phv' })).body.id;
  await client.post(`/v3/contracts/${contract}/tariffs`, { name: 'Basis' });
  await client.post(`/v3/contracts/${contract}/persons`, { name: 'Kind' });
  await client.post(`/v3/customers/${kid}/addresses`, { ort: 'Köln' });
  await client.post(`/v3/customers/${kid}/banking`, { typ: '0', iban: 'DE1' });
  await client.post(`/v3/customers/${kid}/identity`, { behoerde: 'Köln' });
  const { id: partner } = (await client.post('/v3/products', { name: 'VU' })).body;
  await client.post(`/v3/products/${partner}/banking`, { typ: '0', iban: 'DE2' });
  const parts = ['addresses', 'contacts', 'banking', 'numbers', 'identity', 'jobs', 'persons', 'tariffs'];
  const sections = ['customers', 'contracts', ...parts];
  let calls = 0;
  let tooLarge = false;
  const counting: Sdk = {
    ...sdk,
    send: (method, path, init) => {
      calls += 1;
      const asked = JSON.stringify(init).includes('with_banks');
      return sdk.send(method, path, init).then((answer) => {
        if (!(tooLarge && asked)) return answer;
        throw new BrokerCrmError({ status: 413, code: 'payload_too_large', message: 'too large' });
      });
    },
  };
  const copyOf = async (of: readonly string[]) => {
    const store = memoryStore();
    calls = 0;
    await replicate(counting, { store, sections: of, wait: 0 });
    return [...store.records.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
  };
  const copy = await copyOf(sections);
  expect(calls).toBeLessThanOrEqual(5);
  expect(new Set(copy.map(([, { section }]) => section))).toEqual(
    new Set(['customers', 'contracts', 'addresses', 'banking', 'identity', 'persons', 'tariffs']),
  );
  for (const [, { section, id, owner, record }] of copy) {
    const below = owner ? `${owner.section}/${owner.id}/${section}` : section;
    const { items } = (await client.get(`/v3/${below}?limit=1000`)).body;
    expect(record).toEqual(items.find((item: { id: number }) => item.id === id));
  }
  tooLarge = true;
  expect(await copyOf(sections)).toEqual(copy);
  expect(calls).toBeGreaterThan(100);
  const others = await copyOf(['products', 'users', 'banking']);
  expect(others.filter(([, { section }]) => section === 'banking').length).toBe(1);
});

test('a copy restarts when its cursor has expired', async () => {
  const store = memoryStore();
  await customer();
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

test('the signal ends a copy while it waits', async () => {
  const store = memoryStore();
  const end = new AbortController();
  const running = replicate(sdk, { store, sections: ['customers'], signal: end.signal });
  await expect.poll(() => store.cursor()).not.toBeNull();
  const kid = await customer();
  await expect.poll(() => store.records.has(`customers ${kid}`)).toBe(true);
  end.abort();
  await running;
});

test('the signal ends a copy while it reads the lists, without a complete copy', async () => {
  const store = memoryStore();
  const end = new AbortController();
  const stopping: Sdk = {
    ...sdk,
    send: (method, path, init) => {
      if (path === '/v3/goals') end.abort();
      return sdk.send(method, path, init);
    },
  };
  await replicate(stopping, { store, sections: ['customers', 'goals'], signal: end.signal });
  expect(await store.cursor()).toBeNull();
});

test('the signal ends a copy during its first request', async () => {
  const end = new AbortController();
  const silent = (request: Request) =>
    new Promise<Response>((_answer, refuse) => {
      request.signal.addEventListener('abort', () => refuse(request.signal.reason));
      end.abort();
    });
  const unanswered = createClient({ baseUrl: service.address, token: client.token, fetch: silent, timeout: 0 });
  const store = memoryStore();
  await replicate(unanswered, { store, sections: ['customers'], signal: end.signal });
  expect(await store.cursor()).toBeNull();
}, 20_000);

test('calls leave no listener on a signal that outlives them', async () => {
  const end = new AbortController();
  const store = memoryStore();
  let most = 0;
  const counting: Sdk = {
    ...sdk,
    send: (...call) => {
      most = Math.max(most, getEventListeners(end.signal, 'abort').length);
      return sdk.send(...call);
    },
  };
  const sections = ['customers', 'folders', 'contracts'];
  for (let times = 0; times < 12; times += 1)
    await replicate(counting, { store, sections, wait: 0, signal: end.signal });
  // Lists of parts are read eight at once.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(8);
  expect(getEventListeners(end.signal, 'abort')).toEqual([]);
});
