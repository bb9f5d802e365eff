/** Which statements are asked of the pieces of tables that a node has, and how they name them. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mentionsIn, ofPieces } from '../../src/db/near.ts';
import { readKnown, tablesIn } from '../support/routable.ts';

const { distributed } = await readKnown();
const names = new Map([...distributed].map((name) => [name, `${name}_102008`]));
const nearly = (text: string): string | null => {
  const mentions = mentionsIn(text, (name) => names.has(name));
  return mentions && ofPieces(text, mentions, names);
};

test('every derived read of several tables names all of them by their pieces, as PostgreSQL reads it', async () => {
  const texts = (await readFile('generated/queries.sql', 'utf8')).split(/;\n/);
  const reads = texts.filter((text) => /^-- GET/m.test(text) && tablesIn(text).length > 1);
  expect(reads.length).toBeGreaterThan(100);
  for (const text of reads)
    expect(tablesIn(nearly(text.replace(/^--.*$/gm, '')) ?? '')).toEqual(
      tablesIn(text).map((name) => names.get(name) ?? name),
    );
});

const TWO = 'from contact t join address a on a.org_id = $1 and a.kid = t.id where t.org_id = $1';

test.each([
  [`select 1 ${TWO}`, 'from contact_102008 t join address_102008 a'],
  [
    `select 'from contact t', t."contact", t.address ${TWO}`,
    `'from contact t', t."contact", t.address from contact_102008`,
  ],
  [`select t.id is distinct from a.id, extract(epoch from t.seit) ${TWO}`, 'is distinct from a.id'],
  ['with page as (select id from contact t) select 1 from page join tag g on true', 'from page join tag_102008 g'],
  ['select 1 from contact t, lateral (select 1 from tag g) x', 'from contact_102008 t, lateral'],
  ['select 1 from unnest($2::int[]) u join contact as t on true join tag g on true', 'join contact_102008 as t'],
])('%s', (text, made) => {
  expect(nearly(text)).toContain(made);
});

test.each([
  ['one table, whose plan Citus keeps', 'select 1 from contact t where t.org_id = $1'],
  ['a lock', `select 1 ${TWO} for update of t`],
  ['a weaker lock', `select 1 ${TWO} for no key update`],
  ['a write', 'with gone as (delete from contact t returning id) select 1 from gone join tag g on true'],
  ['an insert', 'insert into tag (org_id) select 1 from contact t join tag g on true'],
  ['a table of all organisations', 'select 1 from contact t join tag g on true join signing_key k on true'],
  ['a table behind a comma', 'select 1 from contact t join tag g on true, address a'],
  ['a table without another name', 'select 1 from contact join tag g on true'],
  ['a table that columns are named by', 'select 1 from contact t join tag g on true where t = contact'],
  ['a CTE that is called as a table', `with tag as (select 1) select 1 ${TWO}`],
])('no: %s', (_why, text) => {
  expect(nearly(text)).toBeNull();
});
