/**
 * Every position of a request that takes an id, derived from routes and declarations, with ids that must be answered
 * as if they never existed: of another organisation, deleted, of another parent or kind, private to another user.
 */

import { filtersOf } from '../../src/derive/query/filters.ts';
import { type Collection, takesBatch } from '../../src/derive/routing/collections.ts';
import type { Route } from '../../src/derive/routing/routes.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { ASSIGNABLE } from '../../src/model/records/inbox.ts';
import type { Registry } from '../../src/model/registry.ts';
import { linkable } from '../../src/operations/relations/links.ts';
import { bodyFields, sampleCreate, samplePatch } from './sample-body.ts';
import { parentPattern, type SampleRecords } from './sample-records.ts';
import type { Reply } from './service.ts';

/** A valid id that no record has. */
const ABSENT = 2147483647;

/** The records that a matrix is made of. */
export interface Worlds {
  readonly registry: Registry;
  /** Live records of the asking organisation, and a second set below other parents. */
  readonly own: SampleRecords;
  readonly second: SampleRecords;
  /** Deleted with all their parents; `lost` deleted below live parents. */
  readonly gone: SampleRecords;
  readonly lost: ReadonlyMap<string, number>;
  /** Another organisation's. */
  readonly theirs: SampleRecords;
  /** Records that only another user of the asking organisation sees, by record kind. */
  readonly hidden: ReadonlyMap<string, number>;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One id at one place; `absent` is the same request with an id that never existed. */
export interface Probe {
  /** `path kid`, `body vid`, `filter ordner`. */
  readonly place: string;
  readonly variant: string;
  readonly id: number;
  readonly request: Request;
  readonly absent: Request;
  /**
   * Answered 404 `not_found` whichever the code of an absent record is: it belongs to another record (rules 5.18).
   */
  readonly elsewhere?: boolean;
}

/** The id made the difference: it was not found, and nothing else was wrong. */
export const isRefusedForId = (probe: Probe, reply: Reply): boolean => {
  if (probe.place.startsWith('filter')) return reply.status === 200 && reply.body.total === 0;
  if (probe.place.startsWith('batch')) return JSON.stringify(reply.body.failed[0]).includes('_');
  const issues: { code: string }[] = reply.body.data.issues ?? [];
  if (reply.status === 404) return /^(record_|customer_|target_)?not_found$/.test(reply.error ?? '');
  return reply.error === 'invalid_parent_id' || (issues.length === 1 && issues[0]?.code === 'invalid_reference');
};

/** Writable numbers that name records without a reference trait, because operations of their own check them. */
const NAMING: Readonly<Record<string, string>> = {
  'documents.ordner': 'folders',
  'folders.parent_id': 'folders',
  'links.foreign_id': 'links',
  'relations.kid_beziehung': 'customers',
};

/** Writable numbers that name no record. */
const PLAIN = new Set([
  'documents.nr',
  'persons.art',
  'tariffs.tarif_id',
  'finances.stkl',
  'system/tags.freigabe',
  'system/views.art',
  'system/views.freigabe',
  'system/templates.freigabe',
  'system/inbox-rules.tage',
  'relations.beziehung',
]);

/** Operations without a collection, with the places of theirs; every one must be named. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  'GET /v3/system/relations': [],
  'GET /v3/system/sparten': [],
  'GET /v3/system/users': [],
  'GET /v3/system/templates/placeholders': [],
  // Records of others are tried in test/api/messages.test.ts.
  'POST /v3/system/templates/:id/preview': [],
  'GET /v3/system/sections': [],
  // Their `betreuer` narrows to none where there is no such user (test/api/agenda.test.ts).
  'GET /v3/customers/:kid/messages': [],
  'POST /v3/customers/:kid/messages': [],
  'GET /v3/products/:kid/messages': [],
  'POST /v3/products/:kid/messages': [],
  'GET /v3/contracts/:id/messages': [],
  'POST /v3/contracts/:id/messages': [],
  'GET /v3/damages/:id/messages': [],
  'POST /v3/damages/:id/messages': [],
  // Records of others are failures of the job (test/api/messages.test.ts).
  'POST /v3/customers/letters': [],
  'POST /v3/products/letters': [],
  'POST /v3/contracts/letters': [],
  'POST /v3/damages/letters': [],
  'POST /v3/messages/:id/resend': [],
  'POST /v3/letters/recipients': [],
  'GET /v3/letters/:id': [],
  'GET /v3/letters/:id/download': [],
  'GET /v3/messages/:id': [],
  'GET /v3/contracts/deadlines': [],
  'GET /v3/agenda': [],
  'GET /v3/contracts/:id/gdv': [],
  'GET /v3/inbox/documents': [],
  'GET /v3/inbox/documents/:id/content': [],
  'GET /v3/inbox/documents/:id/text': [],
  'POST /v3/inbox/documents/:id/assign': ['id'],
  'POST /v3/inbox/documents/:id/discard': [],
  'POST /v3/inbox/documents/:id/return': [],
  // Its cursors are tried in test/api/changes.slow.test.ts.
  'GET /v3/changes': [],
  'GET /v3/exports': [],
  'POST /v3/exports': [],
  'GET /v3/exports/:id': [],
  'GET /v3/exports/:id/download': [],
  'DELETE /v3/exports/:id': [],
  'GET /v3/privacy/report': [],
  'GET /v3/customers/:kid/privacy': [],
  'GET /v3/customers/:kid/privacy/export': [],
  'PUT /v3/customers/:kid/privacy/hold': [],
  'DELETE /v3/customers/:kid/privacy/hold': [],
  'GET /v3/customers/:kid/privacy/erasure': [],
  'POST /v3/customers/:kid/privacy/erasure': [],
  // Its tools run the operations above; test/api/mcp.test.ts asks them for records of others.
  answerMcp: [],
  // A row's number counts within its import; the record that a decision names is tried in test/api/imports-access.test.ts.
  'GET /v3/customers/:kid/premiums': [],
  'GET /v3/duplicates': [],
  // Records of others are tried in test/api/duplicates.test.ts.
  'POST /v3/duplicates/:name/dismiss': [],
  // Customers of others are tried in test/api/unmerge.test.ts.
  'POST /v3/customers/:kid/unmerge': [],
  'GET /v3/imports': [],
  'POST /v3/imports': [],
  'GET /v3/imports/mappings': [],
  'GET /v3/imports/mappings/:name': [],
  'PUT /v3/imports/mappings/:name': [],
  'DELETE /v3/imports/mappings/:name': [],
  'GET /v3/imports/:id': [],
  'DELETE /v3/imports/:id': [],
  'GET /v3/imports/:id/rows': [],
  'PATCH /v3/imports/:id/rows/:row': [],
  'POST /v3/imports/:id/restage': [],
  'POST /v3/imports/:id/apply': [],
  'POST /v3/imports/:id/undo': [],
  search: [],
  toolsSearch: [],
  upsertSearch: [],
  mergeCustomers: ['slave_kid'],
  'GET /v3/webhooks': [],
  'POST /v3/webhooks': [],
  'GET /v3/webhooks/:id': [],
  'PATCH /v3/webhooks/:id': [],
  'DELETE /v3/webhooks/:id': [],
  'POST /v3/webhooks/:id/test': [],
  'POST /v3/webhooks/:id/secret': [],
  'GET /v3/webhooks/:id/deliveries': [],
  'GET /v3/webhooks/:id/deliveries/:delivery': [],
  'POST /v3/webhooks/:id/deliveries/:delivery/resend': [],
};

/**
 * Numbers in bodies that are not classified as a reference or not, and special operations that are not classified.
 */
export const undecided = (registry: Registry, routes: readonly Route[]): string[] => [
  ...registry.resources.flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, field]) => field.kind === kinds.int && !field.server && !field.reference && !field.list)
      .map(([name]) => `${resource.path}.${name}`)
      .filter((name) => !NAMING[name] && !PLAIN.has(name)),
  ),
  ...routes.filter(({ collection, operation }) => !collection && !SPECIAL[operation]).map(({ operation }) => operation),
];

