/** What columns arrive as. */
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

/** int8 becomes a number. What prints as a session is set cannot be read: no setting of a server changes an answer. */
export const rowTypes = new pg.TypeOverrides();
for (const oid of AS_TEXT) rowTypes.setTypeParser(oid, (value: string) => value);
for (const oid of BY_SESSION) rowTypes.setTypeParser(oid, refuse);
rowTypes.setTypeParser(20, Number);

const INT_ARRAY = 1007;
const listOf = rowTypes.getTypeParser(INT_ARRAY, 'text') as unknown as (text: string) => unknown;
/** Ids come by tens of thousands: all but nulls and arrays in arrays is written as in JSON, which is read ten times as fast. */
rowTypes.setTypeParser(INT_ARRAY, (text: string) =>
  /^\{[-\d,]*\}$/.test(text) ? JSON.parse(`[${text.slice(1, -1)}]`) : listOf(text),
);
