/** Results of tools within their bound: an assistant reads them whole (rules 8.13). */
/** Characters of a result (rules 8.13). */
const MOST_CHARACTERS = 30_000;
/** Characters of one text in a result that would be too long. */
const LONG_TEXT = 500;

type Json = Readonly<Record<string, unknown>>;

const shortened = (value: unknown): unknown => {
  if (typeof value === 'string' && value.length > LONG_TEXT)
    return `${value.slice(0, LONG_TEXT)}… (${value.length} characters)`;
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
};

/** The longest array of a result: its path and its items. */
const longestList = (value: unknown, path: readonly string[] = []): { path: readonly string[]; length: number } => {
  if (value === null || typeof value !== 'object') return { path, length: 0 };
  const own = Array.isArray(value) ? { path, length: value.length } : { path, length: 0 };
  const inner = Array.isArray(value) ? [] : Object.entries(value);
  return inner
    .map(([name, one]) => longestList(one, [...path, name]))
    .reduce((best, one) => (one.length > best.length ? one : best), own);
};

const withHalf = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return (value as readonly unknown[]).slice(0, Math.floor((value as unknown[]).length / 2));
  return { ...(value as Json), [name]: withHalf((value as Json)[name], rest) };
};

/**
 * The JSON text of a result, within `MOST_CHARACTERS`. Of a longer one, long texts are cut, then the longest lists are
 * halved, and `shortened` says how to get the rest.
 * @param advice how to ask for the rest
 */
export const boundedResult = (result: Json, advice: string): string => {
  const whole = JSON.stringify(result);
  if (whole.length <= MOST_CHARACTERS) return whole;
  let less: Json = { ...(shortened(result) as Json), shortened: advice };
  for (let text = JSON.stringify(less); ; text = JSON.stringify(less)) {
    if (text.length <= MOST_CHARACTERS) return text;
    const { path, length } = longestList(less);
    if (length < 1) return JSON.stringify({ shortened: advice });
    less = withHalf(less, path) as Json;
  }
};
