/** `broker-crm cluster status|rebalance|isolate`: state and growth of a Citus cluster (docs/scaling.md). */
import { type Command, Option } from 'commander';
import type pg from 'pg';
import {
  clusterState,
  isDistributed,
  isolateTenant,
  type Job,
  MODES,
  type Mode,
  moveShard,
  type NodeState,
  placementOf,
  rebalance,
} from '../../../db/citus/citus-admin.ts';
import { SESSION_NO_TIMEOUTS } from '../../../db/migrations/session-settings.ts';
import { withConnection } from '../../../db/pool/dedicated-connection.ts';
import { type CommandContext, foreignDatabase } from '../../context/command-context.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';

/** Runs work on the coordinator, as long as it takes. @throws CliError where there is no cluster */
const onCluster = async <T>({ config }: CommandContext, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const none = new CliError(
    'no_cluster',
    'The database is one server, not a Citus cluster: nothing can be moved (docs/scaling.md).',
  );
  if (!config.databaseUrl) throw none;
  return withConnection(await foreignDatabase(config.databaseUrl), async (client) => {
    if (!(await isDistributed(client))) throw none;
    // Moving rows takes longer than a call may.
    await client.query(SESSION_NO_TIMEOUTS);
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

/** `host:port` of a node. @throws CliError if it does not exist */
const nodeNamed = async (client: pg.Client, name: string): Promise<NodeState> => {
  const { nodes } = await clusterState(client);
  const found = nodes.find(({ host, port }) => `${host}:${port}` === name);
  if (found) return found;
  throw new CliError('unknown_node', `There is no node ${name}; see: broker-crm cluster status`);
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
        throw new CliError('not_moved', `${jobLine(job)}; see the coordinator's log.`);
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
        const before = await placementOf(client, orgId);
        if (!before)
          throw new CliError('unknown_organisation', `There is no organisation ${orgId}; see: broker-crm org list`);
        const to = options.to === undefined ? null : await nodeNamed(client, options.to);
        if (before.organisations > 1) {
          process.stderr.write(`organisation ${orgId} gets a range of its own\n`);
          await isolateTenant(client, orgId);
        }
        const own = await placementOf(client, orgId);
        if (own && to && (own.host !== to.host || own.port !== to.port)) {
          process.stderr.write(`organisation ${orgId} moves to ${to.host}:${to.port}\n`);
          await moveShard(client, own, to, options.mode);
        }
        return placementOf(client, orgId);
      });
      context.print(
        { org_id: orgId, ...place },
        ({ host, port }) => `Organisation ${orgId} is alone in its range, on ${host}:${port}.`,
      );
    });
};
