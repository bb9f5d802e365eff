/** Reads that answer 200 whatever data an organisation has stored (rules 8.1). */
import { registry } from '../../src/model/registry.ts';
import type { Model } from './model.ts';
import type { Answer, NoAnswer, Wire } from './wire.ts';

const SETTINGS = [
  'overview',
  'usage',
  'tokens',
  'webhooks',
  'fields',
  'sparten',
  'billing-companies',
  'tags',
  'relation-types',
  'users',
  'audit',
];
const LISTS = registry.resources
  .filter(({ nesting: place }) => place.topLevel && place.verbs.includes('list'))
  .map(({ path }) => path);
const SINGLE = registry.resources
  .filter(({ nesting: place }) => place.topLevel && place.verbs.includes('retrieve'))
  .map(({ path }) => path);

/** `broken` is a bug of the service; `gone` is an organisation that a request has legitimately made unusable. */
export interface State {
  readonly state: 'well' | 'gone' | 'broken';
  readonly detail: string;
}

const get = (wire: Wire, model: Model, target: string): Promise<Answer | NoAnswer> => {
  const credentials = target.startsWith('/settings/')
    ? `Cookie: broker_crm_session=${model.cookie}`
    : `Authorization: Bearer ${model.token}`;
  return wire.send(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: crm.test\r\n${credentials}\r\n\r\n`), 'GET');
};

/** Asks some addresses, in turn, until one does not answer 200. */
const ask = async (wire: Wire, model: Model, targets: readonly string[]): Promise<State> => {
  for (const target of targets) {
    const answer = await get(wire, model, target);
    if (typeof answer !== 'string' && answer.status === 200) continue;
    const status = typeof answer === 'string' ? 0 : answer.status;
    const detail = typeof answer === 'string' ? answer : `${status} ${answer.body.toString().slice(0, 300)}`;
    // A record was deleted, a token revoked, a session ended.
    const isGone = status === 401 || status === 403 || (status === 404 && /\/\d+$/.test(target));
    return { state: isGone ? 'gone' : 'broken', detail: `GET ${target} afterwards: ${detail}` };
  }
  return { state: 'well', detail: '' };
};

/** The few reads after a call that changed settings. */
export const canary = (wire: Wire, model: Model): Promise<State> =>
  ask(wire, model, [
    '/v3/customers?limit=1&with_schema=true',
    '/v3/contracts?limit=1&with_schema=true',
    '/settings/api/fields',
  ]);

/** Reads of every kind. */
export const everything = (wire: Wire, model: Model): Promise<State> =>
  ask(wire, model, [
    ...LISTS.map((path) => `/v3/${path}?limit=2&with_schema=true`),
    ...SINGLE.map((path) => `/v3/${path}/${model.stock.ids.get(path) ?? 0}`),
    '/v3/system/relations',
    '/v3/system/sparten',
    ...SETTINGS.map((path) => `/settings/api/${path}`),
  ]);
