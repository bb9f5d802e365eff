/** The archive of the organisation: asked for, downloaded, removed. */
import { scopeNames } from '../../access/tokens/scopes.ts';
import { entryBy } from '../../db/audit-entry.ts';
import { fail } from '../../errors/api-error.ts';
import {
  type ArchiveJob,
  findArchive,
  nextArchiveId,
  openArchive,
  removeArchives,
  requestArchive,
} from '../../operations/exports/archive-job.ts';
import { expiryOf } from '../../operations/exports/export-jobs.ts';
import { authorOf } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { requireReauth } from '../sign-in/reauthentication.ts';

const placeOf = ({ db, files, session: { orgId } }: SettingsCall) => ({ db, files, orgId });

const timeOf = (ms: number): string => new Date(ms).toISOString();

const shown = (job: ArchiveJob) => ({
  state: job.state,
  by: job.by,
  created_at: timeOf(job.created),
  finished_at: job.finished === null ? null : timeOf(job.finished),
  expires_at: timeOf(expiryOf(job)),
  records: job.records,
  size: job.size,
  missing: (JSON.parse(job.options) as { missing?: number }).missing ?? 0,
});

const request = async (here: CallOf<'POST /archive'>) => {
  const { db, session, body, now } = here;
  const id = await requireReauth(here, body, async () => {
    const next = await nextArchiveId(db);
    return async (tx) => {
      await requestArchive(tx, session.orgId, authorOf(here), { id: next, scopes: scopeNames, now: now() });
      return next;
    };
  });
  await removeArchives(placeOf(here), id);
  return DONE;
};

const download = async (here: SettingsCall): Promise<undefined> => {
  const { body, headers } = await openArchive(placeOf(here), authorOf(here), here.session.timeZone);
  await here.reply.headers(headers).send(body);
};

const remove = async (here: SettingsCall) => {
  const { orgId } = here.session;
  const archive = await findArchive(placeOf(here));
  if (!archive) throw fail('not_found');
  await removeArchives(placeOf(here));
  const entry = { section: 'exports', recordId: archive.id, action: 'delete', changes: {}, security: true } as const;
  await here.db.transaction((tx) => tx.finish([entryBy(authorOf(here), orgId, entry)]));
  return DONE;
};

export const archive = {
  'GET /archive': async (here) => {
    const latest = await findArchive(placeOf(here));
    return { archive: latest && shown(latest) };
  },
  'POST /archive': request,
  'GET /archive/download': download,
  'DELETE /archive': remove,
} satisfies Partial<Handlers>;
