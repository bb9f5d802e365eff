/** Amounts as people write them: `1.234,56 €`, `1,234.50`, `(50,00)`, `50,00-`, `1'234.50`, `50 %`. */

/** Digits in groups before decimals show which separator is which. */
const BOTH = /\d(?:\.\d{3},\d|,\d{3}\.\d)/;

/** The decimal separator that an amount itself shows. */
export const decimalIn = (text: string): ',' | '.' | undefined => {
  if (!BOTH.test(text)) return undefined;
  return text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
};

/** A percentage as a number, without rounding errors. */
const ofPercent = (number: string): string => String(Number((Number(number) / 100).toPrecision(15)));

/**
 * An amount as the API has it: `1234.56`; undefined for a text that is none.
 * @param decimal the separator, where the amount does not show it; the other one groups digits
 */
export const amountOf = (text: string, decimal: ',' | '.'): string | undefined => {
  const bare = text
    .replace(/[\s'’€]|EUR/gi, '')
    .replace('\u2212', '-')
    .replace(/,-+$/, '');
  const negative = /^\(([^()]+)\)$/.exec(bare)?.[1] ?? /^([^-]+)-$/.exec(bare)?.[1];
  const plain = negative === undefined ? bare : `-${negative}`;
  const grouping = (decimalIn(plain) ?? decimal) === ',' ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const number = plain.replace(grouping, '').replace(',', '.');
  const [, digits, percent] = /^(-?\d+(?:\.\d+)?)(%?)$/.exec(number) ?? [];
  return digits !== undefined && percent ? ofPercent(digits) : digits;
};
