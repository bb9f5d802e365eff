/** An organisation with its first administrator, all or nothing. */
import { createOrganisation, type NewOrganisation } from '../access/organisations.ts';
import { newPassword, setPassword } from '../access/passwords.ts';
import { type Author, SERVICE } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import { registry } from '../model/registry.ts';
import { createFirstUser } from '../operations/first-user.ts';
import { contextOf } from '../operations/service-actor.ts';

/** What was made; the password is shown this once. */
export interface MadeOrganisation {
  readonly org_id: number;
  readonly admin: { readonly kid: number; readonly email: string; readonly password: string };
}

/** Makes both in one transaction. @param by who makes it, for the audit log @throws 400 for a time zone that does not exist */
export const makeOrganisation = async (
  db: Database,
  wish: NewOrganisation & { readonly email: string; readonly adminName?: string },
  by: Author = SERVICE,
): Promise<MadeOrganisation> => {
  const password = newPassword();
  return db.transaction(async (tx) => {
    const orgId = await createOrganisation(tx, wish, by);
    const service = contextOf(db, registry, orgId, wish.timeZone);
    const context = { ...service, actor: { ...service.actor, ...by } };
    const kid = await createFirstUser(context, tx, { email: wish.email, name: wish.adminName ?? 'Administrator' });
    await setPassword(tx, orgId, kid, wish.email, password);
    return { org_id: orgId, admin: { kid, email: wish.email, password } };
  });
};
