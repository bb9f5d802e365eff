/** The change history of the organisation (rules 18.7). */
import { MAX_INT } from '../int.ts';
import { auditEntries, type RecordName, recordNamed } from '../operations/audit-log.ts';
import type { Handlers, SettingsCall } from './call.ts';
import { queryNumber, queryTime, wrong } from './query.ts';

const PAGE = 50;
const MOST = 500;

const recordOf = (text: string | undefined): RecordName | null => {
  if (!text) return null;
  const record = recordNamed(text);
  if (!record) throw wrong('record', 'record must be written as in customers/5.');
  return record;
};

const list = async ({ db, session, query }: SettingsCall) => {
  const limit = Math.min(Math.max(queryNumber('limit', query.limit) ?? PAGE, 1), MOST);
  const items = await auditEntries(db, session.orgId, {
    record: recordOf(query.record),
    user: queryNumber('user', query.user, MAX_INT),
    token: queryNumber('token', query.token),
    before: queryNumber('before', query.before),
    security: query.security === 'true',
    since: queryTime('since', query.since),
    until: queryTime('until', query.until),
    limit,
  });
  return { items, next: items.length === limit ? (items.at(-1)?.id ?? null) : null };
};

export const audit = { 'GET /audit': list } satisfies Partial<Handlers>;
