/** Why a command does not do what it was told, as operators read it. */
import { ApiError } from '../errors.ts';

/** A refusal, explained to the operator in one sentence; exit code 1. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What Citus says of a node that it needs and has no connection to. */
const NODE_DOWN = /connection to the remote node (\S+) failed|failed to connect to ([^\s()]+)/;

/** What brings back what a node has that is down. */
export const NODE_BACK = 'start it, or promote its replica and tell the coordinator by citus_update_node';

/** Which node of a cluster is down, and the way out; nothing where none is. */
const nodeDown = (said: string): string => {
  const [, asked, tried] = NODE_DOWN.exec(said) ?? [];
  const named = asked ?? tried;
  // Citus says the role too where it gives up before it asks.
  const node = named?.slice(named.lastIndexOf('@') + 1);
  return node
    ? ` The node ${node} of the cluster is down: ${NODE_BACK}; commands of organisations of other nodes go on (docs/scaling.md).`
    : '';
};

/** What is said of limits of the machine, and the way out. */
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
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof ApiError) {
    // Callers are not told what lies behind it; operators are, and can mend it.
    const because = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : '';
    // The usual sentence points to `issues`, which are printed nowhere here: theirs take its place.
    const findings = error.extra.message === undefined ? error.extra.issues : undefined;
    const said = findings?.map(({ message }) => message).join(' ') || error.message;
    return { code: error.error, message: `${said}${because}` };
  }
  return { code: 'failed', message: (error as Error).message };
};

/** The machine code and the sentence of whatever ended a command. */
export const refusalOf = (error: unknown): { code: string; message: string } => {
  const { code, message } = saidBy(error);
  return { code, message: `${message}${nodeDown(message)}${limitMet(message)}` };
};
