/** Sparten, billing companies and tags of the organisation. */

import { userName } from '../../derive/full-name.ts';
import type { Issue } from '../../errors/api-error.ts';
import { sparten } from '../../model/seed/sparten.ts';
import { billingCompanyUse, setBillingCompanies } from '../../operations/org-settings/billing-companies.ts';
import { readSettings } from '../../operations/org-settings/settings-document.ts';
import { switchSparte } from '../../operations/org-settings/switch-sparte.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import { type Listing, listedPage } from '../request/paged-list.ts';
import { authorOf, numberOf, perform } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import type { tagSorts } from '../routes/catalogues.ts';
import type { AnswerOf } from '../routes/index.ts';

interface Count {
  readonly id: number;
  readonly n: number;
}
const mapOf = (rows: readonly Count[]) => new Map(rows.map(({ id, n }) => [id, n]));

const listSparten = async ({ db, session }: SettingsCall) => {
  const off = new Set((await readSettings(db, session.orgId)).sparten_off ?? []);
  const used = mapOf(
    await db.queryLong<Count>(
      sql`select sparte as id, count(*)::int as n from contract where org_id = ${session.orgId} and del = 0 and sparte is not null group by sparte`,
    ),
  );
  return {
    items: sparten.map(({ id, sparte, bereich, name, steuersatz, kuendigungsfrist }) => ({
      id,
      sparte,
      bereich,
      name,
      steuersatz,
      kuendigungsfrist,
      active: !off.has(id),
      contracts: used.get(id) ?? 0,
    })),
  };
};

const listCompanies = async ({ db, session }: SettingsCall) => {
  const { billing_companies: names = [] } = await readSettings(db, session.orgId);
  const used = mapOf(await db.queryLong<Count>(billingCompanyUse(session.orgId)));
  const items = names.map((name, i) => ({ id: i + 1, name, contracts: used.get(i + 1) ?? 0 }));
  return { main: session.organisation, items };
};

const setCompanies = async (here: CallOf<'PUT /billing-companies'>) => {
  await setBillingCompanies(here.db, here.session.orgId, here.body.names, authorOf(here));
  return DONE;
};

const TAG_SORTS: Readonly<Record<(typeof tagSorts)[number], Sql>> = lookupTable({
  tag: sql`lower(t.tag collate "und-x-icu")`,
  user_name: sql`lower(${userName} collate "und-x-icu")`,
  insert_datum: sql`t.insert_datum`,
});

const tagListing = ({ session: { orgId, kid } }: SettingsCall): Listing => ({
  of: sql`tag t where t.org_id = ${orgId} and t.del = 0 and (t.freigabe = 1 or t.kid = ${kid})`,
  joined: sql`left join contact u on u.org_id = ${orgId} and u.id = t.kid`,
  shown: sql`json_build_object('id', t.id, 'tag', t.tag, 'freigabe', t.freigabe, 'kid', t.kid,
    'user_name', ${userName}, 'insert_datum', to_char(t.insert_datum, 'YYYY-MM-DD'),
    'uses', (select count(*) from tag_assignment a where a.org_id = ${orgId} and a.tag_id = t.id and a.del = 0))`,
  texts: [sql`t.tag`, userName],
  sorts: TAG_SORTS,
});

const listTags = (here: SettingsCall) => listedPage<AnswerOf<'GET /tags'>['items'][number]>(here, tagListing(here));

/** The answer of a change of a tag, with its warnings. */
const warned = <Body extends object>(body: Body, answered: unknown) => {
  const { warnings } = answered as { readonly warnings?: Issue[] };
  return warnings ? { ...body, warnings } : body;
};

export const catalogues = {
  'GET /sparten': listSparten,
  'PATCH /sparten/:id': async (here) => {
    await switchSparte(here.db, here.session.orgId, numberOf(here), here.body.active, authorOf(here));
    return DONE;
  },
  'GET /billing-companies': listCompanies,
  'PUT /billing-companies': setCompanies,
  'GET /tags': listTags,
  'POST /tags': async (here) => {
    const made = (await perform(here, 'create', { collection: 'system/tags', body: here.body })) as { id: number };
    return warned({ id: made.id }, made);
  },
  'PATCH /tags/:id': async (here) => {
    const at = { collection: 'system/tags', pathIds: [numberOf(here)], body: here.body };
    return warned(DONE, await perform(here, 'update', at));
  },
  'DELETE /tags/:id': async (here) => {
    await perform(here, 'remove', { collection: 'system/tags', pathIds: [numberOf(here)] });
    return DONE;
  },
} satisfies Partial<Handlers>;
