/** Alerts and dashboard for operators name existing metrics, and all of them. */
import { readFile } from 'node:fs/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { metricsTable } from '../../src/telemetry/metrics.ts';

const ofNode = (): string[] => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register.getMetricsAsArray().map(({ name }) => name);
};

/** Names as series bear them. */
const known = (): Set<string> =>
  new Set([
    'up',
    ...ofNode(),
    ...metricsTable.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  ]);

const alerts = async (): Promise<string[]> => {
  const rules = parse(await readFile('docs/prometheus/alerts.yml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  return rules.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
};
const panels = async (): Promise<string[]> => {
  const dashboard = JSON.parse(await readFile('docs/grafana/broker-crm.json', 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
};
const namesIn = (expressions: readonly string[]): string[] =>
  expressions.flatMap((expr) => expr.match(/\b(broker_crm|nodejs|process)_\w+|\bup\b/g) ?? []);
const labelsIn = (expressions: readonly string[]): string[] =>
  expressions.flatMap((expr) => [...expr.matchAll(/\{(\w+)[=!~]/g)].map(([, label = '']) => label));

test('alerts and dashboard query existing metrics only', async () => {
  const expressions = [...(await alerts()), ...(await panels())];
  const names = namesIn(expressions);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !known().has(name))).toEqual([]);
  const labels = new Set(['job', ...metricsTable.flatMap((metric) => metric.labels)]);
  expect(labelsIn(expressions).filter((label) => !labels.has(label))).toEqual([]);
});

test('the dashboard shows every metric', async () => {
  const shown = namesIn(await panels());
  const missing = metricsTable.filter(({ name }) => !shown.some((one) => one.startsWith(name)));
  expect(
    missing.map(({ name }) => name),
    'Give each a panel in docs/grafana/broker-crm.json',
  ).toEqual([]);
});
