/** The body of a webhook in the settings and the API (rules 17.7). */
import { z } from 'zod';
import { MAX_EVENTS, MAX_HEADERS } from '../../shared/limits.ts';
import { listOf, textsOf } from '../declaration/bounded-schemas.ts';

export const webhookMethods = z.enum(['POST', 'PUT', 'PATCH']);
export const webhookContentTypes = z.enum(['json', 'form']);

/**
 * Pattern of accepted URLs for JSON Schema. `format: uri` would be too strict, since URLs with umlauts are accepted
 * (src/webhooks/public-address.ts).
 */
const HTTP_URL = '^\\s*[Hh][Tt][Tt][Pp][Ss]?:';
const CALLED =
  'A complete URL of http or https, without user and password, whose host is public: 400 where it is not, and again at each delivery.';

/** The changeable members of a webhook. */
const webhookShape = z.strictObject({
  name: z.string().trim().max(100),
  description: z.string().trim().max(1000),
  url: z.string().trim().min(1).max(2000).meta({ pattern: HTTP_URL, description: CALLED }),
  method: webhookMethods,
  content_type: webhookContentTypes,
  headers: textsOf(z.string().max(100), z.string().max(2000), MAX_HEADERS),
  events: listOf(z.string().max(100), MAX_EVENTS),
});

/** A new webhook: address and events; the rest has defaults. */
export const newWebhook = webhookShape.extend({
  name: webhookShape.shape.name.default(''),
  description: webhookShape.shape.description.default(''),
  method: webhookMethods.default('POST'),
  content_type: webhookContentTypes.default('json'),
  headers: webhookShape.shape.headers.default({}),
});

/** A change of a webhook. */
export const changedWebhook = webhookShape.partial();

/** The same with the switch. */
export const webhookChange = changedWebhook.extend({ active: z.boolean().optional() });

/** Which event a test sends; the connection test where it names none. */
export const webhookTest = z.strictObject({ event: z.string().max(100).optional() });

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
