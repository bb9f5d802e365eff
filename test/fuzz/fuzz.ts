/** Sends requests, measures each, and reports broken invariants (rules 8.1; docs/fuzz.md). */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takesVictim } from './bodies.ts';
import { tooDear, wrongAnswer } from './judge.ts';
import type { Model } from './model.ts';
import { type Operation, operations } from './operations.ts';
import { randomOf } from './random.ts';
import { canary, everything, type State } from './reads.ts';
import { bytesOf, planOf, type Request, requestOf } from './requests.ts';
import { isAlive, type Stage, setStage } from './stage.ts';
import { type Cost, type Watch, watch } from './watch.ts';
import { type Answer, type NoAnswer, Wire } from './wire.ts';

/** A broken promise. */
interface Finding {
  readonly kind: string;
  readonly seed: number;
  readonly index: number;
  readonly operation: string;
  readonly detail: string;
}

export interface Report {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Highest cost that was met, after repetition. */
  readonly highest: Cost;
}

export interface Options {
  readonly seed: number;
  readonly requests: number;
  /** Number of the first request. */
  readonly from?: number;
  /** Only operations whose name has this text. */
  readonly only?: string;
  /** Folder for requests that reproduce a finding. */
  readonly failures?: string;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  readonly tell?: (line: string) => void;
}

/** How often a cost above a bound is measured again, alone: the machine has other work, and the best counts. */
const REPEATS = 3;
/** Reads of all kinds follow after so many requests. */
const CHECK_EVERY = 500;
const ROLES = ['A', 'B', 'C'];

/** Most reported findings of one kind at one operation, because each costs repetitions. */
const TOLD = 3;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

interface Exchange {
  readonly request: Request;
  readonly bytes: Buffer;
}

