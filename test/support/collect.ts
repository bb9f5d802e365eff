/**
 * Around each test file: every statement that services and commands sent in it can be routed to one node of a
 * cluster, or is a known exception (test/support/spanning.ts). Each statement is judged once in a run, and the file
 * that sent it first fails.
 */
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { expectRoutable } from './expect-routable.ts';
import { isCommand, note, type Sent } from './sent-statements.ts';

const APPLICATION = 'broker-crm';
const service = inject('service').user;

type Sending = (this: pg.Client & { connectionParameters: pg.ClientConfig }, ...args: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Sending; collected?: true };

if (!prototype.collected) {
  prototype.collected = true;
  const { query } = prototype;
  prototype.query = function (...args) {
    const [given, beside] = args as [(pg.QueryConfig & { queries?: readonly Sent[] }) | string, unknown[]?];
    const one = typeof given === 'string' ? { text: given, values: beside } : given;
    // Those of the service travel together (src/db/pool/pipelined-batch.ts).
    const all = (typeof given !== 'string' && given.queries) || [one];
    const { application_name: application, user } = this.connectionParameters;
    // Tests read and write as the owner of the tables; where that is the role of the service too, they cannot be
    // distinguished.
    const isService = application === APPLICATION && service !== undefined && user === service;
    for (const { text, values = [] } of all) if (text && (isService || isCommand())) note({ text, values });
    return query.apply(this, args);
  };
}

// Hooks of a file end in reverse order: this one, registered first, is the last.
afterAll(() => expectRoutable(inject('statements'), inject('nodes')));
