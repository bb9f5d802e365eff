/** Bodies as bytes: JSON in every state, forms whole and damaged. */

import { takesBatch } from '../../src/derive/routing/collections.ts';
import type { Route } from '../../src/derive/routing/routes.ts';
import { registry } from '../../src/model/registry.ts';
import { bodyFields, givenByPath, sampleCreate, samplePatch } from '../support/sample-body.ts';
import { bomb, damaged, Members, manyOf, toJson } from './json-text.ts';
import { type Model, namedValue } from './model.ts';
import type { Operation } from './operations.ts';
import { schemaAt } from './operations.ts';
import type { Random } from './random.ts';
import { valueBy } from './schema-values.ts';
import { boundaryValue, hostileText, hostileValue, type Mood, PROTOTYPE, validValue } from './values.ts';

/** A body and the type it says it has. */
export interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The body of a create or a PATCH, from the declaration of the record kind. */
const declared = (random: Random, mood: Mood, { collection, verb }: Route, model: Model, bytes: number): unknown => {
  if (!collection) return {};
  const mode = verb === 'update' ? 'patch' : 'create';
  const sample = mode === 'patch' ? samplePatch(collection, model.stock) : sampleCreate(collection, model.stock);
  const fields = bodyFields(collection, mode);
  const idOf = (path: string): number | undefined => model.stock.ids.get(path);
  const members: [string, unknown][] = Object.entries(sample);
  // The sample counts its addresses up; here each request is independent.
  if ('email' in sample) members.push(['email', `${model.stock.mark}${random.int(1, 1e9)}@example.com`]);
  for (const [name, field] of fields) {
    if (random.chance(4 / fields.length)) members.push([name, validValue(random, name, field, model.stock.mark, idOf)]);
  }
  if (mood === 'boundary' && fields.length) {
    const [name, field] = random.pick(fields);
    members.push([name, boundaryValue(random, field)]);
  }
  if (mood === 'hostile') {
    for (let i = random.int(1, 4); i > 0; i -= 1) {
      const key = random.weighted<() => string>(
        [6, () => (fields.length ? random.pick(fields)[0] : 'name')],
        [2, () => random.pick(Object.keys(collection.resource.fields))],
        [
          1,
          () =>
            random.pick([
              ...givenByPath(collection),
              'id',
              'kid',
              'org_id',
              'printed',
              'del',
              ...Object.keys(collection.resource.requests.nested),
            ]),
        ],
        [2, () => random.pick(PROTOTYPE)],
        [1, () => hostileText(random, 5000)],
      )();
      members.push([key, hostileValue(random, bytes)]);
    }
    return new Members(members);
  }
  return Object.fromEntries(members);
};

const bodyValue = (random: Random, mood: Mood, operation: Operation, model: Model): unknown => {
  const { route, body = {}, bytes } = operation;
  const fromDescription = (): unknown =>
    valueBy({ random, mood, bytes, resolve: schemaAt, named: (name) => namedValue(random, model, name) }, body);
  if (!route?.collection || random.chance(0.2)) return fromDescription();
  const one = (): unknown => declared(random, mood, route, model, bytes);
  if (route.verb !== 'create' || !takesBatch(route.collection) || random.chance(0.8)) return one();
  const count = mood === 'valid' ? random.int(1, 5) : random.pick([0, 1, 99, 100, 101]);
  return Array.from({ length: count }, one);
};

const disposition = (random: Random, mood: Mood, name: string, fileName?: string): string => {
  if (mood !== 'hostile' || random.chance(0.6)) {
    return `form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;
  }
  const bad = random.pick([
    '\\'.repeat(random.int(1, 300)),
    '"',
    ';',
    '; '.repeat(1000),
    `\\"${'\\'.repeat(100)}`,
    "utf-8''%ff",
    "utf-8'de'%c3%a4",
    '%22%0d',
    '=',
    '\0',
  ]);
  return random.pick([
    `form-data; name="${bad}`,
    `form-data; name=${bad}`,
    `form-data; name="${name}"; filename="${bad}"`,
    `form-data; name="${name}"; filename*=${bad}`,
    `form-data; filename="${bad}"; name=${name}; name=${bad}`,
    `form-data${bad}`,
    bad,
    'attachment',
  ]);
};

