/** Liveness and readiness probes for supervisors and load balancers (rules 8.8). */
import type { FastifyInstance } from 'fastify';
import { readOnly } from './openapi-routes.ts';
import type { Readiness } from './readiness.ts';

const LIVES = '{"status":"ok"}';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers them; none needs a token. `/livez` asks nothing of others: a process is not ended for a database's fault. */
export const registerProbes = (app: FastifyInstance, readiness: Readiness): void => {
  for (const url of ['/health', '/livez'])
    readOnly(app, url, (_request, reply) => reply.type('application/json').send(LIVES));
  readOnly(app, '/readyz', async (_request, reply) => {
    const state = await readiness.state();
    return reply
      .code(state.ready ? 200 : 503)
      .type(JSON_TYPE)
      .send(JSON.stringify(state));
  });
};
