/**
 * Every statement of services and commands can be routed to one node of a cluster, or is a known exception
 * (test/support/spanning.ts). On a cluster Citus is asked as well: its plan of each statement has one task.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { EXPLAINED, type TestServer } from './citus.ts';
import { type Known, readKnown, wrongOnCluster } from './routable.ts';
import { type Sent, takeNoted } from './sent-statements.ts';
import { SPANNING } from './spanning.ts';

const isSpanning = ({ text }: Sent): boolean => SPANNING.some(({ statement }) => statement.test(text));

/** Faults of a plan of Citus; none where it has one task, or reads no distributed table. */
const wrongWithPlan = (lines: readonly string[]): string[] => {
  const tasks = lines.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []);
  return [
    ...tasks.filter((count) => count !== '1').map((count) => `${count} tasks`),
    ...lines.filter((line) => /Distributed Subplan|INSERT\/SELECT method/.test(line)).map((line) => line.trim()),
  ];
};

const READS_OR_WRITES = /^\s*(with|select|insert|update|delete)\b/i;
/** A test declares tables of its own (test/mechanism/records.test.ts). */
const UNDEFINED_TABLE = '42P01';

/** @returns for each statement the faults of its plan */
export const askCitus = async (server: TestServer, statements: readonly Sent[]): Promise<Map<string, string[]>> => {
  const client = new pg.Client({ ...server, database: EXPLAINED });
  await client.connect();
  try {
    const found = new Map<string, string[]>();
    for (const { text, values } of statements.filter((one) => READS_OR_WRITES.test(one.text))) {
      const explained = client.query<[string]>({ text: `explain ${text}`, values: [...values], rowMode: 'array' });
      const wrong = await explained.then(
        ({ rows }) => wrongWithPlan(rows.map(([line]) => line)),
        (error: pg.DatabaseError) => (error.code === UNDEFINED_TABLE ? [] : [error.message]),
      );
      found.set(text, wrong);
    }
    return found;
  } finally {
    await client.end();
  }
};

let known: Promise<Known> | undefined;

/** Whether no other process of the run has judged a statement. */
const isFirst = async (folder: string, { text }: Sent): Promise<boolean> => {
  const name = createHash('sha256').update(text).digest('hex');
  return writeFile(join(folder, name), '', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
};

/** Judges the statements since the last call. @throws Error naming those that cannot be routed to one node */
export const expectRoutable = async (folder: string, nodes: readonly [TestServer, ...TestServer[]]): Promise<void> => {
  const statements: Sent[] = [];
  for (const one of takeNoted()) if (!isSpanning(one) && (await isFirst(folder, one))) statements.push(one);
  if (!statements.length) return;
  known ??= readKnown();
  const tables = await known;
  const plans = nodes.length > 1 ? await askCitus(nodes[0], statements) : new Map<string, string[]>();
  const refused = statements.flatMap(({ text }) => {
    const wrong = [...wrongOnCluster(text, tables), ...(plans.get(text) ?? [])];
    return wrong.length ? [`${wrong.join(', ')}:\n${text}`] : [];
  });
  if (refused.length)
    throw new Error(
      `Not for one node of a cluster. A table without org_id = $1 is read across organisations too: say \`org_id = \${orgId}\` of each. What has to span them stands in test/support/spanning.ts, with its reason.\n\n${refused.join('\n\n')}`,
    );
};
