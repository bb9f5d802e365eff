/** The description as Postman imports it, run against a first demo organisation: every request is answered as described. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createDemo } from '../../src/cli/create-demo.ts';
import { readConfig } from '../../src/config.ts';
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

test('every request is answered as its call describes', () => {
  const isDescribed = ({ method, path, status }: Answered): boolean =>
    String(status) in (description.paths[path]?.[method.toLowerCase()]?.responses ?? {}) && status < 500;
  expect(answers.filter((one) => !isDescribed(one)).map(shown)).toEqual([]);
});

// What is refused: lists of which every comparison is asked for at once, and webhooks, which a demo has none of.
test('nearly all succeed', () => {
  const refused = answers.filter(({ status }) => status >= 300);
  expect(1 - refused.length / answers.length, refused.map(shown).join('\n')).toBeGreaterThan(0.95);
});
