/** Organisations as operators make and change them (architecture 6). */
import type { Database, Tx } from '../db/database.ts';
import { fail } from '../errors.ts';
import { sql } from '../sql.ts';
import { settled } from './settled.ts';

/** What a new organisation starts with. */
export interface NewOrganisation {
  readonly name: string;
  readonly timeZone: string;
  /** Raw plan values; invalid ones are stored and make calls 503 (decisions 6.3). */
  readonly plan: Readonly<Record<string, unknown>>;
}

/** @throws 400 `validation_failed` for a time zone that does not exist */
export const checkTimeZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch (cause) {
    throw fail('validation_failed', {
      cause,
      message: `"${timeZone}" is no time zone; write one such as Europe/Berlin.`,
    });
  }
};

/** Makes an organisation's row. @returns its id */
export const createOrganisation = async (tx: Tx, { name, timeZone, plan }: NewOrganisation): Promise<number> => {
  const [row] = await tx.run<{ org_id: number }>(
    sql`insert into organisation (org_id, name, time_zone, plan) values (nextval('organisation_id_seq')::int, ${name}, ${checkTimeZone(timeZone)}, ${JSON.stringify(plan)}) returning org_id`,
  );
  return row?.org_id ?? 0;
};

/** What can be changed of an organisation; what is absent stays. */
export interface OrganisationChange {
  readonly plan?: Readonly<Record<string, unknown>>;
  readonly contract?: 'active' | 'inactive';
  /** null: no trial. */
  readonly trialEnds?: Date | null;
  /** The whole list of additional companies. */
  readonly billingCompanies?: readonly string[];
}

/** No organisation has this id. */
export const unknownOrganisation = (orgId: number) =>
  fail('not_found', {
    as: 'unknown_organisation',
    message: `There is no organisation ${orgId}; see: broker-crm org list`,
  });

/** @throws 404 for an unknown organisation */
export const checkOrganisation = async (db: Database, orgId: number): Promise<void> => {
  const rows = await db.read(sql`select 1 from organisation where org_id = ${orgId}`);
  if (!rows.length) throw unknownOrganisation(orgId);
};

/** Changes an organisation; every process knows when this resolves. @throws 404 for an unknown one */
export const changeOrganisation = async (db: Database, orgId: number, change: OrganisationChange): Promise<void> => {
  await db.transaction(async (tx) => {
    const [row] = await tx.run<{ plan: string; settings: string }>(
      sql`select plan::text as plan, settings::text as settings from organisation where org_id = ${orgId} for update`,
    );
    if (!row) throw unknownOrganisation(orgId);
    const plan = { ...(JSON.parse(row.plan) as object), ...change.plan };
    const settings = JSON.parse(row.settings) as Record<string, unknown>;
    if (change.billingCompanies) settings.billing_companies = change.billingCompanies;
    await tx.run(sql`update organisation set plan = ${JSON.stringify(plan)}, settings = ${JSON.stringify(settings)},
      settings_version = settings_version + 1 where org_id = ${orgId}`);
    if (change.contract)
      await tx.run(sql`update organisation set contract = ${change.contract} where org_id = ${orgId}`);
    if (change.trialEnds !== undefined) {
      await tx.run(
        sql`update organisation set trial_ends = ${change.trialEnds?.toISOString() ?? null} where org_id = ${orgId}`,
      );
    }
  });
  await settled();
};

/** An organisation in a list. */
export interface ListedOrganisation {
  readonly org_id: number;
  readonly name: string;
  readonly time_zone: string;
  readonly contract: string;
  readonly trial_ends: string | null;
  readonly plan: unknown;
  readonly billing_companies: readonly string[];
}

/** All organisations, by their ids. */
export const listOrganisations = async (db: Database): Promise<ListedOrganisation[]> => {
  const rows = await db.readLong<{ doc: string }>(sql`select json_build_object('org_id', org_id, 'name', name,
    'time_zone', time_zone, 'contract', contract, 'trial_ends', trial_ends, 'plan', plan,
    'billing_companies', coalesce(settings->'billing_companies', '[]'))::text as doc from organisation order by org_id`);
  return rows.map(({ doc }) => JSON.parse(doc) as ListedOrganisation);
};
