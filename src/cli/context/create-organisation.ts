/** An organisation with its first administrator, all or nothing. */

import { hashPassword, newPassword, setPassword } from '../../access/credentials/passwords.ts';
import {
  createOrganisation,
  type NewOrganisation,
  nextOrganisation,
} from '../../access/organisations/manage-organisations.ts';
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { registry } from '../../model/registry.ts';
import { contextOf } from '../../operations/call/system-actor.ts';
import { createFirstRecords } from '../../operations/organisation/first-records.ts';
import { createFirstUser } from '../../operations/organisation/first-user.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import type { Language } from '../../shared/disclosure.ts';

/** The created organisation; the password is shown once. */
export interface CreatedOrganisation {
  readonly org_id: number;
  readonly admin: { readonly kid: number; readonly email: string; readonly password: string };
}

/** The requested organisation. */
export interface OrganisationRequest extends NewOrganisation {
  readonly email: string;
  readonly adminName?: string;
  /** The password is permanent; otherwise its user must change it at the first login (rules 8.2). */
  readonly passwordStays?: boolean;
  /** The language of the templates and rules that it begins with; without one it has none. */
  readonly templates?: Language;
}

/** Makes both in one transaction. @param by who makes it, for the audit log @throws 400 for a time zone that does not exist */
export const createOrganisationWithAdmin = async (
  db: Database,
  asked: OrganisationRequest,
  by: Author = SERVICE,
): Promise<CreatedOrganisation> => {
  const password = newPassword();
  const hashed = await hashPassword(password);
  const orgId = await nextOrganisation(db);
  return db.transaction(async (tx) => {
    await createOrganisation(tx, orgId, asked, by);
    const service = contextOf(db, registry, orgId, asked);
    const context = { ...service, actor: { ...service.actor, ...by } };
    const kid = await createFirstUser(context, tx, { email: asked.email, name: asked.adminName ?? 'Administrator' });
    if (asked.templates) await createFirstRecords(context, tx, kid, asked.templates);
    await setPassword(tx, { orgId, kid }, hashed, Date.now(), !asked.passwordStays);
    await tx.run(userEvent({ ...by, orgId, now: Date.now }, kid, 'password'));
    return { org_id: orgId, admin: { kid, email: asked.email, password } };
  });
};
