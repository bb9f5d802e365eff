/** The change history of the organisation (rules 18.7), looked through and exported. */
import { Readable } from 'node:stream';
import { auditActions, auditEntry } from '../../db/audit-entry.ts';
import {
  type AuditQuery,
  auditEntries,
  auditPieces,
  auditSections,
  RECORD_NAMES,
  type RecordName,
  recordNamed,
} from '../../operations/audit/audit-log.ts';
import { auditNames } from '../../operations/audit/audit-names.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { queryNumber, queryTime, queryWord, wrong } from '../request/query-values.ts';
import type { Handlers, SettingsCall } from '../request/settings-call.ts';
import { acting } from '../sign-in/reauthentication.ts';
import { auditHead, auditLine } from './audit-csv.ts';

const PAGE = 50;
const MOST = 500;
/** Entries of a chunk of an export, which limits its memory. */
const PIECE = 200;

const recordOf = (text: string | undefined): RecordName | null => {
  if (!text) return null;
  const record = recordNamed(text);
  if (!record) throw wrong('record', `record must be ${RECORD_NAMES}.`);
  return record;
};

/** The filters of a query. @throws 400 naming an unknown filter */
const narrowed = ({ query }: SettingsCall): Omit<AuditQuery, 'limit'> => ({
  record: recordOf(query.record),
  action: queryWord('action', query.action, auditActions),
  section: queryWord('section', query.section, auditSections),
  user: queryNumber('user', query.user, MAX_INT),
  token: queryNumber('token', query.token),
  before: queryNumber('before', query.before),
  security: queryWord('security', query.security, ['true', 'false']) === 'true',
  since: queryTime('since', query.since),
  until: queryTime('until', query.until),
});

const list = async (here: SettingsCall) => {
  const limit = Math.min(Math.max(queryNumber('limit', here.query.limit) ?? PAGE, 1), MOST);
  const { entries, next, searchedBackTo } = await auditEntries(here.db, here.session.orgId, {
    ...narrowed(here),
    limit,
  });
  const names = await auditNames(here.db, { orgId: here.session.orgId, userKid: here.session.kid }, entries);
  return { items: entries, next, searched_back_to: searchedBackTo, names };
};

/** Lines of all entries that a query fits, read as fast as they are taken. */
async function* linesOf({ db, session }: SettingsCall, query: Omit<AuditQuery, 'limit'>): AsyncGenerator<string> {
  yield auditHead;
  for await (const entries of auditPieces(db, session.orgId, query, PIECE)) yield entries.map(auditLine).join('');
}

/** An export writes an audit entry first, which is not part of the export. */
const exported = async (here: SettingsCall): Promise<undefined> => {
  const { db, now, query, reply } = here;
  const asked = narrowed(here);
  const { now: at, ...actor } = acting(here);
  const until = asked.until ?? new Date(now()).toISOString();
  const filters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [null, value]]));
  await db.transaction((tx) =>
    tx.finish([
      auditEntry(
        { actor, now: at },
        { section: 'settings', recordId: 0, action: 'export', changes: filters, security: true },
      ),
    ]),
  );
  await reply
    .headers({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-${until.slice(0, 10)}.csv"`,
    })
    .send(Readable.from(linesOf(here, { ...asked, until })));
};

export const audit = {
  'GET /audit': list,
  'GET /audit/filters': async () => ({ actions: [...auditActions], sections: auditSections }),
  'GET /audit/export': exported,
} satisfies Partial<Handlers>;
