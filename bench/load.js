// Fills organisations through the derived print expressions.
import { hashedTrigrams } from '../dist/derive/search/trigram-hash.js';
import { jsonExpression, storedColumns } from '../dist/derive/storage/columns.js';
import { registry } from '../dist/model/registry.js';

/** INSERT ... SELECT of `count` rows; `values` are SQL expressions over the running number `n`. */
export const bulk = (path, orgId, count, first, values) => {
  const resource = registry.get(path);
  const columns = storedColumns(resource);
  const source = columns.map(({ name, field }) => `(${values[name] ?? 'null'})::${field.kind.column} as "${name}"`);
  if (resource.settings.configurable) source.push('null::text as extra');
  const names = [...columns.map(({ name }) => `"${name}"`), ...(resource.settings.configurable ? ['extra'] : [])];
  const section = resource.storage.section ? ['section', `'${resource.storage.section}'`] : [];
  return `insert into ${resource.table} (org_id, ${section[0] ? 'section, ' : ''}${names.join(', ')}, printed)
    select ${orgId}, ${section[1] ? `${section[1]}, ` : ''}${names.map((name) => `v.${name}`).join(', ')}, ${jsonExpression(resource, 'v').query.text}
    from (select ${source.join(', ')} from generate_series(${first}, ${first + count - 1}) n) v`;
};

export const STAMP = { insert_datum: "timestamp '2026-01-02 03:04:05'", edit_datum: "timestamp '2026-01-02 03:04:05'" };

/** Loads customers with kids from `first`; `parts` adds addresses and contacts. */
export const loadCustomers = async (client, orgId, count, first, parts) => {
  await client.query(
    bulk('customers', orgId, count, first, {
      id: 'n',
      nummer: 'n::text',
      kontakt_art: '0',
      anrede: "'Frau'",
      briefanrede: "'Sehr geehrte Frau Muster ' || n",
      name: "'Muster ' || n",
      vorname: "'Erika'",
      nation: "'DE'",
      geb: "date '1970-01-01' + (n % 15000)::int",
      ...STAMP,
    }),
  );
  await client.query(
    `insert into record_count values (${orgId}, 'customers', 0, ${count}) on conflict (org_id, name, slot) do update set n = record_count.n + excluded.n`,
  );
  await client.query(
    `insert into record_block select ${orgId}, 'customers', n / 4096, 0, count(*) from generate_series(${first}, ${first + count - 1}) n group by n / 4096`,
  );
  if (!parts) return;
  for (const offset of [0, 1]) {
    const id = `n * 2 + ${offset}`;
    await client.query(
      bulk('addresses', orgId, count, first, {
        id,
        kid: 'n',
        art: '0',
        strasse: "'Lindenallee ' || n",
        plz: "'10115'",
        ort: "'Berlin'",
        ...STAMP,
      }),
    );
    await client.query(
      bulk('contacts', orgId, count, first, {
        id,
        kid: 'n',
        art: "'E-Mail'",
        wert: "'k' || n || '@example.com'",
        werbung: '0',
        ...STAMP,
      }),
    );
  }
};

/** Counters of the loaded records of these kinds. */
export const countLoaded = async (client, orgId, paths) => {
  for (const path of paths) {
    const { table: name, storage } = registry.get(path);
    const counter =
      path === 'contracts' ? `case archiv when 1 then 'contracts:hidden' else 'contracts' end` : `'${path}'`;
    const from = `from ${name} where org_id = ${orgId}${storage.section ? ` and section = '${storage.section}'` : ''}`;
    await client.query(`insert into record_count select ${orgId}, ${counter}, 0, count(*) ${from} group by 2`);
    await client.query(
      `insert into record_block select ${orgId}, ${counter}, id / 4096, 0, count(*) ${from} group by 2, 3`,
    );
  }
};

const PER_INSERT = 5000;
const INSERT = `insert into search_entry (org_id, section, id, part, part_id, text, grams)
select $1, $2, i, p, d, t, g::int[]
from unnest($3::int[], $4::text[], $5::int[], $6::text[], $7::text[]) x (i, p, d, t, g)`;

/**
 * Search entries of records, without a look at those that there are.
 * @param records `[id, texts]` with the texts `[part, id of the part, text]`; the record's own has the part ''
 */
export const loadSearch = async (client, orgId, section, records) => {
  const grams = hashedTrigrams(orgId, section);
  for (let at = 0; at < records.length; at += PER_INSERT) {
    const rows = records.slice(at, at + PER_INSERT).flatMap(([id, texts]) => {
      const all = texts.map(([, , text]) => text).join('\n');
      return texts.map(([part, partId, text]) => [
        id,
        part,
        partId,
        text,
        `{${grams.of(part ? text : all).join(',')}}`,
      ]);
    });
    await client.query(INSERT, [orgId, section, ...[0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column]))]);
  }
};

/** Fills the search index without its indexes, and builds them again as they were. */
export const withoutSearchIndex = async (client, work) => {
  const { rows } = await client.query(
    "select indexname, indexdef from pg_indexes where tablename = 'search_entry' and indexdef like '%gin%'",
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  await work();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { indexdef } of rows) await client.query(indexdef);
};
