/** How people are named in answers. */
import { raw, type Sql } from '../sql.ts';

/**
 * First and last name of a contact, those that there are.
 * @param contact what the statement calls its row
 */
export const fullName = (contact: 'c' | 'u'): Sql =>
  raw(`concat_ws(' ', nullif(${contact}.vorname, ''), ${contact}.name)`);
