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
