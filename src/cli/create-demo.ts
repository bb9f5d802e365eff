/** The organisation with sample data that a first start makes. */
import { scopeNames } from '../access/scopes.ts';
import { createToken } from '../access/tokens.ts';
import type { Database } from '../db/database.ts';
import { type FileSettings, openStores } from '../files/open-stores.ts';
import { demo } from '../model/seed/demo.ts';
import { loadSample } from '../operations/organisation/load-sample.ts';
import { serviceContext } from '../operations/service-actor.ts';
import { sql } from '../sql.ts';
import { makeOrganisation } from './new-organisation.ts';

/** What a newcomer needs, shown once. */
export interface Demo {
  readonly org_id: number;
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

/** Makes the organisation with its administrator, its records and a token for everything. */
export const createDemo = async (db: Database, settings: FileSettings): Promise<Demo> => {
  const email = 'admin@example.com';
  const { org_id: orgId, admin } = await makeOrganisation(db, {
    name: demo.organisation,
    timeZone: 'Europe/Berlin',
    plan: { api_requests_per_minute: 1_000_000 },
    email,
    passwordStays: true,
  });
  const files = openStores(settings);
  try {
    const context = await serviceContext(db, orgId, admin.kid, files);
    await loadSample({ ...context, actor: { ...context.actor, scopes: new Set(scopeNames) } }, demo);
  } finally {
    await files.close();
  }
  const newToken = { orgId, userKid: admin.kid, name: 'Demo', scopes: scopeNames, expires: null, addresses: [] };
  const { token } = await db.transaction((tx) => createToken(tx, newToken));
  return { org_id: orgId, token, email, password: admin.password };
};

/** What was made so far: nothing, a demo whose start was killed before it was announced, or what people use. */
export type Progress = 'unused' | 'unfinished' | 'used';

/** An unfinished demo never had a token, which comes last, and nobody knows its password: nobody has used it. */
export const progressOf = async (db: Database): Promise<Progress> => {
  const [row] = await db.read<{ organisations: number; demos: number; tokens: boolean }>(
    sql`select count(*)::int as organisations, count(*) filter (where name = ${demo.organisation})::int as demos,
      (select is_called from api_token_id_seq) or exists (select 1 from session) as tokens from organisation`,
  );
  // Without organisations it was used where tokens were given: those that used them were deleted.
  if (!row?.organisations) return row?.tokens ? 'used' : 'unused';
  return row.organisations === 1 && row.demos === 1 && !row.tokens ? 'unfinished' : 'used';
};
