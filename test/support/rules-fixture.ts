/**
 * Fixture of the tests of rules: a service, an organisation with a record of every kind, and short forms of
 * responses.
 */
import { beforeAll, expect } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { type Fixture, setUpService } from './fixture.ts';
import { plainBody } from './plain-bodies.ts';
import { createSampleRecords, type SampleRecords } from './sample-records.ts';
import type { Client, Reply } from './service.ts';

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

/** The fixture of a file with a record of every kind. */
export interface RulesFixture extends Fixture {
  readonly stock: SampleRecords;
  /** The id of the stock's record of a kind. */
  id(path: string): number;
  /** The address of a list: `customers/#/jobs` is that of the stock's customer. */
  at(path: string): string;
  /** The address of a record of that list; kinds with addresses of their own are read and changed there. */
  recordAt(path: string, id: unknown): string;
  /** POSTs a minimal body of that list with further fields, expects 201, and returns the response. */
  plain(path: string, more?: Body): Promise<Body>;
  /** A fresh customer. */
  customer(fields?: Body): Promise<number>;
  /** POSTs a body, expects 201, and reads the record at the address of its kind. */
  made(path: string, body: Body, query?: string): Promise<Body>;
  /** POSTs a body that must be refused: status and codes, after checking that the list did not grow. */
  refused(path: string, body: unknown): Promise<string>;
}

/**
 * Starts a service before the tests of a file, with an organisation that has a record of every kind.
 * @param mark contained in every text of these records
 * @param options of the service
 */
export const setUpRecords = (mark: string, options?: Parameters<typeof setUpService>[0]): RulesFixture => {
  const { service, organisation, client } = setUpService(options);
  const stock = {} as SampleRecords;
  beforeAll(async () => {
    Object.assign(stock, await createSampleRecords(client, registry, mark));
  });
  const id = (path: string): number => stock.ids.get(path) ?? 0;
  const at = (path: string): string => `/v3/${path.replace('#', String(id(path.split('/')[0] ?? '')))}`;
  const post = async (path: string, sent: Body): Promise<Body> => {
    const { status, text, body } = await client.post(at(path), sent);
    expect(status, text).toBe(201);
    return body;
  };
  return {
    service,
    organisation,
    client,
    stock,
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
