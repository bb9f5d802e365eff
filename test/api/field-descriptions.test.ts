/** Fields as `with_schema` describes them for pages with inputs (rules 9.5). */
import { expect, test } from 'vitest';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { sql } from '../../src/sql/sql.ts';
import { type Body, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('fieldword');

const fieldsOf = async (address: string): Promise<Record<string, Body>> =>
  (await fixture.client.get(`${address}?with_schema=true&limit=1`)).body.fields;

test('a field describes its input, filters and order', async () => {
  const contracts = await fieldsOf('/v3/contracts');
  expect(contracts.kid).toEqual({
    label: 'Kunde',
    data_type: 'number',
    select_fields_name: null,
    kind: 'reference',
    required: true,
    read_only: false,
    fixed: true,
    default: null,
    note: null,
    references: ['customers'],
    format: null,
    max: null,
    division: null,
    filters: expect.arrayContaining(['kid', 'kid[gte]', 'kid[empty]']),
    sortable: true,
  });
  expect(contracts.beitrag).toMatchObject({ kind: 'money', sortable: true });
  expect(contracts.bemerkung).toMatchObject({ filters: [], sortable: false });
  expect(contracts.vertragsnummer).toMatchObject({ kind: 'text', read_only: true, max: 255 });
  expect(contracts.bemerkung).toMatchObject({ kind: 'longText', max: 65_535 });
  expect(contracts.sparte).toMatchObject({ kind: 'select', filters: expect.arrayContaining(['division']) });
  expect(contracts.archiv).toMatchObject({ kind: 'flag', default: 0 });
  const customers = (await fieldsOf('/v3/customers')).customers as Record<string, Body>;
  expect(customers.geb?.filters).toEqual(expect.arrayContaining(['geb[lte]', 'geburtstag', 'geburtstag[gte]']));
  expect((await fieldsOf('/v3/activities')).ersteller).toMatchObject({ read_only: true, references: ['users'] });
  expect((await fieldsOf('/v3/contact-persons')).mobil).toMatchObject({ format: 'phone' });
});

test('described filters and sortable fields equal those of the list', async () => {
  for (const path of ['contracts', 'damages', 'activities', 'documents', 'finances', 'goals', 'contact-persons']) {
    for (const [name, { filters, sortable }] of Object.entries(await fieldsOf(`/v3/${path}`))) {
      const sorted = await fixture.client.get(`/v3/${path}?sort=${name}&limit=1`);
      expect([path, name, sorted.status]).toEqual([path, name, sortable ? 200 : 400]);
      for (const parameter of filters as string[]) {
        const value = parameter.endsWith('[empty]') ? 'perhaps' : '';
        if (!parameter.includes('[')) continue;
        const { status, body } = await fixture.client.get(`/v3/${path}?${parameter}=${value}`);
        expect([status, body.data?.issues?.[0]?.code ?? 'none']).not.toContain('unrecognized_key');
      }
    }
  }
});

test('an added field has its note and its Sparte', async () => {
  const own = { contracts: [{ name: 'ind_1', kind: 'text', label: 'Eigen', sparte: 7, note: 'Hint' }] };
  await fixture.service.db.read(
    sql`update organisation set settings = ${JSON.stringify({ fields: own })}, settings_version = settings_version + 1 where org_id = ${fixture.organisation.orgId}`,
  );
  await waitForCacheExpiry();
  expect((await fieldsOf('/v3/contracts')).ind_1).toMatchObject({
    kind: 'text',
    note: 'Hint',
    division: 7,
    filters: ['ind_1', 'ind_1[empty]', 'ind_1[in]', 'ind_1[not]'],
    sortable: false,
  });
});
