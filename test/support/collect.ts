/** Writes each statement that a service sends in this process into a folder of the run, once (test/support/routable.ts). */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** A statement with values that were sent with it. */
export interface Collected {
  readonly text: string;
  readonly values: readonly unknown[];
}

const APPLICATION = 'broker-crm';
const seen = new Set<string>();
const file = join(inject('statements'), `${process.pid}.jsonl`);
const service = inject('service').user;

type Sending = (this: pg.Client & { connectionParameters: pg.ClientConfig }, ...args: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Sending; collected?: true };

if (!prototype.collected && service !== undefined) {
  prototype.collected = true;
  const { query } = prototype;
  prototype.query = function (...args) {
    const [given] = args as [pg.QueryConfig | string];
    const { text, values = [] } = typeof given === 'string' ? { text: given } : given;
    const { application_name: application, user } = this.connectionParameters;
    if (application === APPLICATION && user === service && text && !seen.has(text)) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify({ text, values } satisfies Collected)}\n`);
    }
    return query.apply(this, args);
  };
}
