/** Sparten, billing companies and tags of the organisation. */
import { sparten } from '../model/seed/sparten.ts';
import { billingCompanyUse, setBillingCompanies } from '../operations/organisation/billing-companies.ts';
import { switchSparte } from '../operations/organisation/organisation-fields.ts';
import { readSettings } from '../operations/organisation/settings-document.ts';
import { sql } from '../sql.ts';
import { authorOf, numberOf, perform } from './acting.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';
import type { AnswerOf } from './routes/index.ts';

interface Count {
  readonly id: number;
  readonly n: number;
}
const mapOf = (rows: readonly Count[]) => new Map(rows.map(({ id, n }) => [id, n]));

const listSparten = async ({ db, session }: SettingsCall) => {
  const off = new Set((await readSettings(db, session.orgId)).sparten_off ?? []);
  const used = mapOf(
    await db.readLong<Count>(
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
  const used = mapOf(await db.readLong<Count>(billingCompanyUse(session.orgId)));
  const items = names.map((name, i) => ({ id: i + 1, name, contracts: used.get(i + 1) ?? 0 }));
  return { main: session.organisation, items };
};

const setCompanies = async (here: CallOf<'PUT /billing-companies'>) => {
  await setBillingCompanies(here.db, here.session.orgId, here.body.names, authorOf(here));
  return DONE;
};

const listTags = async (here: SettingsCall) => {
  const rows = await here.db.readLong<{
    doc: string;
  }>(sql`select json_build_object('id', t.id, 'tag', t.tag, 'freigabe', t.freigabe, 'kid', t.kid,
      'user_name', (select concat_ws(' ', nullif(u.vorname, ''), u.name) from contact u where u.org_id = ${here.session.orgId} and u.id = t.kid),
      'insert_datum', to_char(t.insert_datum, 'YYYY-MM-DD'),
      'uses', (select count(*) from tag_assignment a where a.org_id = ${here.session.orgId} and a.tag_id = t.id and a.del = 0))::text as doc
    from tag t where t.org_id = ${here.session.orgId} and t.del = 0 and (t.freigabe = 1 or t.kid = ${here.session.kid}) order by lower(t.tag), t.id limit 5000`);
  return { items: rows.map(({ doc }) => JSON.parse(doc) as AnswerOf<'GET /tags'>['items'][number]) };
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
    return { id: made.id };
  },
  'PATCH /tags/:id': async (here) => {
    await perform(here, 'update', { collection: 'system/tags', pathIds: [numberOf(here)], body: here.body });
    return DONE;
  },
  'DELETE /tags/:id': async (here) => {
    await perform(here, 'remove', { collection: 'system/tags', pathIds: [numberOf(here)] });
    return DONE;
  },
} satisfies Partial<Handlers>;
