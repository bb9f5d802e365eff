/** Validation of a webhook: target, form and events (rules 7.3, 7.6, 7.7). */
import { fail } from '../../errors/api-error.ts';
import { checkHost, checkUrl } from '../public-address.ts';

/** Headers that a call sets itself, or that cannot be sent: each delivery would fail, or lack them. */
const FORBIDDEN_HEADER =
  /^(webhook-.*|host|content-length|content-type|transfer-encoding|connection|expect|keep-alive|upgrade|__proto__)$/i;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Field values of RFC 9110: visible ASCII, blanks, and bytes above it. */
const HEADER_VALUE_BREAKS = /[^\t\x20-\x7e\x80-\xff]/;
const METHODS = ['POST', 'PUT', 'PATCH'];
/** The connection test, always available. */
export const PING = 'webhook.ping';

const refuse = (as: string, message: string) => fail('validation_failed', { as, message });

/** The settings of a webhook; a change has those that it changes. */
export interface WebhookSettings {
  readonly name?: string;
  readonly description?: string;
  readonly url?: string;
  readonly method?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly events?: readonly string[];
}

/** How administration reaches out. */
export interface Reach {
  readonly allows: (address: string) => boolean;
  /** Every event name there is. */
  readonly eventNames: readonly string[];
}

/** @throws 400 naming the invalid setting, in a sentence */
export const checkSettings = async (settings: WebhookSettings, { allows, eventNames }: Reach): Promise<void> => {
  if (settings.url !== undefined) {
    try {
      await checkHost(checkUrl(settings.url, allows), allows);
    } catch (error) {
      throw refuse('invalid_url', (error as Error).message);
    }
  }
  if (settings.method !== undefined && !METHODS.includes(settings.method))
    throw refuse('invalid_method', `The method must be one of ${METHODS.join(', ')}.`);
  if (settings.contentType !== undefined && !['json', 'form'].includes(settings.contentType)) {
    throw refuse('invalid_content_type', 'The content type must be json or form.');
  }
  for (const [name, value] of Object.entries(settings.headers ?? {})) {
    if (!HEADER_NAME.test(name) || FORBIDDEN_HEADER.test(name))
      throw refuse('invalid_header', `The header ${name} cannot be set.`);
    if (HEADER_VALUE_BREAKS.test(value))
      throw refuse('invalid_header', `The value of the header ${name} has a character that headers cannot carry.`);
  }
  const unknown = (settings.events ?? []).filter((name) => !eventNames.includes(name) && name !== PING);
  if (unknown.length)
    throw refuse('unknown_event', `Unknown event ${unknown.join(', ')}. Events are: ${eventNames.join(', ')}.`);
};
