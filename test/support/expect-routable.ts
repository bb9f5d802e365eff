/**
 * After a run: what services sent in it can be sent to one node of a cluster, or is known not to (test/support/spanning.ts).
 * On a cluster Citus is asked as well: its plan of each statement has one task.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { closeTemplate, onServer, TEMPLATE, type TestServer } from './citus.ts';
import type { Collected } from './collect.ts';
import { type Known, readKnown, wrongOnCluster } from './routable.ts';
import { SPANNING } from './spanning.ts';

/** What was collected in a folder, each statement once. */
const readCollected = async (folder: string): Promise<readonly Collected[]> => {
  const statements = new Map<string, Collected>();
  for (const file of await readdir(folder))
    for (const line of (await readFile(join(folder, file), 'utf8')).split('\n')) {
      if (!line) continue;
      const one = JSON.parse(line) as Collected;
      statements.set(one.text, one);
    }
  return [...statements.values()];
};

const isSpanning = ({ text }: Collected): boolean => SPANNING.some(({ statement }) => statement.test(text));

/** What is wrong with a plan of Citus; nothing where it has one task, or asks no distributed table. */
const wrongWithPlan = (lines: readonly string[]): string[] => {
  const tasks = lines.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []);
  return [
    ...tasks.filter((count) => count !== '1').map((count) => `${count} tasks`),
    ...lines.filter((line) => /Distributed Subplan|INSERT\/SELECT method/.test(line)).map((line) => line.trim()),
  ];
};

const READS_OR_WRITES = /^\s*(with|select|insert|update|delete)\b/i;

/** @returns for each statement what is wrong with its plan */
export const askCitus = async (
  nodes: readonly TestServer[],
  statements: readonly Collected[],
): Promise<Map<string, string[]>> => {
  const name = `explained_${randomBytes(4).toString('hex')}`;
  for (const node of nodes) await onServer(node, 'postgres', [`create database ${name} template ${TEMPLATE}`]);
  const client = new pg.Client({ ...nodes[0], database: name });
  await client.connect();
  try {
    const found = new Map<string, string[]>();
    for (const { text, values } of statements.filter((one) => READS_OR_WRITES.test(one.text))) {
      const { rows } = await client.query<[string]>({ text: `explain ${text}`, values: [...values], rowMode: 'array' });
      found.set(text, wrongWithPlan(rows.map(([line]) => line)));
    }
    return found;
  } finally {
    await client.end();
    await closeTemplate(nodes, name);
    for (const node of nodes) await onServer(node, 'postgres', [`drop database ${name} with (force)`]);
  }
};

const wrongOf =
  (known: Known, plans: ReadonlyMap<string, string[]>) =>
  ({ text }: Collected): string[] => {
    const wrong = [...wrongOnCluster(text, known), ...(plans.get(text) ?? [])];
    return wrong.length ? [`${wrong.join(', ')}:\n${text}`] : [];
  };

/** @throws Error naming the statements that would not be sent to one node */
export const expectRoutable = async (folder: string, nodes: readonly TestServer[]): Promise<void> => {
  // Plans that are shown to a developer are no statements of a call.
  const statements = (await readCollected(folder)).filter((one) => !isSpanning(one) && !/^explain\b/.test(one.text));
  const plans = nodes.length > 1 ? await askCitus(nodes, statements) : new Map<string, string[]>();
  const refused = statements.flatMap(wrongOf(await readKnown(), plans));
  if (refused.length) throw new Error(`Not for one node of a cluster:\n\n${refused.join('\n\n')}`);
};
