/** Every POST carries an `Idempotency-Key`, so that it can be sent again without doing its work twice. */
import type { Middleware } from 'openapi-fetch';

export const KEY_HEADER = 'Idempotency-Key';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A random UUID (version 4). `crypto.randomUUID` is missing on pages without TLS, random bytes are not. */
export const randomKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => HEX[byte]).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** Gives a POST a key where the caller gave none. */
export const idempotencyKeys: Middleware = {
  onRequest: ({ request }) => {
    if (request.method === 'POST' && !request.headers.has(KEY_HEADER)) request.headers.set(KEY_HEADER, randomKey());
    return undefined;
  },
};
