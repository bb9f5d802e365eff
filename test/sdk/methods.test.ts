/** Calls as methods: each of the description is one and goes where it should, and they do their work. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, isError } from '../../sdk/src/index.ts';
import { openapiDocument } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Place = { readonly [name: string]: Place } & ((...given: readonly unknown[]) => Promise<unknown>);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

describe('each call of the description', () => {
  const { paths } = openapiDocument(registry, allRoutes(registry)) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
  );
  let sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'http://nowhere',
    token: 'x',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      sent.push({ method: request.method, path: pathname + search, body: await request.text() });
      return Response.json({ page: 1, total: 0, items: [] });
    },
  });

  test.each(calls)('$operationId is a method that sends $method $path', async ({ method, path, operationId }) => {
    sent = [];
    const word = operationId.match(/^[a-z]+/)?.[0] ?? '';
    const names = path
      .split('/')
      .slice(2)
      .filter((name) => !name.startsWith('{'));
    if (names.at(-1) !== word) names.push(word);
    const camel = names.map((name) => name.replace(/-./g, ([, letter]) => letter?.toUpperCase() ?? ''));
    const call = camel.reduce((at, name) => at[name] as Place, client as unknown as Place);
    const numbers = (path.match(/\{/g) ?? []).map((_, i) => 7 + i);
    let place = 0;
    const at = path.replace(/\{\w+\}/g, () => String(numbers[place++]));
    const input = { GET: [{ a: 1 }], POST: [{ a: 1 }], PUT: [{ a: 1 }], PATCH: [{ a: 1 }], DELETE: [] }[method] ?? [];
    await call(...numbers, ...input);
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? '{"a":1}' : '';
    expect(sent).toEqual([{ method, path: method === 'GET' ? `${at}?a=1` : at, body }]);
    if (word !== 'list') return;
    const list = camel.slice(0, -1).reduce((node, name) => node[name] as Place, client as unknown as Place);
    for await (const _ of list.all?.(...numbers, { limit: 9 }) as unknown as AsyncIterable<unknown>);
    expect(sent[1]).toEqual({ method, path: `${at}?limit=9&page=1`, body });
  });

  test('and the client has no other methods', () => {
    const count = (place: Place): number =>
      Object.values(place).reduce((sum, one) => sum + (typeof one === 'function' ? 1 : count(one)), 0);
    const lists = calls.filter(({ operationId }) => operationId.startsWith('list'));
    const byAddress = ['GET', 'POST', 'PATCH', 'DELETE', 'send'];
    expect(count(client as unknown as Place)).toBe(calls.length + lists.length + byAddress.length);
  });
});

describe('against the service', () => {
  let service: TestService;
  let crm: Client;
  beforeAll(async () => {
    service = await startTestService();
    const { token } = await (await service.organisation()).client();
    crm = createClient({ baseUrl: service.address, token, maxRetries: 0 });
  });
  afterAll(() => service.stop());

  test('a record with its parts is created, read, changed, found, followed, merged and deleted', async () => {
    const { next } = await crm.changes.get();
    const { kid, name } = await crm.customers.create({ name: 'Mustermann', vorname: 'Erika' });
    expect(name).toBe('Mustermann');
    if (kid === null) throw new Error('a customer has a kid');
    const address = await crm.customers.addresses.create(kid, { ort: 'Kiel' });
    await crm.customers.addresses.update(kid, address.id, { plz: '24103' });
    expect(await crm.customers.update(kid, { titel: 'Dr.' })).toEqual({ success: true, updated: 1 });
    const read = await crm.customers.get(kid, { with_addresses: true });
    expect([read.titel, read.addresses?.[0]?.plz]).toEqual(['Dr.', '24103']);
    const contract = await crm.customers.contracts.create(kid, { sparte: 'phv', tariffs: [{ name: 'Basis' }] });
    await crm.contracts.tariffs.create(contract.id, { name: 'Ausland' });
    expect((await crm.contracts.tariffs.list(contract.id)).items.map((tariff) => tariff.name)).toEqual([
      'Basis',
      'Ausland',
    ]);
    expect((await crm.search({ query: 'erika', indices: ['customers'] })).total).toBe(1);
    const twin = await crm.customers.create({ name: 'Zwilling' });
    await crm.customers.merge(kid, { slave_kid: twin.id });
    const { items } = await crm.changes.get({ after: next, sections: 'customers' });
    expect(items.map(({ action }) => action)).toContain('merge');
    await crm.customers.delete(kid);
    await expect(crm.customers.get(kid)).rejects.toSatisfy((error) => isError(error, 'not_found'));
  });

  test('lists are pages, or all of their records', async () => {
    for (const art of ['A', 'B', 'C']) await crm.damages.create({ art });
    const page = await crm.damages.list({ limit: 2, sort: '-id' });
    expect([page.total, page.items.map(({ art }) => art)]).toEqual([3, ['C', 'B']]);
    const all: unknown[] = [];
    for await (const { art } of crm.damages.all({ limit: 2 })) all.push(art);
    expect(all).toEqual(['A', 'B', 'C']);
    const lines: string[] = [];
    for await (const { sparte } of crm.system.sparten.all()) lines.push(sparte);
    expect(lines).toEqual((await crm.system.sparten.list()).items.map(({ sparte }) => sparte));
    expect(lines).toContain('phv');
  });

  test('a download returns a response; headers and signals are passed on', async () => {
    const { id } = await crm.documents.create({ name: 'a.txt', base64: 'SGFsbG8=' });
    expect(await (await crm.documents.download(id)).text()).toBe('Hallo');
    const part = await crm.documents.content.show(id, undefined, { headers: { Range: 'bytes=1-2' } });
    expect([part.status, await part.text()]).toEqual([206, 'al']);
    const stale = crm.documents.update(id, { name: 'b.txt' }, { headers: { 'If-Match': '"other"' } });
    await expect(stale).rejects.toSatisfy((error) => isError(error, 'precondition_failed'));
    await expect(crm.documents.delete(id, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('a webhook is set up', async () => {
    const { id, secret } = await crm.webhooks.create({ url: 'https://example.com/', events: ['customers.insert'] });
    expect((await crm.webhooks.list()).items.map((one) => one.id)).toEqual([id]);
    expect((await crm.webhooks.secret.rotate(id)).secret).not.toBe(secret);
    expect((await crm.webhooks.deliveries.list(id)).total).toBe(0);
    await crm.webhooks.delete(id);
  });
});
