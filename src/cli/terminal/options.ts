/** Values of command line options, checked while the line is read: a wrong one is wrong usage. */

import { type Command, InvalidArgumentError, type Option } from 'commander';
import { isCalendarDate, isStorableTime } from '../../model/declaration/value-schemas.ts';
import { isEmail, normalizeEmail } from '../../shared/email.ts';
import { MAX_INT } from '../../shared/int32.ts';

/** The number of an entry in a log (deliveries): above the ids of records. */
export const entryNumber = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
};

/** An id. */
export const wholeNumber = (text: string): number => {
  const id = entryNumber(text);
  if (id > MAX_INT) throw new InvalidArgumentError(`It must be at most ${MAX_INT}.`);
  return id;
};

/** A name that people read. */
export const nonEmpty = (text: string): string => {
  if (!text.trim()) throw new InvalidArgumentError('It must not be empty.');
  return text.trim();
};

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

const timeOf = (text: string, example: string): Date => {
  const [, date = '', clock = '00:00', zone = 'Z'] = TIME.exec(text) ?? [];
  // `2030-02-31` would silently become March.
  const time = isCalendarDate(date) ? Date.parse(`${date}T${clock}${zone}`) : Number.NaN;
  if (!isStorableTime(time)) throw new InvalidArgumentError(`It must be a time such as ${example}.`);
  return new Date(time);
};

/** A point in time, UTC where it names no zone. */
export const instant = (text: string): Date => timeOf(text, '2027-01-31T12:00:00Z');

/** A point in time, or the word `none` (commander turns a null into an empty text). */
export const instantOrNone = (text: string): Date | 'none' =>
  text === 'none' ? 'none' : timeOf(text, '2027-01-31T12:00:00Z, or none');

/** What `instantOrNone` read, as operations take it: null for none, undefined where the option was not given. */
export const instantOf = (value: Date | 'none' | undefined): Date | null | undefined =>
  value === 'none' ? null : value;

/** An e-mail address, roughly: one @ with something on both sides. */
export const emailAddress = (text: string): string => {
  const address = normalizeEmail(text);
  if (!isEmail(address)) throw new InvalidArgumentError('It must be an e-mail address such as name@example.com.');
  return address;
};

/** Names separated by commas. */
export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** Collects an option that may be repeated. */
export const repeated = (text: string, earlier: string[] = []): string[] => [...earlier, text];

/** Networks separated by commas; only the word `none` means no restriction, an empty text never does. */
export const networkList = (text: string): string[] =>
  text === 'none' ? [] : text.split(',').map((one) => one.trim());

/** Global options, which may follow a subcommand too. */
export const EVERYWHERE = [
  ['--json', 'print one JSON document on stdout'],
  ['--config <file>', 'read settings from a file too'],
] as const;

const isEverywhere = ({ flags }: Option): boolean => EVERYWHERE.some(([known]) => known === flags);

/**
 * Wrong usage where a command that changes something is given nothing to change; a hook that runs before its action.
 */
export const assertAnyChange = (command: Command): void => {
  const options = command.options.filter((option) => !isEverywhere(option));
  if (options.some((option) => command.getOptionValue(option.attributeName()) !== undefined)) return;
  command.error(`error: name what to change: ${options.map(({ long }) => long).join(', ')}`, { exitCode: 2 });
};
