/** JSON as no honest sender writes it: numbers in any form, keys twice, nesting and lengths without end. */
import type { Random } from './random.ts';

/** JSON text that is inserted verbatim. */
export class Raw {
  constructor(readonly text: string) {}
}

/** An object whose keys may stand there twice. */
export class Members {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}
}

/** The text of a value; `Raw` and `Members` may stand anywhere in it. */
export const toJson = (value: unknown): string => {
  if (value instanceof Raw) return value.text;
  if (value instanceof Members) {
    return `{${value.entries.map(([name, one]) => `${JSON.stringify(name)}:${toJson(one)}`).join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return toJson(new Members(Object.entries(value)));
  return JSON.stringify(value) ?? 'null';
};

const NUMBERS = [
  ...['0', '-0', '1', '-1', '0.0', '1.0', '1e0', '1E5', '1e400', '-1e400', '1e-400', '0.1', '1.005', '12.345'],
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '4294967296', '9007199254740993', '1e15', '1e21'],
  ...['99999999999999999999', '9223372036854775808', '0.000001', '1.123456', '999999999999999.99', '3e-324'],
];

/** A number as JSON may write it. */
export const anyNumber = (random: Random): Raw =>
  random.chance(0.03)
    ? new Raw(random.pick(['1', '-9']).padEnd(random.int(300, 200_000), '7'))
    : new Raw(random.pick(NUMBERS));

/** How many: mostly few, seldom as many as the limit of the body takes. */
export const manyOf = (random: Random, most: number): number =>
  random.weighted(
    [60, () => random.int(2, 20)],
    [25, () => random.int(20, 1000)],
    [11, () => random.int(1000, 20_000)],
    [4, () => random.int(20_000, Math.max(20_000, most))],
  )();

/** Nested or long JSON, from usual sizes up to the limit. @param bytes largest body of the route */
export const bomb = (random: Random, bytes: number): Raw => {
  const depth = random.weighted(
    [4, random.int(2, 63)],
    [2, 64],
    [2, 65],
    [2, random.int(66, 5000)],
    [1, random.int(5000, 300_000)],
  );
  const sized = (piece: string, separator: string, open: string, close: string): Raw => {
    const count = manyOf(random, Math.max(20_001, Math.floor(bytes / (piece.length + 1))));
    return new Raw(`${open}${`${piece}${separator}`.repeat(count - 1)}${piece}${close}`);
  };
  const shapes = [
    () => new Raw(`${'['.repeat(depth)}${']'.repeat(depth)}`),
    () => new Raw(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
    () => new Raw(`${'[{"name":'.repeat(depth)}null${'}]'.repeat(depth)}`),
    () => new Raw('['.repeat(depth)),
    () => sized('0', ',', '[', ']'),
    () => sized('{}', ',', '[', ']'),
    () => sized('""', ',', '[', ']'),
    () => sized('"constructor"', ',', '[', ']'),
    () => sized('[[]]', ',', '[', ']'),
    () => sized('{"name":1}', ',', '[', ']'),
    () => sized('\\"', '', '"', '"'),
    () => sized('\\u0000', '', '"', '"'),
    () => sized('\\ud800', '', '"', '"'),
    () => sized('0', '', '"', 'x"'),
    () => sized(' ', '', '"', '"'),
    () => sized('\ufdfa', '', '"', '"'),
    () => {
      const count = manyOf(random, Math.max(20_001, Math.floor(bytes / 12)));
      return new Raw(`{${Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join(',')}}`);
    },
    () => {
      const count = manyOf(random, Math.max(20_001, Math.floor(bytes / 12)));
      return new Raw(`{${'"name":1,'.repeat(count - 1)}"name":"x"}`);
    },
  ];
  return random.pick(shapes)();
};

/** Text that is nearly JSON. */
export const damaged = (random: Random, text: string): string => {
  const at = random.int(0, text.length);
  return random.pick([
    () => text.slice(0, at),
    () =>
      `${text.slice(0, at)}${random.pick(['\0', '"', '\\', '{', '}', ',', '\u2028', '0', 'NaN', '//', "'"])}${text.slice(at)}`,
    () => `${text}${text}`,
    () => `\ufeff${text}`,
    () => `${text} `.padEnd(text.length + random.int(1, 3000), ' \n\t'),
    () => text.replaceAll('"', "'"),
    () => text.replace(/}$/, ',}'),
    () => '',
    () => `)]}'\n${text}`,
  ])();
};
