/** Values that a request may name: records, credentials and settings of one organisation. */

import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { registry } from '../../src/model/registry.ts';
import { optionLists } from '../../src/model/seed/option-lists.ts';
import type { SampleRecords } from '../support/sample-records.ts';
import type { Random } from './random.ts';
import { PROTOTYPE } from './values.ts';

/** One organisation of the run. */
export interface Model {
  readonly orgId: number;
  readonly adminKid: number;
  readonly token: string;
  readonly cookie: string;
  readonly csrf: string;
  /** A token and a webhook that settings calls name. */
  readonly settings: Readonly<Record<'token' | 'webhook', number>>;
  /** Where its change feed stood before its records were made. */
  readonly cursor: string;
  readonly stock: SampleRecords;
}

const RESOURCES = registry.resources.filter(({ nesting: place }) => place.topLevel).map(({ path }) => path);
const FIELDS = [...new Set(registry.resources.flatMap(({ fields }) => Object.keys(fields)))];
const EVENTS = eventNames(registry);

/** Deliveries of the run reach this machine only, at a port without a listener. */
const URLS = [
  'http://127.0.0.1:9/hook',
  'https://127.0.0.1:9/',
  'http://127.0.0.1:9/?a=1#b',
  'http://user:pw@127.0.0.1:9/',
];
const BAD_URLS = [
  'http://[::1]:9',
  'http://localhost',
  'ftp://127.0.0.1',
  'http://',
  '//x',
  'http://127.1:9',
  'http://2130706433:9',
  'javascript:1',
  'http://0/',
  'x',
];

/** Values that members of settings and special bodies accept, by their name. */
export const namedValue = (random: Random, model: Model, name: string): unknown => {
  const { stock, settings } = model;
  const make: Readonly<Record<string, () => unknown>> = {
    user_kid: () => stock.ids.get('users'),
    slave_kid: () => stock.mate,
    id: () => stock.ids.get(random.pick(RESOURCES)),
    token_id: () => settings.token,
    scopes: () => [random.pick(scopeNames), random.pick(scopeNames)],
    addresses: () => random.pick([[], ['127.0.0.1'], ['10.0.0.0/8', '::1']]),
    events: () => [random.pick(EVENTS), random.pick(EVENTS)],
    event: () => random.pick(EVENTS),
    url: () => random.pick(random.chance(0.3) ? URLS : BAD_URLS),
    kind: () => random.pick(Object.keys(kinds)),
    list: () => (random.chance(0.5) ? null : random.pick(Object.keys(optionLists))),
    sparte: () => (random.chance(0.5) ? null : random.int(1, 75)),
    kreis: () => random.int(1, 8),
    rolle: () => random.pick(['admin', 'innendienst', null]),
    indices: () => [random.pick(RESOURCES), random.pick(RESOURCES)],
    index: () => random.pick(RESOURCES),
    query: () => stock.mark,
    mode: () => random.pick(['apiv3', 'multi', 'batch']),
    current: () => 'not the password',
  };
  return Object.hasOwn(make, name) ? make[name]?.() : undefined;
};

/** Texts of a settings address. */
export const pathText = (random: Random, model: Model, name: string, address: string): string | number => {
  const { stock, settings, adminKid } = model;
  if (name === 'path') return random.pick(RESOURCES);
  if (name === 'secret') return `${model.orgId}-${'A'.repeat(43)}`;
  if (name === 'delivery') return random.int(1, 50);
  if (name === 'kid') return random.chance(0.97) ? (stock.ids.get('users') ?? 1) : adminKid;
  if (name === 'name' && address.includes('/lists/'))
    return random.chance(0.1) ? random.pick(PROTOTYPE) : random.pick([...Object.keys(optionLists), 'eigene']);
  if (name === 'name') return random.chance(0.5) ? `ind_${random.int(1, 30)}` : random.pick(FIELDS);
  if (address.includes('/tokens/')) return settings.token;
  if (address.includes('/webhooks/')) return settings.webhook;
  if (address.includes('/tags/')) return stock.ids.get('system/tags') ?? 1;
  return random.pick([1, 2, 10, 75, 1000, 1001]);
};
