/**
 * The number of links and relations of a record is bounded, so that their list is a quick response (decision 0042).
 */
import { expect, test } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { refusal } from '../support/rules-fixture.ts';

const { service, organisation, client } = setUpService();

const MOST = 10_000;
const customer = async (name: string): Promise<number> => (await client.post('/v3/customers', { name })).body.kid;
const write = (statement: ReturnType<typeof sql>) => service.db.transaction((tx) => tx.run(statement));
/** Links of a customer to missing records: they exist and are not listed. */
const fillLinks = (kid: number, n: number, from = 0) =>
  write(sql`insert into link (org_id, id, owner_section, owner_id, foreign_section, foreign_id, insert_datum)
    select ${organisation.orgId}::int, nextval('link_id_seq')::int, 'customers', ${kid}::int, 'goals', ${1_000_000 + from}::int + n, '2026-01-01'
    from generate_series(1, ${n}::int) n`);
const fillRelations = (kid: number, other: number, n: number, from = 0) =>
  write(sql`insert into relation (org_id, id, kid, kid_beziehung, beziehung, reverse_id, insert_datum)
    select ${organisation.orgId}::int, nextval('relation_id_seq')::int, ${kid}::int, ${other}::int, ${1_000_000 + from}::int + n, 0, '2026-01-01'
    from generate_series(1, ${n}::int) n`);
const linkTo = (kid: number, id: number) =>
  client.post(`/v3/customers/${kid}/links`, { foreign_section: 'customers', foreign_id: id });
const relate = (kid: number, other: number) =>
  client.post(`/v3/customers/${kid}/relations`, { kid_beziehung: other, beziehung: 101 });

test('links up to the limit are created, and one more is refused at either end', async () => {
  const [full, ...others] = [await customer('Voll'), await customer('Eins'), await customer('Zwei')] as const;
  await fillLinks(full, MOST - 1);
  expect((await linkTo(full, others[0])).status).toBe(201);
  for (const refused of [await linkTo(full, others[1]), await linkTo(others[1], full)]) {
    expect(refusal(refused)).toBe('409 too_many_links');
    expect(JSON.stringify(refused.body)).toContain(
      `customers/${full} cannot have more than ${MOST} links; delete those that nobody needs.`,
    );
  }
  const [{ id }] = (await client.get(`/v3/customers/${full}/links`)).body.items;
  expect((await client.delete(`/v3/customers/${full}/links/${id}`)).status).toBe(200);
  expect((await linkTo(others[1], full)).status).toBe(201);
});

test('relations up to the limit are created, and one more is refused at either end', async () => {
  const [full, one, two] = [await customer('Voll'), await customer('Eins'), await customer('Zwei')];
  await fillRelations(full, one, MOST - 1);
  expect((await relate(full, two)).status).toBe(201);
  for (const refused of [await relate(full, one), await relate(one, full)]) {
    expect(refusal(refused)).toBe('409 too_many_links');
    expect(JSON.stringify(refused.body)).toContain(`customers/${full} cannot have more than ${MOST} relations`);
  }
});

test('a customer above the limit can take over one without links', async () => {
  const [master, slave, other] = [await customer('Herr'), await customer('Knecht'), await customer('Drittel')];
  await fillLinks(master, MOST + 1, 2 * MOST);
  await fillRelations(master, other, MOST + 1, 2 * MOST);
  const merge = () => client.post(`/v3/customers/${master}/merge`, { slave_kid: slave });
  await fillLinks(slave, 1, 4 * MOST);
  expect(refusal(await merge())).toBe('409 too_many_links');
  await write(sql`delete from link where org_id = ${organisation.orgId}::int and owner_id = ${slave}::int`);
  await fillRelations(slave, other, 1, 4 * MOST);
  expect(refusal(await merge())).toBe('409 too_many_links');
  await write(sql`delete from relation where org_id = ${organisation.orgId}::int and kid = ${slave}::int`);
  expect((await merge()).status).toBe(200);
});

test('a merge that would exceed the limit of links is refused and writes nothing', async () => {
  const [master, slave, other] = [await customer('Herr'), await customer('Knecht'), await customer('Drittel')];
  await fillLinks(master, MOST - 10);
  await fillLinks(slave, 11, MOST);
  const merge = () => client.post(`/v3/customers/${master}/merge`, { slave_kid: slave });
  const tooMany = async (what: string) => {
    const refused = await merge();
    expect(refusal(refused)).toBe('409 too_many_links');
    expect(JSON.stringify(refused.body)).toContain(`customers/${master} cannot have more than ${MOST} ${what}`);
    expect((await client.get(`/v3/customers/${slave}`)).body.name).toBe('Knecht');
  };
  await tooMany('links');
  await write(
    sql`delete from link where org_id = ${organisation.orgId}::int and owner_id = ${slave}::int and foreign_id > 1010010`,
  );
  await fillRelations(master, other, MOST - 10);
  await fillRelations(slave, other, 11, MOST);
  await tooMany('relations');
  await write(
    sql`delete from relation where org_id = ${organisation.orgId}::int and kid = ${slave}::int and beziehung > 1010010`,
  );
  expect((await merge()).status).toBe(200);
});
