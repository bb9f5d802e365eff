/** Batches whose items are made together (docs/decisions/0038). */
import type { Client } from './service.ts';

/** Asks for it in every POST of an array. */
export const together = (client: Client): Client => ({
  ...client,
  post: (path, body, headers) => client.post(Array.isArray(body) ? `${path}?together=true` : path, body, headers),
});
