/** An installation without optional packages: `npm install --omit=optional`. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { runProgram, startProgram } from '../support/process.ts';

/** Makes Node.js answer for packages that are optional as it does where they are not installed. */
const hooks = `export const resolve = async (name, context, next) => {
  if (/^@(aws-sdk|opentelemetry)\\//.test(name) && !context.parentURL.includes('/prom-client/')) throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  return next(name, context);
}`;
const inUrl = (text: string): string => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
const WITHOUT = inUrl(`import { register } from 'node:module'; register(${JSON.stringify(inUrl(hooks))});`);

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('optional');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a bucket without its library: not ready, the log names the command that installs it, and the service stops normally', async () => {
  const env = { DATA_DIR: folder, PORT: '0', S3_BUCKET: 'files', NODE_OPTIONS: `--import=${WITHOUT}` };
  const running = await startProgram(env);
  const answer = await fetch(`${running.address}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ ready: false })]);
  await expect.poll(() => running.output.stderr).toContain('npm install @aws-sdk/client-s3');
  await running.end('SIGTERM');
  expect(running.output.stderr).not.toContain('could not be claimed');
});

test('a collector without its library: the start names the command that installs it', async () => {
  const env = { DATA_DIR: folder, PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  const refused = await runProgram(['serve'], { ...env, NODE_OPTIONS: `--import=${WITHOUT}` });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('npm install @opentelemetry/api')]);
});
