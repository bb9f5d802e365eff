/** Receiving webhooks: the signature by Standard Webhooks, checked with WebCrypto, and the typed event. */
import type { Schemas } from './types.ts';

/** The body of a webhook delivery. `event_name` names the record kind and the action. */
export type WebhookEvent = Schemas['WebhookEvent'];
export type EventName = WebhookEvent['event_name'];

/** The delivery was not signed with the secret, or too long ago. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookDelivery {
  /** Headers as the server gave them; their names in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it came, not parsed and printed again. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** The webhook's secret (`whsec_...`), or several while the receiver changes to another one. */
  readonly secret: string | readonly string[];
  /** How far the sender's clock may be off, in seconds; 300 by default. */
  readonly tolerance?: number;
}

const PREFIX = 'whsec_';
const TOLERANCE = 5 * 60;
const VERSION = 'v1';

const headerOf = (headers: WebhookDelivery['headers'], name: string): string | null => {
  if (headers instanceof Headers) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? null);
};

const required = (headers: WebhookDelivery['headers'], name: string): string => {
  const value = headerOf(headers, name);
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
};

const checkTime = (header: string, tolerance: number): void => {
  if (!/^\d+$/.test(header)) throw new WebhookVerificationError('The header webhook-timestamp is no number.');
  const behind = Math.floor(Date.now() / 1000) - Number(header);
  if (behind > tolerance) throw new WebhookVerificationError('The delivery was signed too long ago.');
  if (-behind > tolerance) throw new WebhookVerificationError('The delivery was signed in the future.');
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    throw new TypeError('The secret of the webhook is not base64.');
  }
};

const bytesOf = (body: WebhookDelivery['body']): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  return body instanceof Uint8Array ? body : new Uint8Array(body);
};

const joined = (head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
};

const signatureOf = async (secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> => {
  const raw = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!raw.length) throw new TypeError('The secret of the webhook is empty.');
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))));
};

/** Compares in constant time, so that its duration does not show where two texts differ. */
const isSame = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
};

/** The envelope; as a form its payload is JSON text. */
const eventOf = (text: string, contentType: string | null): WebhookEvent => {
  if (!contentType?.startsWith('application/x-www-form-urlencoded')) return JSON.parse(text) as WebhookEvent;
  const form = Object.fromEntries(new URLSearchParams(text));
  return { ...form, payload: JSON.parse(form.payload ?? 'null') as unknown } as WebhookEvent;
};

/**
 * Checks a delivery and answers its event. Several signatures (after a rotation both secrets sign) and several secrets
 * are tried against each other; one that fits is enough.
 * @throws WebhookVerificationError answer such a delivery with 400; TypeError where the secret itself is unusable
 */
export const verifyWebhook = async (delivery: WebhookDelivery): Promise<WebhookEvent> => {
  const { headers, body, secret, tolerance = TOLERANCE } = delivery;
  const id = required(headers, 'webhook-id');
  const time = required(headers, 'webhook-timestamp');
  const given = required(headers, 'webhook-signature')
    .split(' ')
    .map((one) => one.split(','))
    .flatMap(([version, signature]) => (version === VERSION && signature ? [signature] : []));
  checkTime(time, tolerance);
  const bytes = bytesOf(body);
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), bytes);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const expected = await Promise.all(secrets.map((one) => signatureOf(one, signed)));
  const fits = given.map((one) => expected.some((other) => isSame(one, other)));
  if (!fits.includes(true)) throw new WebhookVerificationError('No signature fits the secret.');
  return eventOf(new TextDecoder().decode(bytes), headerOf(headers, 'content-type'));
};

/** Whether an event is a test delivery, which has no record. */
export const isTestEvent = (event: WebhookEvent): event is Schemas['WebhookTestEvent'] => 'test' in event.payload;
