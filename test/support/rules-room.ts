/** What the tests of rules share: a service, an organisation with a record of every kind, and short readings of answers. */
import { afterAll, beforeAll, expect } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { plainBody } from './plain-bodies.ts';
import { type Client, type Organisation, type Reply, startTestService, type TestService } from './service.ts';
import { type Stock, stockUp } from './stock.ts';

/** A record, a body, an item of a list. */
export type Body = Record<string, unknown>;

/** The codes of an answer's issues (`betrag:too_big`), or its own code. */
export const codes = ({ body, error }: Reply): string =>
  body.data?.issues?.map(({ path, code }: { path: unknown[]; code: string }) => `${path.join('.')}:${code}`).join() ??
  String(error);

/** Status and codes in one text, as a row of a table has them: `400 betrag:too_big`. */
export const refusal = (reply: Reply): string => `${reply.status} ${codes(reply)}`;

/** How many records a list has. */
export const countAt = async (client: Client, address: string): Promise<number> => {
  const { body } = await client.get(address);
  return body.total ?? body.items.length;
};

/** Kinds below a parent that have addresses of their own. */
const OWN_ADDRESS = /\/#\/(contracts|damages|finances|goals|activities|contact-persons|portals)$/;

/** A room that its tests share. Its members exist from `beforeAll` on. */
export interface Room {
  readonly service: TestService;
  readonly organisation: Organisation;
  readonly client: Client;
  readonly stock: Stock;
  /** The id of the stock's record of a kind. */
  id(path: string): number;
  /** The address of a list: `customers/#/jobs` is that of the stock's customer. */
  at(path: string): string;
  /** The address of a record of that list; kinds with addresses of their own are read and changed there. */
  recordAt(path: string, id: unknown): string;
  /** POSTs a plain body of that list with further fields, expects 201, and gives what is answered. */
  plain(path: string, more?: Body): Promise<Body>;
  /** A fresh customer. */
  customer(fields?: Body): Promise<number>;
  /** POSTs a body, expects 201, and reads the record at the address of its kind. */
  made(path: string, body: Body, query?: string): Promise<Body>;
  /** POSTs what must be refused: status and codes, once it is seen that the list did not grow. */
  refused(path: string, body: unknown): Promise<string>;
}

/**
 * Opens a room for the tests of a file: starts a service before them and stops it after them.
 * @param mark stands in every text of the stock
 */
export const openRoom = (mark: string): Room => {
  let service: TestService;
  let organisation: Organisation;
  let client: Client;
  let stock: Stock;
  beforeAll(async () => {
    service = await startTestService();
    organisation = await service.organisation();
    client = await organisation.client();
    stock = await stockUp(client, registry, mark);
  });
  afterAll(() => service.stop());
  const id = (path: string): number => stock.ids.get(path) ?? 0;
  const at = (path: string): string => `/v3/${path.replace('#', String(id(path.split('/')[0] ?? '')))}`;
  const post = async (path: string, sent: Body): Promise<Body> => {
    const { status, text, body } = await client.post(at(path), sent);
    expect(status, text).toBe(201);
    return body;
  };
  return {
    get service() {
      return service;
    },
    get organisation() {
      return organisation;
    },
    get client() {
      return client;
    },
    get stock() {
      return stock;
    },
    id,
    at,
    recordAt: (path, record) =>
      OWN_ADDRESS.test(path) ? `/v3/${path.split('/').at(-1)}/${record}` : `${at(path)}/${record}`,
    plain: (path, more = {}) => post(path, { ...plainBody(path), ...more }),
    customer: async (fields = {}) => (await client.post('/v3/customers', { name: 'K', ...fields })).body.kid,
    made: async (path, body, query = '') =>
      (await client.get(`/v3/${path.split('/').at(-1)}/${(await post(path, body)).id}${query}`)).body,
    refused: async (path, body) => {
      const address = at(path);
      const before = await countAt(client, address);
      const reply = await client.post(address, body);
      expect(await countAt(client, address), 'nothing is written').toBe(before);
      return refusal(reply);
    },
  };
};
