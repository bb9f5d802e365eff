/**
 * The workflows of docs/tutorial.arazzo.yaml are valid by Redocly's rules, and each step runs against the service as
 * described.
 */
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openapiDocument } from '../../src/derive/openapi/openapi-document.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import { registry } from '../../src/model/registry.ts';
import { type Client, type Reply, startTestService, type TestService } from '../support/service.ts';

type Values = Record<string, unknown>;

interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly value: unknown }[];
  readonly requestBody?: { readonly payload: unknown };
  readonly successCriteria?: readonly { readonly condition: string }[];
  readonly outputs?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly workflowId: string;
  readonly dependsOn?: readonly string[];
  readonly steps: readonly Step[];
  readonly outputs?: Readonly<Record<string, string>>;
}

const source = readFileSync(new URL('../../docs/tutorial.arazzo.yaml', import.meta.url), 'utf8');
const { workflows } = parse(source) as { workflows: readonly Workflow[] };
const { paths } = openapiDocument(registry, allRoutes(registry)) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const calls = new Map(
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }]),
  ),
);

const lint = async (text: string): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  return (await lintFromString({ source: text, config })).map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

test('the workflows are valid Arazzo 1.0', async () => {
  expect(await lint(source)).toEqual([]);
  expect(await lint(source.replace('stepId: customer', 'step: customer'))).not.toEqual([]);
  expect(await lint(source.replace('stepId: address', 'stepId: customer'))).not.toEqual([]);
});

describe('in their order', () => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService();
    client = await (await service.organisation()).client();
  });
  afterAll(() => service.stop());

  /** Outputs of workflows that ran. */
  const known: Record<string, Values> = {};

  const within = (value: unknown, names: readonly string[]): unknown =>
    names.reduce((at, name) => (at as Values | undefined)?.[name], value);

  /** The value of a runtime expression: of outputs, or of the answer. */
  const meant = (expression: string, outputs: Readonly<Record<string, Values>>, reply?: Reply): unknown => {
    if (expression === '$statusCode') return reply?.status;
    const [head = '', pointer = ''] = expression.split('#/');
    if (head === '$response.body') return within(reply?.body, pointer.split('/'));
    const [kind, id = '', , name = ''] = head.split('.');
    return (kind === '$steps' ? outputs : known)[id]?.[name];
  };

  const filled = (value: unknown, outputs: Readonly<Record<string, Values>>): unknown => {
    if (typeof value === 'string') return value.startsWith('$') ? meant(value, outputs) : value;
    if (Array.isArray(value)) return value.map((one) => filled(one, outputs));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, outputs)]));
  };

  const addressOf = (step: Step, outputs: Readonly<Record<string, Values>>): string => {
    const query = new URLSearchParams();
    let path = calls.get(step.operationId)?.path ?? '';
    for (const { name, in: place, value } of step.parameters ?? []) {
      if (place === 'path') path = path.replace(`{${name}}`, String(filled(value, outputs)));
      else query.append(name, String(filled(value, outputs)));
    }
    return query.size ? `${path}?${query}` : path;
  };

  /** Sides of `left == right`, the only condition that these workflows have. */
  const sidesOf = (condition: string, outputs: Readonly<Record<string, Values>>, reply: Reply): unknown[] =>
    condition
      .split(' == ')
      .map((side) => (side.startsWith('$') ? meant(side, outputs, reply) : JSON.parse(side.replaceAll("'", '"'))));

  test.each(workflows)('$workflowId', async ({ workflowId, dependsOn = [], steps, outputs: results = {} }) => {
    expect(dependsOn.filter((name) => !known[name])).toEqual([]);
    const outputs: Record<string, Values> = {};
    for (const step of steps) {
      const call = calls.get(step.operationId);
      expect(call, step.operationId).toBeDefined();
      const payload = filled(step.requestBody?.payload, outputs);
      const body = payload === undefined ? undefined : JSON.stringify(payload);
      const reply = await client.send(call?.method ?? '', addressOf(step, outputs), body, {
        ...(body ? { 'content-type': 'application/json' } : {}),
      });
      expect(step.successCriteria?.length, step.stepId).toBeGreaterThan(0);
      for (const { condition } of step.successCriteria ?? []) {
        const [left, right, ...others] = sidesOf(condition, outputs, reply);
        expect([left, others], `${step.stepId}: ${condition}`).toEqual([right, []]);
      }
      outputs[step.stepId] = Object.fromEntries(
        Object.entries(step.outputs ?? {}).map(([name, from]) => [name, meant(from, outputs, reply)]),
      );
      expect(Object.values(outputs[step.stepId] ?? {})).not.toContain(undefined);
    }
    known[workflowId] = Object.fromEntries(Object.entries(results).map(([name, from]) => [name, meant(from, outputs)]));
  });
});