/** A form with a file, damaged somewhere where it is meant so. */
const form = (random: Random, mood: Mood, operation: Operation, model: Model): Body => {
  const boundary = random.chance(mood === 'hostile' ? 0.2 : 0)
    ? random.pick(["'", 'x'.repeat(70), 'x'.repeat(71), '--', ' a', 'a b', '('])
    : `b${random.int(1, 1e9)}`;
  const fields = operation.route?.collection ? bodyFields(operation.route.collection, 'create') : [];
  const parts: string[] = [];
  for (let i = mood === 'hostile' ? manyOf(random, 2000) % 300 : random.int(0, 3); i > 0; i -= 1) {
    // A form that is no record, such as that of an import, has options and a file.
    const [name, field] = fields.length ? random.pick(fields) : ['options', null];
    const value =
      mood === 'valid' && field
        ? validValue(random, name, field, model.stock.mark, (path) => model.stock.ids.get(path))
        : hostileText(random, 50_000);
    if (value !== null && value !== undefined)
      parts.push(`Content-Disposition: ${disposition(random, mood, name)}\r\n\r\n${String(value)}`);
  }
  const fileName = mood === 'valid' ? 'datei.pdf' : hostileText(random, 500).replaceAll(/["\r\n]/g, '_');
  const type =
    mood === 'hostile' && random.chance(0.3)
      ? `Content-Type: ${hostileText(random, 2000).replaceAll(/[\r\n]/g, ' ')}\r\n`
      : 'Content-Type: application/pdf\r\n';
  parts.push(
    `Content-Disposition: ${disposition(random, mood, 'file', fileName)}\r\n${type}\r\n${'x'.repeat(mood === 'hostile' ? manyOf(random, 4 << 20) : 100)}`,
  );
  let text = `--${boundary}\r\n${parts.join(`\r\n--${boundary}\r\n`)}\r\n--${boundary}--\r\n`;
  if (mood === 'hostile' && random.chance(0.5)) {
    const at = random.int(0, text.length);
    text = random.pick([
      text.slice(0, at),
      `${text.slice(0, at)}\r\n--${boundary}`,
      `${text.slice(0, at)}${text.slice(at + 1)}`,
      text.replaceAll('\r\n', '\n'),
      `${'\r\n'.repeat(1000)}${text}`,
      `${text.slice(0, at)}\0\r\n\r\n${text.slice(at)}`,
      text.replace('\r\n\r\n', `\r\n${'X: y\r\n'.repeat(3000)}\r\n`),
    ]);
  }
  const quoted = random.chance(0.3) ? `"${boundary}"` : boundary;
  const said =
    mood === 'hostile' && random.chance(0.1)
      ? random.pick([
          '',
          `; boundary`,
          `; boundary=`,
          `; boundary="${boundary}`,
          `;${' '.repeat(5000)}boundary=${boundary}`,
          `; boundary=${'"'.repeat(70)}`,
        ])
      : `; boundary=${quoted}`;
  return { type: `multipart/form-data${said}`, bytes: Buffer.from(text) };
};

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/problem+json',
  '',
  'a/b',
  'multipart/form-data',
  'APPLICATION/JSON;',
  'application/json;'.repeat(200),
  '/',
  'application/xml',
];

/** The body of a request; undefined where it has none. */
export const bodyOf = (random: Random, mood: Mood, operation: Operation, model: Model): Body | undefined => {
  if (!operation.body)
    return mood === 'hostile' && random.chance(0.1)
      ? { type: 'application/json', bytes: Buffer.from(hostileText(random, 50_000)) }
      : undefined;
  if (operation.form && random.chance(0.4)) return form(random, mood, operation, model);
  const structure =
    mood === 'hostile' && random.chance(0.08)
      ? random.pick([() => bomb(random, operation.bytes), () => hostileValue(random, operation.bytes)])()
      : bodyValue(random, mood, operation, model);
  let text = toJson(structure);
  if (mood === 'hostile' && random.chance(0.06)) text = damaged(random, text);
  let bytes = Buffer.from(text);
  if (mood === 'hostile' && bytes.length && random.chance(0.05)) {
    bytes = Buffer.concat([
      bytes.subarray(0, random.int(0, bytes.length)),
      Buffer.from(random.pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80], [0]])),
      bytes.subarray(random.int(0, bytes.length)),
    ]);
  }
  // Slightly above the limit is enough to be refused.
  if (bytes.length > operation.bytes) bytes = bytes.subarray(0, operation.bytes + random.int(-1, 1));
  if (mood === 'boundary' && random.chance(0.003)) {
    const limit = operation.bytes + random.pick([-1, 0, 1]);
    bytes = Buffer.concat([bytes, Buffer.alloc(Math.max(0, limit - bytes.length), ' ')]);
  }
  return { type: mood === 'hostile' && random.chance(0.06) ? random.pick(TYPES) : 'application/json', bytes };
};

/** Record kinds whose single record an operation deletes, so that it is given one to delete. */
export const takesVictim = ({ route }: Operation): boolean =>
  route?.verb === 'remove' || route?.operation === 'mergeCustomers';

/** Names of query parameters that lists of record kinds know. */
export const PARAMETERS = [
  ...new Set([
    'page',
    'limit',
    'with_schema',
    'flat',
    ...registry.resources.flatMap(({ embeds, fields }) => [...embeds.map(({ when }) => when), ...Object.keys(fields)]),
  ]),
];
