/** Mails the user who asked for the archive of the organisation that it is done. */
import type { Database } from '../../db/database.ts';
import type { ExportJob } from '../../operations/exports/export-jobs.ts';
import { sql } from '../../sql/sql.ts';
import type { SendMail } from './mail.ts';
import { archiveMailText } from './mail-templates.ts';

/** @param page address of the settings page (PUBLIC_URL); may be empty */
export const mailArchive =
  (db: Database, mail: SendMail, page: string) =>
  async ({ org_id: orgId, user_kid: kid }: Pick<ExportJob, 'org_id' | 'user_kid'>): Promise<void> => {
    const [found] = await db.forOrg(orgId).read<{ email: string; name: string }>(sql`select u.email, o.name
      from contact u
      join organisation o on o.org_id = ${orgId}
      where u.org_id = ${orgId} and u.id = ${kid}::int and u.section = 'users' and u.del = 0 and u.aktiv`);
    // The log has the error (mail.ts); the page shows the archive in any case.
    if (found) await mail([found.email], archiveMailText(found.name, page)).catch(() => undefined);
  };
