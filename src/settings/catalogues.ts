/** Sparten, relation types, billing companies and tags of the organisation. */
import { z } from 'zod';
import { changeOrganisation } from '../access/organisations.ts';
import { fail } from '../errors.ts';
import { relationFolders, relationPairs, relationTypes } from '../model/seed/relation-types.ts';
import { sparten } from '../model/seed/sparten.ts';
import { readSettings, switchSparte } from '../operations/organisation-fields.ts';
import { sql } from '../sql.ts';
import { note, numberOf, perform } from './acting.ts';
import { call, DONE, field, type SettingsCall, type SettingsRoute, send } from './route.ts';

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

const listRelationTypes = async ({ db, session }: SettingsCall) => {
  const used = mapOf(
    await db.readLong<Count>(
      sql`select beziehung as id, count(*)::int as n from relation where org_id = ${session.orgId} group by beziehung`,
    ),
  );
  return {
    items: relationTypes.map((type) => ({ ...type, relations: used.get(type.id) ?? 0 })),
    folders: relationFolders,
    pairs: relationPairs,
  };
};

/** Contracts of the further companies; those of the main one (0) are most, and nobody asks for them. */
const companyUse = async ({ db, session }: SettingsCall<unknown>) =>
  mapOf(
    await db.readLong<Count>(
      sql`select gd_abr_firma as id, count(*)::int as n from contract where org_id = ${session.orgId} and del = 0 and gd_abr_firma > 0 group by gd_abr_firma`,
    ),
  );

const listCompanies = async (here: SettingsCall) => {
  const { billing_companies: names = [] } = await readSettings(here.db, here.session.orgId);
  const used = await companyUse(here);
  const items = names.map((name, i) => ({ id: i + 1, name, contracts: used.get(i + 1) ?? 0 }));
  return { main: here.session.organisation, items };
};

const setCompanies = async (here: SettingsCall<{ names: string[] }>) => {
  const { names } = here.body;
  const used = await companyUse(here);
  const cut = [...used.keys()].filter((id) => id > names.length);
  if (cut.length) throw fail('billing_company_in_use', { details: { ids: cut } });
  const { billing_companies: before = [] } = await readSettings(here.db, here.session.orgId);
  await changeOrganisation(here.db, here.session.orgId, { billingCompanies: names });
  await note(here, 'settings', 0, 'billing-companies', { billing_companies: [before, names] });
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
  return { items: rows.map(({ doc }) => JSON.parse(doc) as unknown) };
};

const tag = z.strictObject({ tag: field.name, freigabe: z.union([z.literal(0), z.literal(1)]) });

export const catalogues: readonly SettingsRoute[] = [
  call('GET', '/sparten', listSparten),
  send('PATCH', '/sparten/:id', z.strictObject({ active: z.boolean() }), async (here) => {
    const id = numberOf(here);
    await switchSparte(here.db, here.session.orgId, id, here.body.active);
    await note(here, 'settings', 0, 'sparte', { [`sparten.${id}.active`]: [!here.body.active, here.body.active] });
    return DONE;
  }),
  call('GET', '/relation-types', listRelationTypes),
  call('GET', '/billing-companies', listCompanies),
  send('PUT', '/billing-companies', z.strictObject({ names: z.array(field.name).max(200) }), setCompanies),
  call('GET', '/tags', listTags),
  send(
    'POST',
    '/tags',
    tag,
    async (here) => {
      const made = (await perform(here, 'create', { collection: 'system/tags', body: here.body })) as { id: number };
      return { id: made.id };
    },
    { status: 201 },
  ),
  send('PATCH', '/tags/:id', tag.partial(), async (here) => {
    await perform(here, 'update', { collection: 'system/tags', numbers: [numberOf(here)], body: here.body });
    return DONE;
  }),
  call('DELETE', '/tags/:id', async (here) => {
    await perform(here, 'remove', { collection: 'system/tags', numbers: [numberOf(here)] });
    return DONE;
  }),
];
