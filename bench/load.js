// Fills organisations through the derived print expressions.
import { printExpression, storedColumns } from '../dist/derive/columns.js';
import { registry } from '../dist/model/registry.js';

/** INSERT ... SELECT of `count` rows; `values` are SQL expressions over the running number `n`. */
export const bulk = (path, orgId, count, first, values) => {
  const resource = registry.get(path);
  const columns = storedColumns(resource);
  const source = columns.map(({ name, field }) => `(${values[name] ?? 'null'})::${field.kind.column} as "${name}"`);
  if (resource.settings.configurable) source.push('null::text as extra');
  const names = [...columns.map(({ name }) => `"${name}"`), ...(resource.settings.configurable ? ['extra'] : [])];
  const section = resource.rows.section ? ['section', `'${resource.rows.section}'`] : [];
  return `insert into ${resource.table} (org_id, ${section[0] ? 'section, ' : ''}${names.join(', ')}, printed)
    select ${orgId}, ${section[1] ? `${section[1]}, ` : ''}${names.map((name) => `v.${name}`).join(', ')}, ${printExpression(resource, 'v').query.text}
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
