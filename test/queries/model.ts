/** The result of a query, computed in memory: filters, comparisons, order, page, fields (rules 4.9 to 4.11). */

// biome-ignore lint/suspicious/noExplicitAny: records of any kind
export type Item = Readonly<Record<string, any>>;

/**
 * How values of a field compare: numbers; times as texts, of contacts to the day or to the second; values of parts, of which
 * these are some, by equality and prefix.
 */
export type Scale = 'number' | 'date' | 'second' | 'day' | readonly string[];

export interface Condition {
  readonly field: string;
  readonly operator: '' | 'gte' | 'gt' | 'lte' | 'lt' | 'prefix';
  readonly value: string;
}

export interface Asked {
  readonly conditions: readonly Condition[];
  /** With a minus from the greatest value. */
  readonly sort: string | null;
  readonly fields: readonly string[] | null;
  readonly page: number;
  readonly limit: number;
}

const comparedWith = (one: number | string, other: number | string): number => (one < other ? -1 : Number(one > other));

/** A value of a record as far as it is known: the answer shows only the day of some. */
type Known = (item: Item, field: string) => unknown;

const fits = (scale: Scale, { operator, value }: Condition, shown: unknown, stored: unknown): boolean => {
  if (Array.isArray(scale)) {
    const wanted = value.toLowerCase();
    const texts = (stored as readonly string[]).map((text) => text.toLowerCase());
    return texts.some((text) => (operator === 'prefix' ? text.startsWith(wanted) : text === wanted));
  }
  if (shown === null || shown === undefined) return false;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  let order: number;
  if (scale === 'number') order = comparedWith(Number(shown), Number(value));
  else if (scale === 'second' && isDay) order = comparedWith(String(shown).slice(0, 10), value);
  else if (scale === 'day' && !isDay) order = comparedWith(String(stored), value);
  else order = comparedWith(String(shown), value);
  return { '': order === 0, gte: order >= 0, gt: order > 0, lte: order <= 0, lt: order < 0, prefix: false }[operator];
};

const keyOf = (scale: Scale, value: unknown): number | string | null => {
  if (value === null || value === undefined) return null;
  return scale === 'number' ? Number(value) : String(value);
};

/** Ids of all that a query leaves, in its order, and the page's records with the fields that it shows. */
export const answerOf = (all: readonly Item[], scales: Readonly<Record<string, Scale>>, asked: Asked, known: Known) => {
  const left = all.filter((item) =>
    asked.conditions.every((one) => fits(scales[one.field] ?? 'number', one, item[one.field], known(item, one.field))),
  );
  const field = asked.sort?.replace('-', '') ?? 'id';
  const turn = asked.sort?.startsWith('-') ? -1 : 1;
  const ordered = [...left].sort((one, other) => {
    const [a, b] = [one, other].map((item) => keyOf(scales[field] ?? 'number', item[field]));
    if (a == null || b == null) return Number(a == null) - Number(b == null) || one.id - other.id;
    return turn * comparedWith(a, b) || one.id - other.id;
  });
  const page = ordered.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
  const shown = asked.fields && new Set([...asked.fields, 'id', 'kid']);
  const items = shown
    ? page.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => shown.has(name))))
    : page;
  return { total: left.length, items };
};
