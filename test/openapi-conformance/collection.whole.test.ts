/** The description as Postman imports it, run against a first demo organisation: every request is answered as described. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createDemo } from '../../src/cli/context/create-demo.ts';
import { readConfig } from '../../src/config/config.ts';
import { makeFolder } from '../support/folder.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { installTools, TOOLS } from '../support/tools.ts';

const DESCRIPTION = fileURLToPath(new URL('../../generated/openapi.yaml', import.meta.url));

interface Answered {
  readonly method: string;
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  readonly text: string;
}

let service: TestService;
let answers: readonly Answered[];
let description: { paths: Record<string, Record<string, { responses: Record<string, object> }>> };

beforeAll(async () => {
  await installTools();
  const env = { DATA_DIR: await makeFolder('collection') };
  service = await startTestService({ env });
  const { token } = await createDemo(service.db, readConfig(env));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(TOOLS, 'collection.js'), DESCRIPTION, service.address, token],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  answers = JSON.parse(stdout) as Answered[];
  description = parse(await (await fetch(`${service.address}/openapi/v3.yaml`)).text()) as typeof description;
}, 300_000);
afterAll(() => service.stop());

const shown = ({ method, path, sent, status, text }: Answered) => `${method} ${path} ${status} ${sent} ${text}`;

test('every call is in the collection', () => {
  const asked = new Set(answers.map(({ method, path }) => `${method.toLowerCase()} ${path}`));
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(calls.filter((call) => !asked.has(call))).toEqual([]);
});

test('every request gets a response that its call describes', () => {
  const isDescribed = ({ method, path, status }: Answered): boolean =>
    String(status) in (description.paths[path]?.[method.toLowerCase()]?.responses ?? {}) && status < 500;
  expect(answers.filter((one) => !isDescribed(one)).map(shown)).toEqual([]);
});

/** A demo has none of these, and no file or address for them. */
const NONE = /^\S+ \/v3\/(webhooks|imports|exports|inbox|customers\/\{kid\}\/privacy\/erasure)/;
/** A record with several addresses was made or deleted by one of them. */
const TWICE = /^(POST \S+\/(followers|tags|links) 409|DELETE \S+ 404)$/;

test('requests on records of the demo succeed', () => {
  const refused = answers
    .filter(({ status }) => status >= 300)
    .map(({ method, path, status }) => `${method} ${path} ${status}`)
    .filter((one) => !NONE.test(one) && !TWICE.test(one));
  expect(refused).toEqual([]);
  expect(answers.filter(({ status }) => status < 300).length / answers.length).toBeGreaterThan(0.85);
});
