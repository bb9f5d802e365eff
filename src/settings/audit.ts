/** The change history of the organisation (architecture 4.9). */
import { invalid } from '../errors.ts';
import { sql } from '../sql.ts';
import { call, type SettingsCall, type SettingsRoute } from './route.ts';

const PAGE = 50;
const MOST = 500;
const MAX_ID = 9_007_199_254_740_991;

const wrong = (name: string, message: string) => invalid([{ path: [name], code: 'invalid_format', message }]);

const numberOr = (name: string, text: string | undefined, fallback: number | null): number | null => {
  if (!text) return fallback;
  if (!/^\d{1,15}$/.test(text)) throw wrong(name, `${name} must be a number.`);
  return Number(text);
};

const timeOr = (name: string, text: string | undefined): string | null => {
  if (!text) return null;
  if (Number.isNaN(Date.parse(text))) throw wrong(name, `${name} must be a time such as 2027-01-31T12:00:00Z.`);
  return new Date(text).toISOString();
};

/** `customers/5` as section and id. */
const recordOf = (text: string | undefined): { section: string | null; id: number | null } => {
  if (!text) return { section: null, id: null };
  const [, section, id] = /^([\w-]+(?:\/[a-z]+)?)\/(\d{1,10})$/.exec(text.trim()) ?? [];
  if (!section || Number(id) > 2147483647) throw wrong('record', 'record must be written as in customers/5.');
  return { section, id: Number(id) };
};

const list = async ({ db, session, query }: SettingsCall) => {
  const { section, id } = recordOf(query.record);
  const user = numberOr('user', query.user, null);
  const token = numberOr('token', query.token, null);
  const before = numberOr('before', query.before, MAX_ID);
  const limit = Math.min(Math.max(numberOr('limit', query.limit, PAGE) ?? PAGE, 1), MOST);
  const since = timeOr('since', query.since);
  const until = timeOr('until', query.until);
  const { orgId } = session;
  const rows = await db.readLong<{ id: number; doc: string }>(sql`select e.id, json_build_object('id', e.id, 'at', e.at,
      'action', e.action, 'section', e.section, 'record_id', e.record_id, 'owner_section', e.owner_section, 'owner_id', e.owner_id,
      'user_kid', e.user_kid, 'user_name', (select concat_ws(' ', nullif(u.vorname, ''), u.name) from contact u where u.org_id = ${orgId} and u.id = e.user_kid),
      'token_id', e.token_id, 'token_name', (select k.name from api_token k where k.org_id = ${orgId} and k.id = e.token_id),
      'changes', e.changes::json)::text as doc
    from (select * from audit_entry e where e.org_id = ${orgId} and e.id < ${before}::bigint
      and (${section}::text is null or (e.section = ${section} and e.record_id = ${id}::int) or (e.owner_section in (${section}, 'contacts') and e.owner_id = ${id}::int))
      and (${user}::int is null or e.user_kid = ${user}::int) and (${token}::bigint is null or e.token_id = ${token}::bigint)
      and (${since}::timestamptz is null or e.at >= ${since}::timestamptz) and (${until}::timestamptz is null or e.at <= ${until}::timestamptz)
      order by e.id desc limit ${limit}) e order by e.id desc`);
  return {
    items: rows.map(({ doc }) => JSON.parse(doc) as unknown),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
};

export const audit: readonly SettingsRoute[] = [call('GET', '/audit', list)];