/** Positions of a route that must be tried, in addition to fields declared as references. */
export const namingPlaces = ({ collection, operation, verb }: Route): string[] => {
  if (!collection) return (SPECIAL[operation] ?? []).map((name) => `body ${name}`);
  if (verb !== 'create' && verb !== 'update') return [];
  const fields = bodyFields(collection, verb === 'create' ? 'create' : 'patch').map(([name]) => name);
  return fields.filter((name) => NAMING[`${collection.resource.path}.${name}`]).map((name) => `body ${name}`);
};

type Target = readonly [variant: string, id: number];

/** Ids of records of these kinds that must not be found. */
const targets = (worlds: Worlds, paths: readonly string[]): Target[] => {
  const { registry, own, theirs, gone, hidden } = worlds;
  const found: [string, number | undefined][] = paths.flatMap((path) => [
    [`foreign ${path}`, theirs.ids.get(path)],
    [`deleted ${path}`, gone.ids.get(path)],
    [`private ${path}`, hidden.get(path)],
  ]);
  const section = registry.resources.find(({ path }) => path === paths[0])?.storage.section;
  const others = registry.resources.filter((one) => section && one.storage.section && !paths.includes(one.path));
  for (const { path } of others) found.push([`another kind, ${path}`, own.ids.get(path)]);
  return found.filter((target): target is [string, number] => target[1] !== undefined);
};

