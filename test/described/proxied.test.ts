/** The calls of docs/tutorial.md through Prism, which compares them with the description: each is sent and answered as described. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder } from '../support/folder.ts';
import { type Compared, startPrism } from '../support/prism.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { installTools } from '../support/tools.ts';
import { PAGE, runTutorial } from '../support/tutorial.ts';

const DESCRIPTION = fileURLToPath(new URL('../../generated/openapi.yaml', import.meta.url));

let service: TestService;
let folder: string;
beforeAll(async () => {
  await installTools();
  folder = await makeFolder('proxied');
  service = await startTestService();
}, 300_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The tutorial's calls, compared with a description. */
const compared = async (description: string): Promise<readonly Compared[]> => {
  const prism = await startPrism(description, service.address);
  try {
    await runTutorial(service, await service.organisation(), prism.address);
    return prism.calls;
  } finally {
    prism.stop();
  }
};

const CALLS = PAGE.match(/^crm /gm)?.length ?? 0;
const named = ({ method, path }: Compared): string => `${method} ${path.split('?')[0]?.replace(/\/\d+/g, '/#')}`;

/**
 * With `fields` the others are absent, as the parameter says. A schema does not know the query, and if it required nothing,
 * each member of a generated type might be missing.
 */
const isLeftOut = (path: string, mismatch: string): boolean => {
  const shown = new URLSearchParams(path.split('?')[1]).get('fields')?.split(',');
  const [, absent = ''] = /^response\.body\.items\.\d+: .* must have required property '(\w+)'$/.exec(mismatch) ?? [];
  return shown !== undefined && absent !== '' && !shown.includes(absent);
};
const leftOut = ({ path, mismatches }: Compared) => mismatches.filter((one) => isLeftOut(path, one));
const others = ({ path, mismatches }: Compared) => mismatches.filter((one) => !isLeftOut(path, one));

test('Prism finds no mismatch, but in the mistake that the page makes', async () => {
  const calls = await compared(DESCRIPTION);
  expect([calls.length, CALLS > 30]).toEqual([CALLS, true]);
  expect(calls.flatMap(leftOut).length).toBeGreaterThan(0);
  const found = calls.map((one) => [named(one), one.status, ...others(one)]).filter(([, , first]) => first);
  expect(found).toEqual([
    [
      'POST /v3/customers/#/contacts',
      400,
      "request.body: Request body must NOT have additional properties; found 'nummer'",
      'request.body.wert: Request body property wert must NOT have fewer than 1 characters',
    ],
  ]);
}, 300_000);

interface Answer {
  readonly content?: Record<string, { schema: object }>;
}

test('it looks at every answer: one that is described wrongly is found', async () => {
  const description = parse(await readFile(DESCRIPTION, 'utf8')) as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
    components: { responses: Record<string, Answer> };
  };
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
  const answers = [...operations, description.components].flatMap(({ responses }) => Object.values(responses));
  for (const { content = {} } of answers) {
    const json = content['application/json'];
    if (json) json.schema = { allOf: [json.schema, { type: 'object', required: ['planted'] }] };
  }
  const file = join(folder, 'planted.json');
  await writeFile(file, JSON.stringify(description));
  const calls = await compared(file);
  const passed = calls.filter(({ mismatches }) => !mismatches.some((one) => one.includes('planted')));
  // Bytes have no members.
  expect([calls.length, passed.map(named)]).toEqual([CALLS, ['GET /v3/documents/#/content']]);
}, 300_000);
