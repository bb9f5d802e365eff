/** Selects the encoding of a response from `Accept-Encoding` (RFC 9110, 12.5.3). */

/** The weight of each encoding: `br;q=0.8, gzip, *;q=0`. */
const weightsOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      const weight = q === undefined ? 1 : Number(q.slice(2));
      return [name, weight >= 0 && weight <= 1 ? weight : 0];
    }),
  );

/**
 * The encoding with the highest weight; of equal ones the first of `ours`.
 * @param header `Accept-Encoding`; without it a response is not encoded
 * @param ours available encodings, the best first
 * @returns undefined for no encoding
 */
export const encodingFor = <T extends string>(header: string | undefined, ours: readonly T[]): T | undefined => {
  if (!header) return undefined;
  const weights = weightsOf(header);
  const any = weights.get('*') ?? 0;
  const weightOf = (name: string): number => weights.get(name) ?? any;
  const asItIs = weights.get('identity') ?? 0;
  return ours
    .map((name) => ({ name, weight: weightOf(name) }))
    .filter(({ weight }) => weight > 0 && weight >= asItIs)
    .sort((a, b) => b.weight - a.weight)[0]?.name;
};
