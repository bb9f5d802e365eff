// Open-loop load: calls start at their due time, even while earlier ones still run. Closed-loop callers would hide
// queueing delays of the service (coordinated omission).
import { Pool } from 'undici';

/** Times of any number of calls, in buckets of 1 %. */
export class Times {
  #counts = new Uint32Array(2000);
  count = 0;

  add(ms) {
    const bucket = Math.max(0, Math.ceil(Math.log(Math.max(ms, 0.01) / 0.01) / Math.log(1.01)));
    this.#counts[Math.min(bucket, this.#counts.length - 1)] += 1;
    this.count += 1;
  }

  /** Milliseconds that this share of the calls did not take longer than. */
  quantile(share) {
    let left = Math.ceil(this.count * share);
    const bucket = this.#counts.findIndex((n) => {
      left -= n;
      return left <= 0;
    });
    return 0.01 * 1.01 ** Math.max(0, bucket);
  }
}

/**
 * Results of calls: times of 2xx responses, number of 503 responses with `Retry-After`, all others counted by status.
 */
class Outcomes {
  answered = new Times();
  refused = 0;
  wrong = new Map();

  note({ status, retryAfter, ms }) {
    if (status >= 200 && status < 300) this.answered.add(ms);
    else if (status === 503 && retryAfter) this.refused += 1;
    else this.wrong.set(status, (this.wrong.get(status) ?? 0) + 1);
  }

  get errors() {
    return [...this.wrong.values()].reduce((sum, n) => sum + n, 0);
  }
}

/** Opens connections to the service. */
export const openPool = (origin, connections) => {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
  /** Sends a call. @returns its status (a text where there was no answer) and what a 503 says */
  const send = (call) =>
    new Promise((done) => {
      let answer = { status: 0, retryAfter: undefined };
      pool.dispatch(call, {
        onRequestStart: () => undefined,
        onResponseStart: (_, status, headers) => {
          answer = { status, retryAfter: headers['retry-after'] };
        },
        onResponseData: () => undefined,
        onResponseEnd: () => done(answer),
        onResponseError: (_, error) => done({ status: error.code ?? error.message, retryAfter: undefined }),
      });
    });
  return {
    send,
    /** Opens all of them, as a proxy's are: Node.js takes one new connection at each turn of its loop, so that a rush of them waits. */
    warm: () =>
      Promise.all(Array.from({ length: connections }, () => send({ method: 'GET', path: '/livez', headers: {} }))),
    close: () => pool.destroy(),
  };
};

/** As many callers as can be served, each with one call at a time. @returns calls a second that were answered */
export const closedLoop = async ({ send }, next, callers, seconds) => {
  const outcomes = new Outcomes();
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        const begun = performance.now();
        outcomes.note({ ...(await send(next())), ms: performance.now() - begun });
      }
    }),
  );
  return { rate: outcomes.answered.count / seconds, outcomes };
};

/**
 * Calls at a rate. The time of each counts from when it was due, so that one that had to wait for its turn to be sent shows that.
 * @param each is given every outcome, with the time at which it was due
 */
export const openLoop = async ({ send }, next, rate, seconds, each = () => undefined) => {
  const outcomes = new Outcomes();
  const begun = performance.now();
  const total = Math.floor(rate * seconds);
  let sent = 0;
  let over = 0;
  const fire = async (due) => {
    const answer = await send(next());
    const outcome = { ...answer, due, ms: performance.now() - due };
    outcomes.note(outcome);
    each(outcome);
    over += 1;
  };
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) * rate) / 1000));
    for (; sent < due; sent += 1) void fire(begun + (sent * 1000) / rate);
    await new Promise((done) => setTimeout(done, 2));
  }
  const ended = performance.now();
  while (over < total) await new Promise((done) => setTimeout(done, 20));
  return { outcomes, ended };
};
