/** How people are named in answers. */
import { raw } from '../sql.ts';

/** First and last name of a contact, those that there are, whose row a statement calls `c`. */
export const fullName = raw(`concat_ws(' ', nullif(c.vorname, ''), c.name)`);

/** A user as the settings name one, whose row a statement calls `u`: by the address who has no name, so that nobody stands there as nothing. */
export const userName = raw(
  `coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, '')`,
);
