/** Values of command line options, checked while the line is read: a wrong one is wrong usage. */
import { InvalidArgumentError } from 'commander';

/** An id. */
export const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
};

/** A point in time, or null for `none`. */
export const instantOrNone = (text: string): Date | null => {
  if (text === 'none') return null;
  const time = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a time such as 2027-01-31T12:00:00Z, or none.');
  return new Date(time);
};

/** Collects an option that may be repeated. */
export const repeated = (text: string, earlier: string[] = []): string[] => [...earlier, text];

/** Networks separated by commas; `none` for no restriction. */
export const networkList = (text: string): string[] =>
  text === 'none'
    ? []
    : text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean);
