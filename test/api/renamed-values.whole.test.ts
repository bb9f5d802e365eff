/** Records are found by the names that values of lists have now (rules 5.17, docs/decisions/0008). */
import { expect, test } from 'vitest';
import { setField, setOptions } from '../../src/operations/org-settings/custom-fields.ts';
import { readSettings } from '../../src/operations/org-settings/settings-document.ts';
import { startSettingsJobs } from '../../src/operations/org-settings/settings-jobs.ts';
import { rebuildSearch } from '../../src/operations/rebuild/reindex.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client } from '../support/service.ts';
import { until } from '../support/until.ts';

const { service } = setUpService();

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

/** Runs the jobs that follow a rename until none is left. @param meanwhile runs at the same time */
const settled = async (orgId: number, meanwhile = async () => {}): Promise<void> => {
  const failures: string[] = [];
  const settling = startSettingsJobs(service.asService, ({ message }) => failures.push(message), {
    rest: 1,
    late: 1000,
  });
  try {
    await meanwhile();
    await until(async () => !(await readSettings(service.db, orgId)).renamed, { what: 'the end of the renaming' });
  } finally {
    await settling.stop();
  }
  expect(failures).toEqual([]);
};

test('a renamed list entry is found by its new name only', async () => {
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

test('a removed option is found by its value, a restored one by its name', async () => {
  const { orgId, found, names, create } = await own();
  await create('b');
  await names('Altname');
  await settled(orgId);
  expect(await found('Bleibt')).toBe(0);
  await names('Altname', 'Wieder');
  await settled(orgId);
  expect(await found('Wieder')).toBe(1);
});

test('records are found by the values of another list that a field gets', async () => {
  const { orgId, found, create } = await own();
  await create('a');
  await setOptions(service.db, orgId, 'andere', [{ value: 'a', display: 'Anderswo' }]);
  await setField(service.db, orgId, 'customers', { name: 'ind_1', kind: 'text', label: 'Wahl', list: 'andere' });
  await settled(orgId);
  expect([await found('Altname'), await found('Anderswo')]).toEqual([0, 1]);
});

test('successive renames are one mark, and a writer with the old name is corrected', async () => {
  const { orgId, found, names, create } = await own();
  const kid = await create('a');
  await names('Mitte', 'Bleibt');
  await names('Neuname', 'Anders');
  expect((await readSettings(service.db, orgId)).renamed?.values?.toSorted()).toEqual(['a', 'b']);
  await settled(orgId, async () => {
    await until(async () => (await found('Neuname')) === 1);
    // The entry of a process that began with the old settings.
    await service.db.transaction((tx) =>
      tx.run(sql`update search_entry set text = 'altname'
        where org_id = ${orgId} and section = 'customers' and id = ${kid} and part = ''`),
    );
  });
  expect(await found('Neuname')).toBe(1);
});

test('changes that rename nothing leave no job', async () => {
  const { orgId, names } = await own();
  await settled(orgId);
  await names('Altname', 'Bleibt');
  await setField(service.db, orgId, 'customers', { name: 'ind_2', kind: 'text', label: 'Hobby' });
  expect((await readSettings(service.db, orgId)).renamed).toBeUndefined();
});
