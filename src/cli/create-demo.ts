/** The organisation with sample data that a first start makes. */
import { scopeNames } from '../access/scopes.ts';
import { createToken } from '../access/tokens.ts';
import type { Database } from '../db/database.ts';
import { demo } from '../model/seed/demo.ts';
import { loadSample } from '../operations/load-sample.ts';
import { serviceContext } from '../operations/service-actor.ts';
import { makeOrganisation } from './new-organisation.ts';

/** What a newcomer needs, shown once. */
export interface Demo {
  readonly orgId: number;
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

/** Makes the organisation with its administrator, its records and a token for everything. */
export const createDemo = async (db: Database): Promise<Demo> => {
  const email = 'admin@example.com';
  const { org_id: orgId, admin } = await makeOrganisation(db, {
    name: demo.organisation,
    timeZone: 'Europe/Berlin',
    plan: { api_requests_per_minute: 1_000_000 },
    email,
  });
  await loadSample(await serviceContext(db, orgId, admin.kid), demo, new Map());
  const wish = { orgId, userKid: admin.kid, name: 'Demo', scopes: scopeNames, expires: null, addresses: [] };
  const { token } = await db.transaction((tx) => createToken(tx, wish));
  return { orgId, token, email, password: admin.password };
};