/** Ids of records at one address below a parent. */
const targetsBelow = (worlds: Worlds, pattern: string): Target[] => {
  const name = pattern.split('/#/').at(-1);
  // A document below a contract or a damage belongs to the customer too.
  const also = new Set(
    worlds.registry.resources.flatMap(({ path, nesting: place }) => place.alsoBelow.map((one) => `${one}/#/${path}`)),
  );
  const elsewhere = [...worlds.own.below].filter(
    ([other]) =>
      other !== pattern && other.endsWith(`/#/${name}`) && !also.has(other.split('/#/').slice(-2).join('/#/')),
  );
  const found: [string, number | undefined][] = [
    ['foreign', worlds.theirs.below.get(pattern)],
    ['of another parent', worlds.second.below.get(pattern)],
    ['deleted', worlds.lost.get(pattern)],
    ...elsewhere.map(([other, id]): [string, number] => [`of another kind of parent, ${other}`, id]),
  ];
  return found.filter((target): target is [string, number] => target[1] !== undefined);
};

/** An address with numbers in its places. */
export const fill = (address: string, numbers: readonly (number | undefined)[]): string => {
  const left = [...numbers];
  return address.replace(/\{\w+\}/g, () => String(left.shift() ?? ABSENT));
};

/** The record that a route's last number names, in one stock. */
const itemOf = ({ parent, pattern, resource }: Collection, stock: SampleRecords): number | undefined =>
  parent ? stock.below.get(pattern) : stock.ids.get(resource.path);

/** The pattern under which a stock has the record that a nested route's last number names: that of its list. */
const nestedPattern = ({ pattern }: Route): string => pattern.split('/').slice(0, 5).join('/');

const isItem = ({ verb }: Route): boolean =>
  verb !== undefined && /^(retrieve|update|remove|restore|history)$/.test(verb);

const bodyOf = ({ method, collection, operation, verb }: Route, own: SampleRecords): unknown => {
  if (operation === 'mergeCustomers' || operation === 'POST /v3/customers/:kid/unmerge') return { slave_kid: own.mate };
  if (operation === 'POST /v3/system/templates/:id/preview')
    return { section: 'customers', id: own.ids.get('customers') };
  if (method === 'POST' && operation.endsWith('/messages')) return { subject: 'A', text: 'B', to: [], send: 'none' };
  if (method === 'POST' && operation.endsWith('/letters'))
    return { template: own.ids.get('system/templates'), ids: [own.ids.get('customers')] };
  if (operation === 'POST /v3/letters/recipients') return { section: 'customers', ids: [own.ids.get('customers')] };
  if (operation === 'POST /v3/inbox/documents/:id/assign')
    return { section: 'customers', id: own.ids.get('customers') };
  if (operation === 'PATCH /v3/imports/:id/rows/:row') return { action: 'skip' };
  if (operation === 'PUT /v3/customers/:kid/privacy/hold') return { reason: 'x' };
  if (operation === 'POST /v3/customers/:kid/privacy/erasure') return { confirm: 1, reason: 'x' };
  if (operation === 'PATCH /v3/webhooks/:id') return { name: 'changed' };
  if (!collection || verb === 'restore' || (method !== 'POST' && method !== 'PATCH')) return undefined;
  return method === 'POST' ? sampleCreate(collection, own) : samplePatch(collection, own);
};

