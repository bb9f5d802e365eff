/** GET `/v3/customers/{kid}/privacy/export`: a ZIP of everything that is held on a customer. */
import { Readable } from 'node:stream';
import { localTime } from '../../derive/local-time.ts';
import { PERSONS } from '../../derive/privacy/person-records.ts';
import { disclosureOf } from '../../shared/disclosure.ts';
import type { CallOf, Context, ResultOf } from '../call/call.ts';
import { auditEntry } from '../commit/commit.ts';
import { contentHeaders } from '../documents/content-headers.ts';
import { zipArchive } from '../exports/archive.ts';
import type { Person } from './person.ts';
import { personArchive } from './person-archive.ts';
import { personOfCall } from './preview.ts';

/** Says in the audit log who gets the archive. */
export const auditExport = ({ db, actor, now }: Context, { kid }: Person): Promise<unknown> => {
  const entry = { section: PERSONS, recordId: kid, action: 'export', changes: {}, security: true } as const;
  return db.transaction((tx) => tx.finish([auditEntry({ actor, now }, entry)]));
};

/**
 * The archive is written while it is sent. The audit entry names the caller and is written before the first byte.
 * @throws 403 `administrator_required` for a restricted customer, 404 `customer_not_found`
 */
export const exportPerson = async (
  call: CallOf<'GET /v3/customers/:kid/privacy/export'>,
): ResultOf<'GET /v3/customers/:kid/privacy/export'> => {
  const person = await personOfCall(call);
  const { actor, now, model, query } = call;
  await auditExport(call, person);
  const name = `${PERSONS}-${person.kid}-${localTime(actor.timeZone, now()).slice(0, 'YYYY-MM-DD'.length)}.zip`;
  // It is written again in seconds: no ranges.
  const { 'Accept-Ranges': _ranges, ...headers } = contentHeaders(name, 'zip', 'attachment');
  const content = zipArchive(
    personArchive(call, person, query.language ?? disclosureOf(model.settings.disclosure).language, () => undefined),
    new Date(now()),
  );
  return { status: 200, body: Readable.from(content, { objectMode: false }), headers };
};
