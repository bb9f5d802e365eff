/** Many records at once. */
import type { Client } from './client.ts';
import { BrokerCrmError, jsonOf } from './errors.ts';
import type { Arguments, BatchPath, Body, CallOptions, Operation, PathOf, Schemas } from './types.ts';

/** Records that the API takes in one call. */
const BATCH_SIZE = 100;

/** Result of each record; `index` is its index among the given records. */
export interface BatchResult {
  readonly inserted: readonly Schemas['Batch']['inserted'][number][];
  readonly failed: readonly Schemas['Batch']['failed'][number][];
}

/** Path numbers of the address. */
export type BatchInit<P extends BatchPath> = PathOf<Operation<P, 'post'>> & CallOptions;

/** A batch of which every record failed has an error's status, and still says what became of each. */
const summaryOf = (error: unknown): BatchResult => {
  const body = error instanceof BrokerCrmError ? (error.body as Partial<BatchResult> | null | undefined) : undefined;
  if (!Array.isArray(body?.failed) || !Array.isArray(body.inserted)) throw error;
  return { inserted: body.inserted, failed: body.failed };
};

const counted = <T extends { readonly index: number }>(rows: readonly T[], from: number): T[] =>
  rows.map((row) => ({ ...row, index: from + row.index }));

/**
 * Creates any number of records, 100 a call. A record that cannot be created is listed under `failed`, the others are
 * made all the same. A field that fails the validation refuses the whole call it is in: nothing of those up to 100
 * records is written, and the calls before it stay.
 * @throws BrokerCrmError
 */
export const createMany = async <P extends BatchPath>(
  client: Client,
  path: P,
  records: readonly Body<Operation<P, 'post'>>[],
  ...[init]: Arguments<BatchInit<P>>
): Promise<BatchResult> => {
  const { path: numbers, ...options } = (init ?? {}) as { path?: object } & CallOptions;
  const result = { inserted: [] as BatchResult['inserted'][number][], failed: [] as BatchResult['failed'][number][] };
  for (let from = 0; from < records.length; from += BATCH_SIZE) {
    const body = records.slice(from, from + BATCH_SIZE);
    const request = { ...options, body, params: { path: numbers ?? {} } };
    const { inserted, failed } = await client
      .send('POST', path, request)
      .then((response) => jsonOf(response) as Promise<BatchResult>)
      .catch(summaryOf);
    result.inserted.push(...counted(inserted, from));
    result.failed.push(...counted(failed, from));
  }
  return result;
};