/**
 * The subject of a special operation, by the segments of its address: `webhooks`, and `webhooks/#/deliveries` below
 * it.
 */
const firstOf = ({ pattern }: Route): string => pattern.split('/#')[0] ?? '';
const belowOf = ({ pattern }: Route): string => pattern.split('/').slice(0, 3).join('/');

/** Path numbers of a live request: parent, item. */
export const ownNumbers = (route: Route, { own }: Worlds): (number | undefined)[] => {
  const { collection, grandparent } = route;
  if (!collection) return [own.ids.get(firstOf(route)), own.below.get(belowOf(route))];
  if (grandparent) {
    const below = [own.below.get(parentPattern(route)), own.below.get(nestedPattern(route))];
    return [own.ids.get(grandparent.path), ...below].slice(0, route.pathIds.length);
  }
  return [
    ...(collection.parent ? [own.ids.get(collection.parent.path)] : []),
    ...(isItem(route) ? [itemOf(collection, own)] : []),
  ];
};

/** The same of a nested route: grandparent, parent, item. */
const inNestedPath = (route: Route, worlds: Worlds): Probe[] => {
  const { method, address, pathIds } = route;
  const body = bodyOf(route, worlds.own);
  const patterns = [firstOf(route), parentPattern(route), nestedPattern(route)];
  const stocks = { foreign: worlds.theirs, deleted: worlds.gone, 'of another parent': worlds.second };
  return pathIds.flatMap(({ name }, at) => {
    const found = at === 0 ? targets(worlds, [firstOf(route)]) : targetsBelow(worlds, patterns[at] ?? '');
    return found.map(([variant, id]): Probe => {
      // The numbers after it name its own records, so that nothing else makes the call fail.
      const stock = Object.entries(stocks).find(([word]) => variant.startsWith(word))?.[1];
      const requestWith = (number: number) => {
        const all = ownNumbers(route, worlds).map((own, i) =>
          i > at && stock ? stock.below.get(patterns[i] ?? '') : own,
        );
        all[at] = number;
        return { method, path: fill(address, all), body };
      };
      const elsewhere = at === 1 && variant.startsWith('of another');
      const place = `path ${name} ${at + 1}`;
      return { place, variant, id, request: requestWith(id), absent: requestWith(ABSENT), elsewhere };
    });
  });
};

/** Probes of every number in the path. */
const inPath = (route: Route, worlds: Worlds): Probe[] => {
  if (route.grandparent) return inNestedPath(route, worlds);
  const { collection, method, address, pathIds } = route;
  const body = bodyOf(route, worlds.own);
  const stocks = { foreign: worlds.theirs, deleted: worlds.gone };
  return pathIds.flatMap(({ name }, at) => {
    const owner = collection ? (collection.parent ?? collection.resource).path : firstOf(route);
    const found = at === 0 ? targets(worlds, [owner]) : targetsBelow(worlds, collection?.pattern ?? belowOf(route));
    // A restore is for deleted records (test/api/restore.slow.test.ts), and privacy for all (test/api/privacy.slow.test.ts).
    const forDeleted = route.verb === 'restore' || /\/privacy\b|inbox.*\/return$/.test(address);
    const sought = forDeleted ? found.filter(([variant]) => !variant.startsWith('deleted')) : found;
    return sought.map(([variant, id]): Probe => {
      // Below a foreign or deleted parent the id is that of the parent's own record: only the parent can hide it.
      const stock = Object.entries(stocks).find(([word]) => variant.startsWith(word))?.[1];
      const requestWith = (number: number) => {
        const all = ownNumbers(route, worlds);
        if (at === 0 && all.length > 1 && stock)
          all[1] = collection ? itemOf(collection, stock) : stock.below.get(belowOf(route));
        all[at] = number;
        return { method, path: fill(address, all), body };
      };
      return { place: `path ${name} ${at + 1}`, variant, id, request: requestWith(id), absent: requestWith(ABSENT) };
    });
  });
};

