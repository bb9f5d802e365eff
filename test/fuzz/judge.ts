/** The bounds that one request is held to (rules 8.1; SECURITY.md). */
import type { Request } from './requests.ts';
import type { Cost } from './watch.ts';
import type { Answer } from './wire.ts';

/** Most costs of one request. */
const BOUNDS = {
  /** ms that `/health` waits. */
  blocked: 200,
  /** MiB of memory. */
  grown: 150,
  /** ms of CPU time before a request without valid token or session is refused. */
  refusal: 20,
  /** Bytes of an answer beyond twice the request's. */
  answer: 64 * 1024,
} as const;

const SEARCHES = new Set(['POST /v3/search', 'POST /tools/search']);

/** Whether a request was granted records, a file or a page, which may be as long as they are. */
const wasGiven = ({ method, operation }: Request, { status }: Answer): boolean =>
  status < 400 && (method === 'GET' || method === 'HEAD' || SEARCHES.has(operation.name));

/** The fault of a response itself, or null. */
export const wrongAnswer = (
  request: Request,
  sent: number,
  answer: Answer,
  foreign: readonly string[],
): [kind: string, detail: string] | null => {
  if (answer.status >= 500) return ['status', `answers ${answer.status}`];
  if (answer.status < 100) return ['status', `answers nonsense: ${answer.head.slice(0, 200)}`];
  const leaked = foreign.find((mark) => answer.body.includes(mark) || answer.head.includes(mark));
  if (leaked) return ['leak', `shows ${leaked} of another organisation`];
  if (!wasGiven(request, answer) && answer.size > 2 * sent + BOUNDS.answer) {
    return ['size', `answers ${answer.size} bytes to ${sent} with ${answer.status}`];
  }
  return null;
};

/** Whether the request's password is checked, which is slow on purpose. */
const checksPassword = ({ operation }: Request): boolean => operation.name === 'POST /settings/api/session';

/** Bounds that a cost exceeds, with the figure. */
export const tooDear = (
  request: Request,
  answer: Answer | null,
  cost: Cost,
): [kind: string, figure: number, bound: number][] => {
  const processor = checksPassword(request) ? cost.mainCpu : cost.cpu;
  const refused = !request.trusted && answer !== null && answer.status >= 400;
  const all: [string, number, number][] = [
    ['blocked', cost.blocked, BOUNDS.blocked],
    ['memory', cost.grown, BOUNDS.grown],
    ['processor', refused ? processor : 0, BOUNDS.refusal],
  ];
  return all.filter(([, figure, bound]) => figure > bound);
};
