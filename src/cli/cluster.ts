/** `broker-crm cluster status|rebalance|isolate`: what a Citus cluster looks like, and how it grows (docs/scaling.md). */
import { type Command, Option } from 'commander';
import type pg from 'pg';
import {
  clusterState,
  isDistributed,
  isolate,
  type Job,
  MODES,
  type Mode,
  move,
  type NodeState,
  placeOf,
  rebalance,
} from '../db/cluster-moves.ts';
import { onConnection } from '../db/own-connection.ts';
import { SESSION_WITHOUT_BOUNDS } from '../db/session-settings.ts';
import { type CommandContext, foreignDatabase, Refusal } from './context.ts';
import { wholeNumber } from './options.ts';

/** Runs work on the coordinator, as long as it takes. @throws Refusal where there is no cluster */
const onCluster = async <T>({ config }: CommandContext, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const none = new Refusal(
    'no_cluster',
    'The database is one server, not a Citus cluster: nothing can be moved (docs/scaling.md).',
  );
  if (!config.databaseUrl) throw none;
  return onConnection(await foreignDatabase(config.databaseUrl), async (client) => {
    if (!(await isDistributed(client))) throw none;
    // Moving rows takes longer than a call may.
    await client.query(SESSION_WITHOUT_BOUNDS);
    return work(client);
  });
};

const size = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;
const line = ({ host, port, active, ranges, bytes }: NodeState): string =>
  `${host}:${port}${active ? '' : ' (off)'}: ${ranges} ranges of organisations, ${size(bytes)}`;
const jobLine = ({ id, state, moves }: Job): string =>
  `rebalance ${id} ${state}: ${
    Object.entries(moves)
      .map(([status, n]) => `${n} ${status}`)
      .join(', ') || 'no moves'
  }`;

const mode = (): Option =>
  new Option('--mode <mode>', 'whether writers wait while rows are copied').choices(MODES).default('auto');

/** `host:port` of a node. @throws Refusal where there is none */
const nodeNamed = async (client: pg.Client, name: string): Promise<NodeState> => {
  const { nodes } = await clusterState(client);
  const found = nodes.find(({ host, port }) => `${host}:${port}` === name);
  if (found) return found;
  throw new Refusal('unknown_node', `There is no node ${name}; see: broker-crm cluster status`);
};

export const register = (program: Command, context: CommandContext): void => {
  const cluster = program.command('cluster').description('the nodes of a Citus cluster, and what each has');
  cluster
    .command('status')
    .description('nodes, their ranges of organisations, and a rebalance that is under way')
    .action(async () => {
      const state = await onCluster(context, clusterState);
      context.print(state, ({ nodes, job }) => [...nodes.map(line), ...(job ? [jobLine(job)] : [])].join('\n'));
    });
  cluster
    .command('rebalance')
    .description('spread the organisations evenly over the nodes while callers go on; can be interrupted and repeated')
    .addOption(mode())
    .action(async (options: { mode: Mode }) => {
      const job = await onCluster(context, (client) =>
        rebalance(client, options.mode, (one) => process.stderr.write(`${jobLine(one)}\n`)),
      );
      if (job && job.state !== 'finished')
        throw new Refusal('not_moved', `${jobLine(job)}; see the coordinator's log.`);
      context.print({ job }, () => (job ? jobLine(job) : 'The organisations are spread evenly already.'));
    });
  cluster
    .command('isolate')
    .argument('<org-id>', 'the organisation', wholeNumber)
    .description('give a large organisation a range of its own, and with --to a node')
    .option('--to <host:port>', 'the node that shall have it')
    .addOption(mode())
    .action(async (orgId: number, options: { mode: Mode; to?: string }) => {
      const place = await onCluster(context, async (client) => {
        const before = await placeOf(client, orgId);
        if (!before)
          throw new Refusal('unknown_organisation', `There is no organisation ${orgId}; see: broker-crm org list`);
        const to = options.to === undefined ? null : await nodeNamed(client, options.to);
        if (before.organisations > 1) {
          process.stderr.write(`organisation ${orgId} gets a range of its own\n`);
          await isolate(client, orgId);
        }
        const own = await placeOf(client, orgId);
        if (own && to && (own.host !== to.host || own.port !== to.port)) {
          process.stderr.write(`organisation ${orgId} moves to ${to.host}:${to.port}\n`);
          await move(client, own, to, options.mode);
        }
        return placeOf(client, orgId);
      });
      context.print(
        { org_id: orgId, ...place },
        ({ host, port }) => `Organisation ${orgId} is alone in its range, on ${host}:${port}.`,
      );
    });
};
