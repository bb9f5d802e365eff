/**
 * The expected state of the service after each step, as plain data: the model of `test/contract/lifecycle.slow.test.ts`.
 */

export type Json = Record<string, unknown>;

/** A record by its kind and id. */
export interface Ref {
  readonly path: string;
  readonly id: number;
}

/** How records of a kind are made and found. */
export interface Kind {
  readonly path: string;
  /** Kind of the parent that it is made below; `any`: every record kind. */
  readonly below?: string;
  /** Has an address of its own, `/v3/{path}/{id}`. */
  readonly own?: boolean;
  /** The text that steps write, and names under which reads answer it too. */
  readonly text?: string;
  readonly twin?: string;
  /** Cannot be read or changed one by one. */
  readonly listOnly?: boolean;
  /** Its text belongs to its parent's search entry. */
  readonly foundWithParent?: boolean;
  /** The field that must not be the same twice at one record, and the code that says so. */
  readonly once?: { readonly field: string; readonly code: string };
  /** Required members of a create besides the text. */
  readonly more?: Json;
  /** Code of a create below a record that is not there. */
  readonly orphan: string;
}

const record = (path: string, text: string, more: Partial<Kind> = {}): Kind => ({
  path,
  text,
  own: true,
  below: 'customers',
  orphan: 'not_found',
  ...more,
});
const part = (path: string, text: string): Kind => ({
  path,
  text,
  below: 'customers',
  foundWithParent: true,
  orphan: 'not_found',
});

export const KINDS: readonly Kind[] = [
  record('customers', 'name', { below: undefined }),
  record('customers', 'vorname', { below: undefined }),
  record('contracts', 'nummer', { twin: 'vertragsnummer', orphan: 'customer_not_found' }),
  record('damages', 'art'),
  record('finances', 'bezeichnung'),
  record('goals', 'subject'),
  record('activities', 'titel', { more: { kategorie: 'notiz' } }),
  record('documents', 'name', { more: { base64: 'eA==' } }),
  part('addresses', 'ort'),
  part('numbers', 'wert'),
  part('jobs', 'beruf'),
  { path: 'persons', below: 'contracts', text: 'name', listOnly: true, orphan: 'not_found' },
  { path: 'tariffs', below: 'contracts', text: 'name', listOnly: true, orphan: 'not_found' },
  { path: 'comments', below: 'any', text: 'text', orphan: 'record_not_found' },
  {
    path: 'followers',
    below: 'any',
    listOnly: true,
    once: { field: 'kid_user', code: 'already_following' },
    orphan: 'record_not_found',
  },
];

/** One row that the service answers. */
export interface Item extends Ref {
  readonly kind: Kind;
  /** The parent; null for a top-level record. */
  parent: Ref | null;
  /** The expected response of a read. */
  json: Json;
  live: boolean;
}

/** A pair of rows between two records, seen from each end. */
export interface Pair {
  readonly ids: readonly [number, number];
  readonly ends: [Ref, Ref];
  /** Relation types as each end sees them; of links both are 0. */
  readonly types: readonly [number, number];
  live: boolean;
}

export interface Model {
  readonly items: Item[];
  readonly links: Pair[];
  readonly relations: Pair[];
  /** `section id action field,field` of every audit entry, in order. */
  readonly log: string[];
  /** Addresses that were ever written to, `customers/5/addresses`. */
  readonly places: Set<string>;
}

export const emptyModel = (): Model => ({ items: [], links: [], relations: [], log: [], places: new Set() });

const same = (a: Ref, b: Ref): boolean => a.path === b.path && a.id === b.id;

/** Whether a record can be reached: it and all it hangs on are live. */
export const isThere = (model: Model, ref: Ref): boolean => {
  const item = model.items.find((one) => same(one, ref));
  if (!item?.live) return false;
  return item.parent === null || isThere(model, item.parent);
};

/** Deletes an item; with a customer the records that carry its kid are hidden. */
export const removeItem = (model: Model, item: Item): void => {
  item.live = false;
  if (item.path !== 'customers') return;
  for (const one of model.items) if (one.kind.own && one.json.kid === item.id) one.live = false;
};

/** Both rows of a pair, each as it is seen from its owner. */
const rowsOf = ({ ends: [a, b], types: [type, reverse] }: Pair) => [
  { from: a, to: b, type, reverse },
  { from: b, to: a, type: reverse, reverse: type },
];

/** Whether a live pair between two ends has the same types: that of the first end, and that of the second where one is given. */
export const isDouble = (
  pairs: readonly Pair[],
  [a, b]: readonly [Ref, Ref],
  [type, reverse]: readonly [number, number?],
): boolean =>
  pairs
    .filter(({ live }) => live)
    .flatMap(rowsOf)
    .some(
      (row) =>
        same(row.from, a) && same(row.to, b) && row.type === type && (reverse === undefined || row.reverse === reverse),
    );

const mergePairs = (pairs: readonly Pair[], master: Ref, slave: Ref): void => {
  for (const pair of pairs.filter(({ live, ends }) => live && ends.some((end) => same(end, slave)))) {
    const moved = pair.ends.map((end) => (same(end, slave) ? master : end)) as [Ref, Ref];
    pair.live = false;
    if (same(moved[0], moved[1]) || isDouble(pairs, moved, pair.types)) continue;
    pair.ends.splice(0, 2, ...moved);
    pair.live = true;
  }
};

const isEmpty = (value: unknown): boolean => value === null || value === '';

/** Fields of customers that the steps write and a merge with `enrich_master` fills. */
const FILLED = ['vorname', 'name'];

/**
 * The master takes over the slave (rules 16.2).
 * @returns names of the master's fields that were filled
 */
export const mergeItems = (model: Model, master: Item, slave: Item, mode: string): string[] => {
  slave.live = false;
  const names = mode === 'enrich_master' ? FILLED : [];
  const filled = names.filter((name) => isEmpty(master.json[name]) && !isEmpty(slave.json[name]));
  for (const name of filled) master.json[name] = slave.json[name];
  for (const item of model.items) {
    if (item === slave || item === master) continue;
    const once = item.kind.once?.field;
    const hangsOnSlave = item.parent !== null && same(item.parent, slave);
    const twin = (other: Item): boolean =>
      other.live && other.path === item.path && other.parent !== null && same(other.parent, master);
    if (hangsOnSlave && once && model.items.some((other) => twin(other) && other.json[once] === item.json[once])) {
      item.live = false;
    }
    if (hangsOnSlave) item.parent = { path: 'customers', id: master.id };
    for (const name of ['kid', 'pid']) if (item.json[name] === slave.id) item.json[name] = master.id;
    if (item.json.owner_section === 'customers' && item.json.owner_id === slave.id) item.json.owner_id = master.id;
  }
  mergePairs(model.links, master, slave);
  mergePairs(model.relations, master, slave);
  return filled;
};
