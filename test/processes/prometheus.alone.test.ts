/** Debian's Prometheus scrapes the service and knows its alerts (docs/operating.md, Metrics). */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { startExample } from '../support/example.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { firstProgram, hasProgram } from '../support/programs.ts';

const ALERTS = 'prometheus/alerts.yml';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly name: string; readonly health: string }[] }[];
}

describe.skipIf(!hasProgram('prometheus'))('Prometheus', () => {
  let folder: string;
  let server: EmbeddedServer;
  let running: Running;
  let prometheus: Awaited<ReturnType<typeof startExample>>;
  let door: number;
  const startDatabase = () => startEmbedded({ dataDir: join(folder, 'database'), durable: false });
  beforeAll(async () => {
    folder = await makeFolder('prometheus-of');
    server = await startDatabase();
    await migrate(server.connection, { grantTo: server.service.user });
    const [port, metricsPort] = [await freePort(), await freePort()];
    door = await freePort();
    running = await startProgram({
      DATABASE_URL: databaseUrl(server.service),
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'error',
    });
    prometheus = await startExample(
      'prometheus',
      'examples/prometheus.yml',
      { '127.0.0.1:9464': `127.0.0.1:${metricsPort}`, '15s': '1s' },
      (own) => [
        `--config.file=${join(own, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(own, 'series')}`,
        `--web.listen-address=127.0.0.1:${door}`,
      ],
      [ALERTS],
    );
  });
  afterAll(async () => {
    await prometheus?.stop();
    await running?.end('SIGTERM');
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async <T>(path: string): Promise<T | null> => {
    const answer = await fetch(`http://127.0.0.1:${door}/api/v1/${path}`).catch(() => null);
    return answer?.ok ? ((await answer.json()) as { data: T }).data : null;
  };
  const query = async (expression: string): Promise<number> => {
    const found = await ask<{ result: { value: [number, string] }[] }>(`query?query=${encodeURIComponent(expression)}`);
    return Number(found?.result[0]?.value[1] ?? Number.NaN);
  };
  const alerts = async (): Promise<string[]> => {
    const found = await ask<{ alerts: { labels: { alertname: string; check?: string } }[] }>('alerts');
    return (found?.alerts ?? []).map(({ labels }) => `${labels.alertname} ${labels.check ?? ''}`.trim());
  };

  test('takes the alerts: promtool finds no fault, and every rule is evaluated', async () => {
    const said = execFileSync(firstProgram('promtool') ?? '', ['check', 'rules', join('docs', ALERTS)]).toString();
    expect(said).toContain('SUCCESS');
    const healths = async () => {
      const rules = await ask<Rules>('rules');
      return new Set(rules?.groups.flatMap((group) => group.rules.map(({ health }) => health)));
    };
    await expect.poll(healths).toEqual(new Set(['ok']));
  });

  test('scrapes: the numbers of requests arrive', async () => {
    await expect.poll(() => query('up{job="broker-crm"}')).toBe(1);
    for (let i = 0; i < 5; i += 1) await fetch(`${running.address}/livez`);
    const counted = () => query('broker_crm_http_requests_total{route="/livez",status="200"}');
    await expect.poll(counted).toBeGreaterThanOrEqual(5);
    expect(await alerts()).toEqual([]);
  });

  test('an unreachable database is an alert until it is back', async () => {
    await server.stop();
    await expect.poll(alerts).toContain('BrokerCrmNotReady database');
    server = await startDatabase();
    await expect.poll(alerts).toEqual([]);
  });
});
