/** The error of a command, in words for operators. */
import { ApiError } from '../../errors/api-error.ts';

/** A refusal, explained to the operator in one sentence; exit code 1. */
export class CliError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Messages of Citus about an unreachable node. */
const NODE_DOWN = /connection to the remote node (\S+) failed|failed to connect to ([^\s()]+)/;

/** How to recover the shards of a lost node. */
export const NODE_FALLBACK = 'start it, or promote its replica and tell the coordinator by citus_update_node';

/** The message about a cluster node that is down, with the fix; empty for other errors. */
const nodeDown = (said: string): string => {
  const [, asked, tried] = NODE_DOWN.exec(said) ?? [];
  const named = asked ?? tried;
  // Citus says the role too where it gives up before it asks.
  const node = named?.slice(named.lastIndexOf('@') + 1);
  return node
    ? ` The node ${node} of the cluster is down: ${NODE_FALLBACK}; commands of organisations of other nodes go on (docs/scaling.md).`
    : '';
};

/** Messages about limits of the machine, with the fix. */
const LIMITS: readonly (readonly [RegExp, string])[] = [
  [
    /\bE[MN]FILE\b/,
    ' No file handle was left: raise the limit (ulimit -n, LimitNOFILE of the systemd unit, --ulimit nofile of a container).',
  ],
  [/\buv_cwd\b/, ' The folder that the command was started in is gone: change to another one (cd).'],
  [/: No space left on device/, ' The disk of that database is full: make room there, then say it again.'],
];
const limitMet = (said: string): string => LIMITS.find(([form]) => form.test(said))?.[1] ?? '';

const saidBy = (error: unknown): { code: string; message: string } => {
  if (error instanceof CliError) return { code: error.code, message: error.message };
  if (error instanceof ApiError) {
    // The cause is hidden from API clients, but shown to operators, who can solve it.
    const because = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : '';
    // The usual sentence points to `issues`, which are printed nowhere here: theirs take its place.
    const findings = error.extra.message === undefined ? error.extra.issues : undefined;
    const said = findings?.map(({ message }) => message).join(' ') || error.message;
    return { code: error.error, message: `${said}${because}` };
  }
  return { code: 'failed', message: (error as Error).message };
};

/** Code and message for any error that ended a command. */
export const cliErrorOf = (error: unknown): { code: string; message: string } => {
  const { code, message } = saidBy(error);
  return { code, message: `${message}${nodeDown(message)}${limitMet(message)}` };
};
