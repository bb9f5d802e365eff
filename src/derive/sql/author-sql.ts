/**
 * The author of a record, `autor` in responses (rules 5.19): the user in its author field, else the token or
 * signed-in user of its creation in the audit log. Joined at read time, so that names are current.
 */
import type { Resource } from '../../model/declaration/resource.ts';
import { literal, prepared, raw, type Sql, sql } from '../../sql/sql.ts';
import { eventFamily } from '../events/record-diff.ts';
import { userName } from '../full-name.ts';
import { column } from '../storage/columns.ts';
import { storedJson } from '../storage/stored-json.ts';

/** @param row alias of the row that names the user: in an INSERT, Citus joins on the organisations of both */
const userAs = (orgId: number, row: string, id: string): Sql => sql`(
    select json_build_object('kid', u.id, 'name', ${userName})
    from contact u
    where u.org_id = ${orgId} and u.org_id = ${raw(row)}.org_id and u.id = ${raw(row)}.${column(id)})`;

/** JSON of a record's author; null if an operator's command created it. @param row alias of the record's row */
const authorOf = (
  resource: Resource,
  field: string,
  row: string,
  orgId: number,
): Sql => sql`coalesce(${userAs(orgId, row, field)}, (
    select coalesce((
      select json_build_object('token_id', k.id, 'name', k.name)
      from api_token k
      where k.org_id = ${orgId} and k.org_id = e.org_id and k.id = e.token_id), ${userAs(orgId, 'e', 'user_kid')})
    from audit_entry e
    where e.org_id = ${orgId} and e.org_id = ${raw(row)}.org_id and e.section = ${literal(eventFamily(resource))} and e.record_id = ${raw(row)}.id and e.action = 'insert'
    limit 1))`;

/** A record's JSON text with its author, where the record kind shows one. */
export const withAuthor = (resource: Resource, row: string, orgId: number, text: Sql): Sql => {
  const { author } = resource.responses;
  if (author === undefined) return text;
  return prepared`(left(${text}, -1) || ',"autor":' || coalesce((${authorOf(resource, author, row, orgId)})::text, 'null') || '}')`;
};

/** The JSON text, as reads show it, of a row that this version of the service has written. */
export const writtenText = (resource: Resource, row: string, orgId: number): Sql =>
  withAuthor(resource, row, orgId, raw(`${row}.printed`));

/** The JSON text of a stored row as reads show it. */
export const readText = (resource: Resource, row: string, orgId: number): Sql =>
  withAuthor(resource, row, orgId, storedJson(resource, row));
