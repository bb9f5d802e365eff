/** How people are named in answers. */
import { raw } from '../sql/sql.ts';

/** First and last name, without missing ones, of the contact row `c` of a statement. */
export const fullName = raw(`concat_ws(' ', nullif(c.vorname, ''), c.name)`);

/** The name of a user for the settings, for a row `u`: the address where there is no name. */
export const userName = raw(
  `coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, '')`,
);
