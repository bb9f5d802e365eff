/** Who gets a mail about a record: its customer or its product partner, at the address that is stored (rules 16.26). */
import { MAIL_ART } from '../../model/parts/contact-parts.ts';
import { fieldGroups, groupsOf, type RecipientGroup, type TemplateSection } from '../../model/seed/placeholders.ts';
import { isEmail } from '../../shared/email.ts';
import { sql } from '../../sql/sql.ts';
import { type CallOf, type Context, json, type ResultOf } from '../call/call.ts';
import { loadRecords } from '../feed/load-records.ts';
import { requireReadOf } from './fill-template.ts';

type Check = 'POST /v3/letters/recipients';

/** The field of a record kind that names its recipient. @returns undefined where it has no such one */
export const recipientField = (section: TemplateSection, group: RecipientGroup): string | undefined =>
  (groupsOf[section] as Partial<Readonly<Record<RecipientGroup, string>>>)[group];

/** The recipient of mails that name none. */
export const usualRecipient = (section: TemplateSection): RecipientGroup =>
  recipientField(section, 'kunde') ? 'kunde' : 'gesellschaft';

/** @throws 403 without the read scopes of the records and of their recipients */
export const requireRecipients = (context: Context, section: TemplateSection, group: RecipientGroup): void => {
  requireReadOf(context, section);
  requireReadOf(context, fieldGroups[group].section);
};

/** The first e-mail address of contacts, by their numbers. @param consent the first one with a consent to advertising */
export const addressesOf = async (
  { db, actor }: Context,
  kids: readonly unknown[],
  consent: boolean,
): Promise<ReadonlyMap<unknown, string>> => {
  const rows = await db.read<{ kid: number; wert: string; werbung: number | null }>(sql`select d.kid, d.wert, d.werbung
    from contact_detail d
    join contact c on c.org_id = d.org_id and c.id = d.kid
    where d.org_id = ${actor.orgId} and c.org_id = ${actor.orgId} and d.kid = any(${kids.filter(Boolean)}::int[])
      and d.art = ${MAIL_ART} and d.del = 0 and c.del = 0
    order by d.id desc`);
  const usable = rows.filter(({ wert, werbung }) => isEmail(wert) && (!consent || werbung));
  return new Map(usable.map(({ kid, wert }) => [kid, wert]));
};

/** POST `/v3/letters/recipients`. @throws 403 */
export const checkRecipients = async (call: CallOf<Check>): ResultOf<Check> => {
  const { section, ids, recipient = usualRecipient(section) } = call.body;
  requireRecipients(call, section, recipient);
  const of = (id: number) => ({ section, record_id: id, owner_section: null });
  const wanted = [...new Set(ids)];
  const textOf = await loadRecords(call, wanted.map(of));
  const field = recipientField(section, recipient) ?? '';
  const kidOf = new Map(wanted.map((id) => [id, JSON.parse(textOf(of(id)) ?? '{}')[field] as unknown]));
  const [all, consenting] = await Promise.all(
    [false, true].map((only) => addressesOf(call, [...kidOf.values()], only)),
  );
  const without = (found: ReadonlyMap<unknown, string> | undefined) =>
    wanted.filter((id) => !found?.has(kidOf.get(id)));
  return json(200, { without_address: without(all), without_consent: without(consenting) });
};
