/** Parsers of column types. */
import pg from 'pg';

/** JSON, decimals and times of a day stay the text that PostgreSQL printed. */
const AS_TEXT = [114, 3802, 1700, 1083];
/** date, timestamp, timestamptz, timetz, interval. */
const BY_SESSION = [1082, 1114, 1184, 1266, 1186];

const refuse = (): never => {
  throw new Error(
    'A date or time is printed by its statement (to_char, instant, epoch): a column prints as the session is set.',
  );
};

/**
 * int8 becomes a number. Types whose text depends on session settings are not parsed, so that no setting changes a
 * response.
 */
export const typeParsers = new pg.TypeOverrides();
for (const oid of AS_TEXT) typeParsers.setTypeParser(oid, (value: string) => value);
for (const oid of BY_SESSION) typeParsers.setTypeParser(oid, refuse);
typeParsers.setTypeParser(20, Number);

const INT_ARRAY = 1007;
const listOf = typeParsers.getTypeParser(INT_ARRAY, 'text') as unknown as (text: string) => unknown;
/** Ids come by tens of thousands: all but nulls and arrays in arrays is written as in JSON, which is read ten times as fast. */
typeParsers.setTypeParser(INT_ARRAY, (text: string) =>
  /^\{[-\d,]*\}$/.test(text) ? JSON.parse(`[${text.slice(1, -1)}]`) : listOf(text),
);
