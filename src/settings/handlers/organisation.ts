/** Name and logo of the organisation, and whether the service can send mails. */
import { changeOrganisation, checkTimeZone } from '../../access/organisations/manage-organisations.ts';
import { auditEntry } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/database.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import { mailFailureOf } from '../../operations/messages/mail-server.ts';
import { sql } from '../../sql/sql.ts';
import { testMailText } from '../mail/mail-templates.ts';
import { authorOf } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { count, countsOfTestMail } from '../sign-in/login-throttle.ts';
import { acting } from '../sign-in/reauthentication.ts';
import { checkLogo, typeOfLogo } from './logo.ts';

const change = async (here: CallOf<'PATCH /organisation'>) => {
  const { db, session, body } = here;
  const { name, time_zone: timeZone } = body;
  try {
    if (timeZone !== undefined) checkTimeZone(timeZone);
  } catch (error) {
    throw invalid([{ path: ['time_zone'], code: 'invalid_value', message: (error as Error).message }]);
  }
  await changeOrganisation(db, session.orgId, { ...(name && { name }), ...(timeZone && { timeZone }) }, authorOf(here));
  return DONE;
};

/** Replaces or removes the logo. @returns whether there was one */
const replaceLogo = async (
  here: SettingsCall<unknown>,
  tx: Tx,
  logo: { readonly name: string; readonly bytes: Buffer } | null,
): Promise<boolean> => {
  const { orgId } = here.session;
  const [before] = await tx.run<{ name: string | null }>(
    sql`select logo_name as name from organisation where org_id = ${orgId} for no key update`,
  );
  const was = before?.name ?? null;
  if (was === (logo?.name ?? null)) return was !== null;
  const { now, ...actor } = acting(here);
  await tx.finish([
    sql`update organisation set logo = ${logo?.bytes ?? null}, logo_name = ${logo?.name ?? null} where org_id = ${orgId}`,
    auditEntry(
      { actor, now },
      { section: 'settings', recordId: 0, action: 'logo', changes: { logo: [was, logo?.name ?? null] } },
    ),
  ]);
  return was !== null;
};

const setLogo = async (here: CallOf<'POST /organisation/logo'>) => {
  const logo = checkLogo(here.body.content);
  await here.db.transaction((tx) => replaceLogo(here, tx, logo));
  return { logo: logo.name };
};

const removeLogo = async (here: SettingsCall) => {
  if (!(await here.db.transaction((tx) => replaceLogo(here, tx, null)))) throw fail('not_found');
  return DONE;
};

/** Its name is its hash: a browser keeps it until there is another one. */
const showLogo = async ({ db, session, query, reply }: SettingsCall): Promise<undefined> => {
  const [row] = await db.read<{ logo: Buffer | null; name: string | null }>(
    sql`select logo, logo_name as name from organisation where org_id = ${session.orgId}`,
  );
  if (!row?.logo || !row.name) throw fail('not_found');
  await reply
    .headers({
      'Content-Type': typeOfLogo(row.name),
      'Cache-Control': query.name === row.name ? 'private, max-age=31536000, immutable' : 'no-store',
    })
    .send(row.logo);
};

const testMail = async (here: SettingsCall) => {
  const { mail, session } = here;
  if (mail === null) throw fail('mail_not_configured');
  await count(here, countsOfTestMail(session.orgId, session.kid), 'too_many_mails');
  const failure = await mail([session.email], testMailText(session.organisation)).then(() => null, mailFailureOf);
  return { to: session.email, sent: failure === null, failure };
};

export const organisation = {
  'GET /organisation': async ({ session: { organisation: name, timeZone, logo } }) => ({
    name,
    time_zone: timeZone,
    logo,
  }),
  'PATCH /organisation': change,
  'POST /organisation/logo': setLogo,
  'DELETE /organisation/logo': removeLogo,
  'GET /organisation/logo': showLogo,
  'GET /mail': async ({ mail, config, origin }) => ({
    configured: mail !== null,
    from: mail === null ? null : config.smtpFrom,
    links_to: origin,
  }),
  'POST /mail/test': testMail,
} satisfies Partial<Handlers>;
