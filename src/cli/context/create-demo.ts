/** The organisation with sample data that a first start makes. */

import { hashPassword, newPassword, setPassword } from '../../access/credentials/passwords.ts';
import { createToken } from '../../access/tokens/manage-tokens.ts';
import { scopeNames } from '../../access/tokens/scopes.ts';
import type { Database } from '../../db/database.ts';
import { type FileSettings, openStores } from '../../files/open-stores.ts';
import { demo } from '../../model/seed/demo.ts';
import { systemContext } from '../../operations/call/system-actor.ts';
import { loadSample } from '../../operations/organisation/load-sample.ts';
import { sql } from '../../sql/sql.ts';
import { createOrganisationWithAdmin } from './create-organisation.ts';

/** The access data of a demo, shown once. */
export interface Demo {
  readonly org_id: number;
  readonly token: string;
  readonly email: string;
  readonly password: string;
  /** An adviser without the rights of an administrator. */
  readonly adviser: { readonly email: string; readonly password: string };
}

/** Gives a user of the sample data a password that stays. */
const signInAs = async (db: Database, orgId: number, email: string): Promise<Demo['adviser']> => {
  const password = newPassword();
  const hashed = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [user] = await tx.run<{ kid: number }>(
      sql`select id as kid from contact where org_id = ${orgId} and section = 'users' and email = ${email} and del = 0`,
    );
    if (!user) throw new Error(`The sample data has no user ${email}.`);
    await setPassword(tx, { orgId, kid: user.kid }, hashed, Date.now());
  });
  return { email, password };
};

/** Makes the organisation with its administrator, its records and a token for everything. */
export const createDemo = async (db: Database, settings: FileSettings): Promise<Demo> => {
  const email = 'admin@example.com';
  const { org_id: orgId, admin } = await createOrganisationWithAdmin(db, {
    name: demo.organisation,
    timeZone: 'Europe/Berlin',
    plan: { api_requests_per_minute: 1_000_000 },
    email,
    passwordStays: true,
    templates: 'de',
  });
  const files = openStores(settings);
  try {
    const context = await systemContext(db, orgId, admin.kid, files);
    await loadSample({ ...context, actor: { ...context.actor, scopes: new Set(scopeNames) } }, demo);
  } finally {
    await files.close();
  }
  const adviser = await signInAs(db, orgId, 'jonas.keller@example.com');
  const newToken = { orgId, userKid: admin.kid, name: 'Demo', scopes: scopeNames, expires: null, addresses: [] };
  const { token } = await db.transaction((tx) => createToken(tx, newToken));
  return { org_id: orgId, token, email, password: admin.password, adviser };
};

/** The state of a demo: none, interrupted before it was announced, or in use. */
export type Progress = 'unused' | 'unfinished' | 'used';

/** An unfinished demo has no token, which is created last, and its password was never shown: it is unused. */
export const progressOf = async (db: Database): Promise<Progress> => {
  const [row] = await db.read<{ organisations: number; demos: number; tokens: boolean }>(
    sql`select count(*)::int as organisations, count(*) filter (where name = ${demo.organisation})::int as demos,
      (select is_called from api_token_id_seq) or exists (select 1 from session) as tokens from organisation`,
  );
  // Without organisations it was used where tokens were given: those that used them were deleted.
  if (!row?.organisations) return row?.tokens ? 'used' : 'unused';
  return row.organisations === 1 && row.demos === 1 && !row.tokens ? 'unfinished' : 'used';
};
