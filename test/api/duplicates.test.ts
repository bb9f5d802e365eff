/** Records that are probably stored twice (rules 5.21). */
import { beforeAll, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { service, organisation, client } = setUpService();

const pairs = async (section = 'customers', query = '') => {
  const { status, body } = await client.get(`/v3/duplicates?section=${section}${query}`);
  expect(status).toBe(200);
  return body as {
    total: number;
    items: { id: string; records: { id: number; name: string }[]; reasons: string[]; score: number }[];
  };
};
const customer = async (
  values: object,
  parts: Readonly<Record<string, object>> = {},
  path = 'customers',
): Promise<number> => {
  const { id } = (await client.post(`/v3/${path}`, values)).body;
  for (const [part, row] of Object.entries(parts)) await client.post(`/v3/${path}/${id}/${part}`, row);
  return id;
};
const phone = (wert: string) => ({ contacts: { art: 'Telefon', wert } });
let [resi, resi2, korbinian, korbinian2] = [0, 0, 0, 0];

beforeAll(async () => {
  resi = await customer({ name: 'Hinterhuber', vorname: 'Resi', geb: '1980-05-01' }, phone('0171 5556677'));
  resi2 = await customer(
    { name: 'hinter-huber', vorname: 'Resi', geb: '1980-05-01' },
    { ...phone('+49 171 5556677'), addresses: { strasse: 'Seestr. 1', plz: '80337', ort: 'München' } },
  );
  korbinian = await customer(
    { name: 'Moser', vorname: 'Korbinian' },
    { addresses: { strasse: 'Seestraße 1', plz: '80337', ort: 'München' } },
  );
  korbinian2 = await customer({ name: 'Moser' }, { addresses: { strasse: 'Seestr. 1', plz: '80337', ort: 'München' } });
  // No telephone numbers.
  for (const vorname of ['Eva', 'Eva-Maria']) await customer({ name: 'Strich', vorname }, phone('---'));
  // Alike, and others: a spouse, a twin, a son of the same name, a product partner.
  await customer({ name: 'Hinterhuber', vorname: 'Sepp', geb: '1979-01-01' }, phone('0171 5556677'));
  await customer({ name: 'Hinterhuber', vorname: 'Anna', geb: '1980-05-01' });
  // A slip in the first name of one with the same birth date, in another family.
  await customer({ name: 'Ecker', vorname: 'Thomas', geb: '1990-01-01' });
  await customer({ name: 'Ecker', vorname: 'Tomas', geb: '1990-01-01' });
  await customer({ name: 'Hinterhuber', vorname: 'Resi', geb: '2004-02-02' }, phone('0171 5556677'));
  await customer({ name: 'Moser' }, { addresses: { strasse: 'Seestr. 1', plz: '80337' } }, 'products');
});

test('customers are paired by name and a further value, the likeliest first', async () => {
  const { total, items } = await pairs();
  expect(items).toEqual([
    {
      id: `customers-${resi}-${resi2}`,
      records: [
        { section: 'customers', id: resi, name: 'Resi Hinterhuber' },
        { section: 'customers', id: resi2, name: 'Resi hinter-huber' },
      ],
      reasons: ['birth_date', 'phone'],
      score: 0.84,
    },
    expect.objectContaining({ id: `customers-${korbinian}-${korbinian2}`, reasons: ['address'], score: 0.6 }),
    expect.objectContaining({ reasons: ['birth_date'], score: 0.6 }),
  ]);
  expect(total).toBe(3);
  const page = await pairs('customers', '&limit=1&page=2');
  expect([page.total, page.items.map(({ id }) => id)]).toEqual([3, [`customers-${korbinian}-${korbinian2}`]]);
});

test('contracts are paired by insurer and number', async () => {
  const add = (nummer: string, gesellschaft: string) => customer({ kid: resi, nummer, gesellschaft }, {}, 'contracts');
  const first = await add('KF 12-34', 'Havelufer');
  await add('KF-1234', 'Andere');
  await add('12', 'Havelufer');
  await add('12', 'Havelufer');
  const second = await add('kf1234', 'HAVELUFER');
  const { items } = await pairs('contracts');
  expect(items.map(({ id, reasons }) => [id, reasons])).toEqual([[`contracts-${first}-${second}`, ['number']]]);
});

test('a pair that is dismissed is not listed again, in its organisation alone', async () => {
  const id = `customers-${korbinian}-${korbinian2}`;
  const dismiss = (one: string, by = client) => by.post(`/v3/duplicates/${one}/dismiss`);
  const other = await (await service.organisation()).client();
  expect((await dismiss(id, other)).status).toBe(404);
  for (const wrong of [`customers-${korbinian2}-${korbinian}`, `users-1-2`, 'x', `customers-${resi}-2147483647`])
    expect([wrong, (await dismiss(wrong)).status]).toEqual([wrong, 404]);
  for (const _time of [1, 2]) expect((await dismiss(id)).body).toEqual({ success: true, id });
  expect((await pairs()).items.map((one) => one.id)).not.toContain(id);
  expect((await other.get('/v3/duplicates?section=customers')).body.total).toBe(0);
});

test('a section and its scope are needed', async () => {
  expect((await client.get('/v3/duplicates')).status).toBe(400);
  expect((await client.get('/v3/duplicates?section=users')).body.data.issues[0].path).toEqual(['section']);
  const reader = await organisation.client({ scopes: ['v3:customers:read'] });
  expect((await reader.get('/v3/duplicates?section=customers')).status).toBe(200);
  expect((await reader.get('/v3/duplicates?section=contracts')).error).toBe('insufficient_scope');
});