/** Ids that a field of a body or a filter may be tried with. */
const forField = (route: Route, name: string, worlds: Worlds): Target[] => {
  const { resource, parent } = route.collection!;
  const reference = resource.fields[name]?.reference;
  if (reference) return targets(worlds, reference.to);
  const naming = NAMING[`${resource.path}.${name}`];
  if (naming === 'customers') return targets(worlds, ['customers']);
  if (naming !== 'folders') return [];
  const holder = parent && worlds.own.below.has(`${parent.path}/#/documents/folders`) ? parent.path : 'customers';
  return targetsBelow(worlds, `${holder}/#/documents/folders`);
};

const inBody = (route: Route, worlds: Worlds): Probe[] => {
  const { collection, method, address, verb } = route;
  if (!collection || (verb !== 'create' && verb !== 'update')) return [];
  const path = fill(address, ownNumbers(route, worlds));
  const sample = bodyOf(route, worlds.own) as object;
  const probe = (place: string, [variant, id]: Target, bodyWith: (number: number) => unknown): Probe => ({
    place,
    variant,
    id,
    request: { method, path, body: bodyWith(id) },
    absent: { method, path, body: bodyWith(ABSENT) },
  });
  const fields = bodyFields(collection, verb === 'create' ? 'create' : 'patch').map(([name]) => name);
  if (collection.resource.path === 'links') {
    return linkable(worlds.registry).flatMap((foreign) =>
      targets(worlds, [foreign.path]).map((target) =>
        probe('body foreign_id', target, (foreign_id) => ({ foreign_section: foreign.path, foreign_id })),
      ),
    );
  }
  // A folder belongs to a contact, so a document needs one before it can lie in a folder.
  const holder = fields.includes('kid') && fields.includes('ordner') ? { kid: worlds.own.ids.get('customers') } : {};
  return fields.flatMap((name) =>
    forField(route, name, worlds).flatMap((target) => {
      const bodyWith = (id: number) => ({ ...sample, ...(name === 'ordner' ? holder : {}), [name]: id });
      return [
        probe(`body ${name}`, target, bodyWith),
        ...(verb === 'create' && takesBatch(collection)
          ? [probe(`batch ${name}`, target, (id) => [bodyWith(id)])]
          : []),
      ];
    }),
  );
};

const inFilter = (route: Route, worlds: Worlds): Probe[] => {
  const { collection, method, address, verb } = route;
  if (!collection || verb !== 'list' || !collection.resource.storage.stored) return [];
  const path = fill(address, ownNumbers(route, worlds));
  const fixed = collection.fixed.map(({ column }) => column);
  return (
    [...filtersOf(collection.resource)]
      // A comparison leaves more than a record with that number.
      .filter(([parameter, { name }]) => !fixed.includes(name) && !parameter.includes('['))
      .flatMap(([parameter, { name }]) =>
        forField(route, name, worlds).map(([variant, id]): Probe => {
          const request = (number: number) => ({ method, path: `${path}?${parameter}=${number}` });
          return { place: `filter ${parameter}`, variant, id, request: request(id), absent: request(ABSENT) };
        }),
      )
  );
};

const inMerge = (route: Route, worlds: Worlds): Probe[] => {
  if (route.operation !== 'mergeCustomers') return [];
  const path = fill(route.address, ownNumbers(route, worlds));
  return targets(worlds, ['customers']).flatMap(([variant, id]) =>
    [Number, String].map((written): Probe => {
      const request = (number: number) => ({ method: 'POST', path, body: { slave_kid: written(number) } });
      return { place: 'body slave_kid', variant, id, request: request(id), absent: request(ABSENT) };
    }),
  );
};

const inAssignment = (route: Route, worlds: Worlds): Probe[] => {
  if (route.operation !== 'POST /v3/inbox/documents/:id/assign') return [];
  const path = fill(route.address, ownNumbers(route, worlds));
  return ASSIGNABLE.flatMap((section) =>
    targets(worlds, [section]).map(([variant, id]): Probe => {
      const request = (number: number) => ({ method: 'POST', path, body: { section, id: number } });
      return { place: 'body id', variant, id, request: request(id), absent: request(ABSENT) };
    }),
  );
};

/** All probes of one route. */
export const probesOf = (route: Route, worlds: Worlds): Probe[] => [
  ...inPath(route, worlds),
  ...inBody(route, worlds),
  ...inFilter(route, worlds),
  ...inMerge(route, worlds),
  ...inAssignment(route, worlds),
];