/** A run. */
class Run {
  readonly findings: Finding[] = [];
  readonly statuses = new Map<number, number>();
  readonly highest = { blocked: 0, grown: 0, cpu: 0, mainCpu: 0 };
  private readonly models: Model[] = [];
  private readonly told = new Map<string, number>();
  private wire: Wire;
  private clock: Watch;
  private before: Exchange | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly options: Options,
    private readonly only: readonly Operation[],
  ) {
    this.wire = new Wire(stage.port);
    this.clock = watch(stage.pid, stage.port);
  }

  /** The text in all records of an organisation, which no request contains. */
  private markOf(role: number): string {
    const random = randomOf(this.options.seed, -1 - role);
    return `fz${ROLES[role]}${Array.from({ length: 12 }, () => random.pick([...'bcdfghjklmnpqrstvwxz'])).join('')}`;
  }

  private async renew(role: number): Promise<void> {
    this.models[role] = await this.stage.model(this.markOf(role));
  }

  async prepare(): Promise<void> {
    for (const role of ROLES.keys()) await this.renew(role);
  }

  private async measure({ request, bytes }: Exchange): Promise<{ answer: Answer | NoAnswer; cost: Cost }> {
    const end = this.clock.begin(!request.trusted);
    const answer = await this.wire.send(bytes, request.method, request.framing === 'cut');
    return { answer, cost: await end() };
  }

  private async found(
    index: number,
    kind: string,
    { request, bytes }: Exchange,
    detail: string,
    answer?: Answer,
  ): Promise<void> {
    const { seed, failures, only, tell } = this.options;
    const key = `${kind} ${request.operation.name}`;
    const times = (this.told.get(key) ?? 0) + 1;
    this.told.set(key, times);
    if (times > TOLD) return;
    const id = /^x-request-id: *(\S+)/im.exec(answer?.head ?? '')?.[1];
    const cause = id && kind === 'status' ? await this.stage.causeOf(id) : undefined;
    const finding = {
      kind,
      seed,
      index,
      operation: request.operation.name,
      detail: cause ? `${detail}\n    ${cause}` : detail,
    };
    this.findings.push(finding);
    tell?.(
      `${kind}: ${finding.operation} ${finding.detail}\n    npm run fuzz -- --seed ${seed} --from ${index} --requests 1${only ? ` --only '${only}'` : ''}`,
    );
    if (!failures) return;
    await mkdir(failures, { recursive: true });
    const text = {
      ...finding,
      mood: request.mood,
      answer: answer?.body.toString('utf8').slice(0, 2000),
      request: bytes.subarray(0, 4000).toString('latin1'),
    };
    await writeFile(join(failures, `${seed}-${index}-${kind}.json`), JSON.stringify(text, null, 2));
    // The bytes of the request: `nc HOST PORT < FILE` repeats it with the credentials of the run.
    await writeFile(join(failures, `${seed}-${index}.http`), bytes);
  }

  /** The least of each cost of a request, asked again while it is above a bound. */
  private async leastOf(exchange: Exchange, first: Cost, answer: Answer | null): Promise<Cost> {
    let least = first;
    for (let i = 0; i < REPEATS && tooDear(exchange.request, answer, least).length; i += 1) {
      await pause(100);
      const { cost } = await this.measure(exchange);
      least = {
        blocked: Math.min(least.blocked, cost.blocked),
        grown: Math.min(least.grown, cost.grown),
        cpu: Math.min(least.cpu, cost.cpu),
        mainCpu: Math.min(least.mainCpu, cost.mainCpu),
      };
    }
    return least;
  }

  /** Restarts a service that ended or hangs. */
  private async revive(index: number, exchange: Exchange, kind: string, detail: string): Promise<void> {
    await this.found(index, kind, exchange, detail);
    await this.clock.stop();
    this.wire.close();
    await this.stage.restart();
    this.wire = new Wire(this.stage.port);
    this.clock = watch(this.stage.pid, this.stage.port);
  }

  private async judgeCost(index: number, exchange: Exchange, answer: Answer | null, first: Cost): Promise<void> {
    const dear = tooDear(exchange.request, answer, first);
    if (!dear.length) this.raise(first);
    const isNew = ([kind]: (typeof dear)[number]): boolean =>
      (this.told.get(`${kind} ${exchange.request.operation.name}`) ?? 0) < TOLD;
    if (!dear.some(isNew)) return;
    const cost = await this.leastOf(exchange, first, answer);
    for (const [kind, figure, bound] of tooDear(exchange.request, answer, cost)) {
      const unit = kind === 'memory' ? 'MiB' : 'ms';
      await this.found(
        index,
        kind,
        exchange,
        `${figure.toFixed(0)} ${unit}, allowed are ${bound}`,
        answer ?? undefined,
      );
    }
    // A request can block after its response: then the request before is the cause.
    if (!tooDear(exchange.request, answer, cost).length && this.before) {
      const { cost: again } = await this.measure(this.before);
      await pause(300);
      const late = await this.leastOf(this.before, again, null);
      for (const [kind, figure, bound] of tooDear(this.before.request, null, late))
        await this.found(index - 1, kind, this.before, `${figure.toFixed(0)} after its answer, allowed are ${bound}`);
    }
    this.raise(cost);
  }

  private raise(cost: Cost): void {
    for (const name of ['blocked', 'grown'] as const) this.highest[name] = Math.max(this.highest[name], cost[name]);
  }

  private async judgeModel(
    index: number,
    role: number,
    exchange: Exchange,
    asked: (wire: Wire, model: Model) => Promise<State>,
  ): Promise<void> {
    const model = this.models[role];
    if (!model) return;
    const { state, detail } = await asked(this.wire, model);
    if (state === 'well') return;
    if (state === 'broken') await this.found(index, 'poison', exchange, detail);
    await this.renew(role);
  }

  async ask(index: number): Promise<void> {
    const plan = planOf(this.options.seed, index, this.only);
    const model = this.models[plan.asks];
    if (!model) throw new Error('The organisations are not made yet');
    const victim = takesVictim(plan.operation)
      ? await this.stage.victim(model, plan.operation.route?.collection)
      : undefined;
    const request = requestOf(plan, model, victim);
    const exchange = { request, bytes: bytesOf(request) };
    const { answer, cost } = await this.measure(exchange);
    if (!(await isAlive(this.stage.pid))) return this.revive(index, exchange, 'died', 'the service ended');
    if (cost.blocked === Number.POSITIVE_INFINITY)
      return this.revive(index, exchange, 'hangs', 'answers nobody any more');
    if (typeof answer === 'string') {
      // An unfinished or oversized request may find its connection closed.
      const mayClose = request.framing === 'cut' || request.body.length > request.operation.bytes;
      if (!mayClose || answer === 'silent') await this.found(index, 'no answer', exchange, answer);
    } else {
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
      const foreign = ROLES.map((_, role) => this.markOf(role)).filter((_, role) => role !== plan.asks);
      const wrong = wrongAnswer(request, exchange.bytes.length, answer, foreign);
      if (wrong) await this.found(index, wrong[0], exchange, wrong[1], answer);
    }
    const answered = typeof answer === 'string' ? null : answer;
    await this.judgeCost(index, exchange, answered, cost);
    const { kind } = request.operation;
    const status = answered?.status ?? 0;
    const lost = request.trusted && (status === 401 || (kind === 'settings' && status === 403));
    const wrote = kind === 'settings' && request.trusted && status < 300 && request.method !== 'GET';
    if (lost || wrote) await this.judgeModel(index, plan.asks, exchange, canary);
    if (index % CHECK_EVERY === CHECK_EVERY - 1)
      for (const role of ROLES.keys()) await this.judgeModel(index, role, exchange, everything);
    this.before = exchange;
  }

  async stop(): Promise<void> {
    for (const role of this.models.keys()) if (this.before) await this.judgeModel(-1, role, this.before, everything);
    await this.clock.stop();
    this.wire.close();
  }
}

/** Runs requests and reports. @throws where no operation has the name, or the service does not start */
export const fuzz = async (options: Options): Promise<Report> => {
  const { from = 0, requests, only, tell } = options;
  const chosen = only ? operations.filter(({ name }) => name.includes(only)) : operations;
  if (!chosen.length) throw new Error(`No operation has ${only} in its name`);
  const stage = await setStage();
  try {
    const run = new Run(stage, options, chosen);
    await run.prepare();
    const begun = performance.now();
    let done = 0;
    while (done < requests && !options.signal?.aborted) {
      await run.ask(from + done);
      done += 1;
      if (done % 1000 === 0)
        tell?.(
          `… ${done} requests, ${run.findings.length} findings, ${(done / ((performance.now() - begun) / 1000)).toFixed(0)} a second`,
        );
    }
    await run.stop();
    return { requests: done, findings: run.findings, statuses: run.statuses, highest: run.highest };
  } finally {
    await stage.stop();
  }
};
