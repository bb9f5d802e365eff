/** The migrations create every table, column and index of the declarations (docs/changing-it.md). */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addedFieldsSql, addedKindsSql, renewedViewsSql } from '../../src/derive/ddl/alter-tables.ts';
import { schemaSql, tableSql } from '../../src/derive/ddl/create-tables.ts';
import { REPORTING, reportingSql, viewSql } from '../../src/derive/ddl/reporting-views.ts';
import { int, rowId, text as words } from '../../src/model/declaration/field.ts';
import { definePart, defineResource } from '../../src/model/declaration/resource.ts';
import { buildRegistry, declarations, registry } from '../../src/model/registry.ts';
import { setUpService } from '../support/fixture.ts';

const DECLARED = 'declared';

const { service } = setUpService();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(service.connection);
  await client.connect();
  await client.query(`create schema ${DECLARED}; set search_path = ${DECLARED}, public; ${schemaSql(registry)}`);
});
afterAll(async () => {
  await client.end();
});

const rows = async (text: string, schema: string): Promise<string[]> => {
  const result = await client.query<{ line: string }>(text, [schema]);
  return result.rows.map(({ line }) => line.replaceAll(`${schema}.`, '')).sort();
};

const COLUMNS =
  "select concat_ws(' ', table_name, column_name, data_type, numeric_scale, is_nullable, column_default) as line from information_schema.columns where table_schema = $1";
const INDEXES = 'select indexdef as line from pg_indexes where schemaname = $1';

const MIGRATION = '`node --import tsx src/main.ts migration TABLE';
const LACKING = `the migrations lack this; ${MIGRATION}\` prints a new table, ${MIGRATION} --add FIELDS\` new fields of one that is there`;
const OTHER_VIEWS = `the views are others now; ${MIGRATION} --add FIELDS\` prints those of new fields too, ${MIGRATION} --views\` those of labels and fields that changed or went`;

test.each([
  ['columns', COLUMNS],
  ['indexes', INDEXES],
])('%s', async (_, text) => {
  const there = new Set(await rows(text, 'public'));
  const declared = await rows(text, DECLARED);
  expect(declared.length).toBeGreaterThan(100);
  expect(
    declared.filter((line) => !there.has(line)),
    LACKING,
  ).toEqual([]);
});

const VIEWS = `select viewname || ': ' || definition as line from pg_views where schemaname = $1
  union all
  select concat_ws(' ', c.relname, a.attname, coalesce(col_description(c.oid, a.attnum), obj_description(c.oid)), c.reloptions)
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = $1::text::regnamespace and c.relkind = 'v'`;

/** Runs in `public`, whose names views then omit, in a transaction that is rolled back. */
const inPublic = async (work: () => Promise<void>): Promise<void> => {
  await client.query('begin; set local search_path = public');
  try {
    await work();
  } finally {
    await client.query('rollback');
  }
};

test('reporting views', () =>
  inPublic(async () => {
    const other = 'declared_reporting';
    await client.query(reportingSql(registry, other));
    const declared = await rows(VIEWS, other);
    expect(declared.length).toBeGreaterThan(300);
    expect(await rows(VIEWS, REPORTING), OTHER_VIEWS).toEqual(declared);
  }));

const kindsOf = (table: string) => registry.resources.filter((resource) => resource.table === table);

test('the migration that is printed for a new field creates its column, indexes, keys and views', () =>
  inPublic(async () => {
    const all = async () => ({
      columns: await rows(COLUMNS, 'public'),
      indexes: await rows(INDEXES, 'public'),
      views: await rows(VIEWS, REPORTING),
    });
    const declared = await all();
    const [damages] = kindsOf('damage');
    if (!damages) throw new Error('no damages');
    const { leistung: _, ...fields } = damages.fields;
    await client.query('alter table damage drop column leistung cascade');
    await client.query(viewSql({ ...damages, fields }, registry));
    expect(await all()).not.toEqual(declared);
    await client.query(addedFieldsSql([damages], new Set(['leistung']), registry));
    expect(await all()).toEqual(declared);
  }));

test('the migration that is printed for a changed label or a removed field recreates the views', () =>
  inPublic(async () => {
    const declared = await rows(VIEWS, REPORTING);
    const [damages] = kindsOf('damage');
    if (!damages?.fields.leistung) throw new Error('no damages');
    const { leistung, ...fields } = damages.fields;
    const former = {
      ...fields,
      leistung: { ...leistung, label: 'Gezahlt' },
      gone: words('Ganz weg', { sameAs: 'art' }),
    };
    await client.query(renewedViewsSql([{ ...damages, fields: former }], registry));
    expect(await rows(VIEWS, REPORTING)).not.toEqual(declared);
    await client.query(renewedViewsSql([damages], registry));
    expect(await rows(VIEWS, REPORTING)).toEqual(declared);
  }));

test('the migration of a new field recreates an index that now contains it, and adds the key of a reference', () => {
  const printed = addedFieldsSql(kindsOf('activity'), new Set(['verantwortlich']), registry);
  expect(printed).toMatch(/^alter table activity add column "verantwortlich" int;\n/);
  expect(printed).toContain('drop index activity_kategorie;\ncreate index activity_kategorie on');
  expect(printed).toContain('add constraint activity_verantwortlich_fk');
  expect(printed).not.toMatch(/create table|create sequence|-- distribute/);
});

test('the migration of several new kinds creates tables that refer to each other, and all their views', () =>
  inPublic(async () => {
    const moorings = defineResource({
      path: 'testmoorings',
      table: 'testmooring',
      title: 'Testmooring',
      about: 'Where a boat lies.',
      scope: 'contracts',
      nesting: { below: ['testboats'], parentColumn: 'testboat_id' },
      fields: { id: rowId(), testboat_id: int('Boot', { reference: { to: ['testboats'] } }) },
    });
    const boats = defineResource({
      path: 'testboats',
      table: 'testboat',
      title: 'Testboat',
      about: 'A boat of a customer.',
      scope: 'contracts',
      nesting: { below: ['customers'] },
      fields: { id: rowId(), kid: int('Kunde', { required: true, reference: { to: ['customers'] } }) },
    });
    const world = buildRegistry([...declarations, moorings, boats]);
    await client.query(addedKindsSql([moorings, boats], world));
    const made = await rows(VIEWS, REPORTING);
    expect(made.filter((line) => /^comments: .*'testmoorings'.*'testboats'/s.test(line))).toHaveLength(1);
    const other = 'declared_together';
    await client.query(reportingSql(world, other));
    expect(await rows(VIEWS, other)).toEqual(made);
    expect(addedKindsSql(kindsOf('comment'), registry)).not.toContain('drop view');
  }));

test('the migration of a kind whose rows are deleted physically creates indexes of its filters', async () => {
  const labels = definePart({
    path: 'testlabels',
    table: 'testlabel',
    title: 'Testlabel',
    about: 'A label of a customer.',
    nesting: { below: ['customers'] },
    storage: { removal: 'hard' },
    fields: { id: rowId(), kid: int('Kunde', { server: true }), word: words('Wort', { filter: true }) },
  });
  await client.query(tableSql([labels], buildRegistry([...declarations, labels])));
  const made = (await rows(INDEXES, DECLARED)).filter((line) => line.includes(' testlabel_word '));
  expect(made).toEqual([expect.stringMatching(/WHERE \(word IS NOT NULL\)/)]);
});
