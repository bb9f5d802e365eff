/** The change history of the organisation (rules 18.7). */
import { invalid } from '../errors.ts';
import { MAX_INT } from '../int.ts';
import { isStorableTime } from '../model/accepted-values.ts';
import { auditEntries, type RecordName, recordNamed } from '../operations/audit-log.ts';
import type { Handlers, SettingsCall } from './call.ts';

const PAGE = 50;
const MOST = 500;
const MAX_ENTRY = Number.MAX_SAFE_INTEGER;

const wrong = (name: string, message: string) => invalid([{ path: [name], code: 'invalid_format', message }]);

const numberOf = (name: string, text: string | undefined, most = MAX_ENTRY): number | null => {
  if (!text) return null;
  if (!/^\d+$/.test(text) || Number(text) > most) throw wrong(name, `${name} must be a number up to ${most}.`);
  return Number(text);
};

const timeOf = (name: string, text: string | undefined): string | null => {
  if (!text) return null;
  const time = Date.parse(text);
  if (!isStorableTime(time)) throw wrong(name, `${name} must be a time such as 2027-01-31T12:00:00Z.`);
  return new Date(time).toISOString();
};

const recordOf = (text: string | undefined): RecordName | null => {
  if (!text) return null;
  const record = recordNamed(text);
  if (!record) throw wrong('record', 'record must be written as in customers/5.');
  return record;
};

const list = async ({ db, session, query }: SettingsCall) => {
  const limit = Math.min(Math.max(numberOf('limit', query.limit) ?? PAGE, 1), MOST);
  const items = await auditEntries(db, session.orgId, {
    record: recordOf(query.record),
    user: numberOf('user', query.user, MAX_INT),
    token: numberOf('token', query.token),
    before: numberOf('before', query.before),
    security: query.security === 'true',
    since: timeOf('since', query.since),
    until: timeOf('until', query.until),
    limit,
  });
  return { items, next: items.length === limit ? (items.at(-1)?.id ?? null) : null };
};

export const audit = { 'GET /audit': list } satisfies Partial<Handlers>;
