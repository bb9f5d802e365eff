/** Records are found by the names that values of lists have now (rules 5.17, docs/decisions/0008). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setField, setOptions } from '../../src/operations/organisation/organisation-fields.ts';
import { readSettings } from '../../src/operations/organisation/settings-document.ts';
import { keepSettling } from '../../src/operations/organisation/settle-settings.ts';
import { rebuildSearch } from '../../src/operations/search/rebuild-search.ts';
import { sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Own {
  readonly orgId: number;
  readonly client: Client;
  /** How many records are found by a word. */
  found(query: string): Promise<number>;
  /** Gives the own list these names, in the order of its values. */
  names(a: string, b?: string): Promise<void>;
  create(value: string): Promise<number>;
}

const own = async (): Promise<Own> => {
  const organisation = await service.organisation();
  const { orgId } = organisation;
  const client = await organisation.client();
  const names: Own['names'] = (a, b) =>
    setOptions(service.db, orgId, 'wahl', [
      { value: 'a', display: a },
      ...(b === undefined ? [] : [{ value: 'b', display: b }]),
    ]);
  await names('Altname', 'Bleibt');
  await setField(service.db, orgId, 'customers', { name: 'ind_1', kind: 'text', label: 'Wahl', list: 'wahl' });
  return {
    orgId,
    client,
    names,
    found: async (query) => (await client.post('/v3/search', { query, indices: ['customers'] })).body.total,
    create: async (value) => (await client.post('/v3/customers', { name: 'Listensuche', ind_1: value })).body.kid,
  };
};

/** What renames leave to be done is done to its end. @param meanwhile is done while it is under way */
const settled = async (orgId: number, meanwhile = async () => {}): Promise<void> => {
  const failures: string[] = [];
  const settling = keepSettling(service.asService, ({ message }) => failures.push(message), { rest: 1, late: 1000 });
  try {
    await meanwhile();
    await until(async () => !(await readSettings(service.db, orgId)).renamed, { what: 'the end of the renaming' });
  } finally {
    await settling.stop();
  }
  expect(failures).toEqual([]);
};

test('a renamed entry of a list is found by its new name, and no more by its old one', async () => {
  const { orgId, found, names, create } = await own();
  await create('a');
  await create('b');
  await settled(orgId);
  expect([await found('Altname'), await found('Bleibt')]).toEqual([1, 1]);
  await names('Neuname', 'Bleibt');
  expect((await readSettings(service.db, orgId)).renamed).toMatchObject({ fields: ['customers.ind_1'], values: ['a'] });
  await settled(orgId);
  expect([await found('Altname'), await found('Neuname'), await found('Bleibt')]).toEqual([0, 1, 1]);
  expect(await rebuildSearch(service.db, orgId)).toEqual([]);
});

test('one that is taken away is found by its value, and one that comes back by its name', async () => {
  const { orgId, found, names, create } = await own();
  await create('b');
  await names('Altname');
  await settled(orgId);
  expect(await found('Bleibt')).toBe(0);
  await names('Altname', 'Wieder');
  await settled(orgId);
  expect(await found('Wieder')).toBe(1);
});

test('a field that gets another list', async () => {
  const { orgId, found, create } = await own();
  await create('a');
  await setOptions(service.db, orgId, 'andere', [{ value: 'a', display: 'Anderswo' }]);
  await setField(service.db, orgId, 'customers', { name: 'ind_1', kind: 'text', label: 'Wahl', list: 'andere' });
  await settled(orgId);
  expect([await found('Altname'), await found('Anderswo')]).toEqual([0, 1]);
});

test('renames one after the other are one mark, and a writer who knew the old name is caught up with', async () => {
  const { orgId, found, names, create } = await own();
  const kid = await create('a');
  await names('Mitte', 'Bleibt');
  await names('Neuname', 'Anders');
  expect((await readSettings(service.db, orgId)).renamed?.values?.toSorted()).toEqual(['a', 'b']);
  await settled(orgId, async () => {
    await until(async () => (await found('Neuname')) === 1);
    // What a process wrote that began with the settings of before.
    await service.db.transaction((tx) =>
      tx.run(sql`update search_entry set text = 'altname'
        where org_id = ${orgId} and section = 'customers' and id = ${kid} and part = ''`),
    );
  });
  expect(await found('Neuname')).toBe(1);
});

test('changes that rename nothing leave nothing to be done', async () => {
  const { orgId, names } = await own();
  await settled(orgId);
  await names('Altname', 'Bleibt');
  await setField(service.db, orgId, 'customers', { name: 'ind_2', kind: 'text', label: 'Hobby' });
  expect((await readSettings(service.db, orgId)).renamed).toBeUndefined();
});
