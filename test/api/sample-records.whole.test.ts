/** The examples of the description name records of a first demo organisation: they are there, as they are shown. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemo } from '../../src/cli/context/create-demo.ts';
import { readConfig } from '../../src/config/config.ts';
import { sampleRecords } from '../../src/derive/samples/sample-records.ts';
import { registry } from '../../src/model/registry.ts';
import { demo } from '../../src/model/seed/demo.ts';
import { makeFolder } from '../support/folder.ts';
import { startTestService, type TestService } from '../support/service.ts';

const records = sampleRecords(demo, registry);
let service: TestService;
let token = '';

beforeAll(async () => {
  const env = { DATA_DIR: await makeFolder('demo') };
  service = await startTestService({ env });
  ({ token } = await createDemo(service.db, readConfig(env)));
});
afterAll(() => service.stop());

/** Fields that depend on when and where a demo is made. */
const PASSING =
  /^(insert_datum|edit_datum|start|ende|erledigt_am|size|url|dir|geb|beginn|ablauf|datum_schaden|datum_meldung_\w+|datum_unterlagen|werbung_seit)$/;
const lasting = (record: object) => Object.fromEntries(Object.entries(record).filter(([name]) => !PASSING.test(name)));

const shownAt = async (at: string, above: number | undefined): Promise<readonly { id: number }[]> => {
  const path = `/v3/${at.replace('#', String(above))}?limit=5000&with_archived=true`;
  const reply = await service.ask('GET', path, { authorization: `Bearer ${token}` });
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.body.items;
};

test('every record of the sample data has the id and the values of its example', async () => {
  const lists = new Map<string, readonly { id: number }[]>();
  const wrong: unknown[] = [];
  for (const { at, above, id, values } of records) {
    const key = `${at} ${above?.id}`;
    const items = lists.get(key) ?? (await shownAt(at, above?.id));
    lists.set(key, items);
    const item = items.find((one) => one.id === id);
    const [told, real] = [lasting(values), lasting(item ?? {})];
    for (const name of Object.keys(told))
      if (JSON.stringify(told[name]) !== JSON.stringify(real[name])) wrong.push([at, id, name, told[name], real[name]]);
  }
  expect(wrong).toEqual([]);
});

test('every address that accepts creates has a sample record', () => {
  const addresses = new Set(records.map(({ at }) => at));
  expect([...addresses].length).toBeGreaterThan(70);
});
