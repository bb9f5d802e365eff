/** Values of a query, each checked before a statement sees it. */
import { UNSTORABLE } from '../../derive/validation/parse-body.ts';
import { invalid } from '../../errors/api-error.ts';
import { isStorableTime } from '../../model/declaration/value-schemas.ts';

const LONGEST_TEXT = 255;

/** 400 `validation_failed` at a name of the query. */
export const wrong = (name: string, message: string) => invalid([{ path: [name], code: 'invalid_format', message }]);

/** A whole number; null for an empty value. @throws 400 above `most` and for another text */
export const queryNumber = (name: string, text: string | undefined, most = Number.MAX_SAFE_INTEGER): number | null => {
  if (!text) return null;
  if (!/^\d{1,16}$/.test(text) || Number(text) > most) throw wrong(name, `${name} must be a number up to ${most}.`);
  return Number(text);
};

/** A point in time; null for an empty value. @throws 400 for another text */
export const queryTime = (name: string, text: string | undefined): string | null => {
  if (!text) return null;
  const time = Date.parse(text);
  if (!isStorableTime(time)) throw wrong(name, `${name} must be a time such as 2027-01-31T12:00:00Z.`);
  return new Date(time).toISOString();
};

/** A search text; '' for an empty value. @throws 400 if it is too long or cannot be stored */
export const queryText = (name: string, text: string | undefined): string => {
  const given = (text ?? '').trim();
  if (given.length > LONGEST_TEXT || UNSTORABLE.test(given))
    throw wrong(name, `${name} must be a text of at most ${LONGEST_TEXT} characters.`);
  return given;
};

/** One of some words; null where nothing is given. @throws 400 for another */
export const queryWord = <Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Word | null => {
  if (!text) return null;
  const word = words.find((one) => one === text);
  if (!word) throw wrong(name, `${name} must be one of ${words.join(', ')}.`);
  return word;
};
