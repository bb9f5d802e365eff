/** The change history of the organisation (architecture 4.9). */
import { invalid } from '../errors.ts';
import { type AuditWish, auditEntries } from '../operations/audit-log.ts';
import { call, type SettingsCall, type SettingsRoute } from './route.ts';

const PAGE = 50;
const MOST = 500;
const MAX_INT = 2147483647;

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
const recordOf = (text: string | undefined): AuditWish['record'] => {
  if (!text) return null;
  const [, section, id] = /^([\w-]+(?:\/[a-z]+)?)\/(\d{1,10})$/.exec(text.trim()) ?? [];
  if (!section || Number(id) > MAX_INT) throw wrong('record', 'record must be written as in customers/5.');
  return { section, id: Number(id) };
};

const list = async ({ db, session, query }: SettingsCall) => {
  const limit = Math.min(Math.max(numberOr('limit', query.limit, PAGE) ?? PAGE, 1), MOST);
  const items = await auditEntries(db, session.orgId, {
    record: recordOf(query.record),
    user: numberOr('user', query.user, null),
    token: numberOr('token', query.token, null),
    before: numberOr('before', query.before, null),
    since: timeOr('since', query.since),
    until: timeOr('until', query.until),
    limit,
  });
  return {
    items: items.map(({ request_id: _, ...entry }) => entry),
    next: items.length === limit ? (items.at(-1)?.id ?? null) : null,
  };
};

export const audit: readonly SettingsRoute[] = [call('GET', '/audit', list)];
