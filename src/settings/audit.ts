/** The change history of the organisation (rules 18.7), looked through and exported. */
import { Readable } from 'node:stream';
import { auditActions, auditEntry } from '../db/audit-entry.ts';
import { MAX_INT } from '../int.ts';
import {
  type AuditQuery,
  auditEntries,
  auditPieces,
  auditSections,
  RECORD_NAMES,
  type RecordName,
  recordNamed,
} from '../operations/audit-log.ts';
import { auditHead, auditLine } from './audit-csv.ts';
import type { Handlers, SettingsCall } from './call.ts';
import { acting } from './door.ts';
import { queryNumber, queryTime, queryWord, wrong } from './query.ts';

const PAGE = 50;
const MOST = 500;
/** Entries that an export reads at once: so many are in memory, however long the log is. */
const PIECE = 200;

const recordOf = (text: string | undefined): RecordName | null => {
  if (!text) return null;
  const record = recordNamed(text);
  if (!record) throw wrong('record', `record must be ${RECORD_NAMES}.`);
  return record;
};

/** What a query narrows the log to. @throws 400 naming what is no filter */
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
  const { entries, more } = await auditEntries(here.db, here.session.orgId, { ...narrowed(here), limit });
  return { items: entries, next: more ? (entries.at(-1)?.id ?? null) : null };
};

/** Lines of all entries that a query fits, read as fast as they are taken. */
async function* linesOf({ db, session }: SettingsCall, query: Omit<AuditQuery, 'limit'>): AsyncGenerator<string> {
  yield auditHead;
  for await (const entries of auditPieces(db, session.orgId, query, PIECE)) yield entries.map(auditLine).join('');
}

/** Whoever takes the log with him is noted in it first; that entry is no part of what he takes. */
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
