/** Telephone numbers of customers, for lists of work that show whom to call. */
import { contactDetails } from '../../model/parts/contact-parts.ts';
import { customers } from '../../model/records/customers.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { visible } from '../storage/columns.ts';

/** Type of a contact detail that is a telephone number. */
const PHONE = 'Telefon';

/** `{kid, phone}`: the first telephone number of each of these customers that has one. */
export const phonesStatement = (kids: readonly number[], orgId: number): Sql => sql`
select distinct on (d.kid) d.kid, d.wert as phone
from ${raw(contactDetails.table)} d
join ${raw(customers.table)} t on t.org_id = ${orgId} and t.org_id = d.org_id and t.id = d.kid
where d.org_id = ${orgId} and d.kid = any(${kids}::int[]) and d.art = ${PHONE}${visible(contactDetails, 'd')}${visible(customers, 't')}
order by d.kid, d.id`;
