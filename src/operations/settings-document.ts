/** The settings of an organisation: one document in its row (decisions 6.3). */
import type { Database, Tx } from '../db/database.ts';
import type { OrganisationSettings } from '../derive/apply-settings.ts';
import { fail } from '../errors.ts';
import { type Sql, sql } from '../sql.ts';
import { settled } from './settled.ts';

interface Row {
  readonly settings: string;
}

const parse = (orgId: number, [row]: readonly Row[]): OrganisationSettings => {
  if (!row)
    throw fail('not_found', {
      as: 'unknown_organisation',
      message: `There is no organisation ${orgId}; see: broker-crm org list`,
    });
  return JSON.parse(row.settings) as OrganisationSettings;
};

const select = (orgId: number): Sql => sql`select settings::text as settings from organisation where org_id = ${orgId}`;

/** The settings of an organisation. @throws 404 for an unknown one */
export const readSettings = async (db: Database, orgId: number): Promise<OrganisationSettings> =>
  parse(orgId, await db.read<Row>(select(orgId)));

/** The settings as they stay until the transaction ends. @throws 404 for an unknown organisation */
export const shareSettings = async (tx: Tx, orgId: number): Promise<OrganisationSettings> =>
  parse(orgId, await tx.run<Row>(sql`${select(orgId)} for share`));

/** Changes the settings under their lock; every process knows when this resolves. @throws what `change` throws */
export const changeSettings = async (
  db: Database,
  orgId: number,
  change: (settings: OrganisationSettings, tx: Tx) => OrganisationSettings | Promise<OrganisationSettings>,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const settings = parse(orgId, await tx.run<Row>(sql`${select(orgId)} for update`));
    const next = JSON.stringify(await change(settings, tx));
    await tx.run(
      sql`update organisation set settings = ${next}, settings_version = settings_version + 1 where org_id = ${orgId}`,
    );
  });
  await settled();
};
