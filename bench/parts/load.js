// Fifty organisations at work, for long and then three times as much as can be answered (rules 8.9; docs/performance.md, Load).
//   npm run bench -- --only load                30 minutes
//   npm run bench -- --only load --minutes 3    another time
//   npm run bench -- --only load --quick        a short one
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf, memoryOf, table } from '../measure.js';
import { closedLoop, openLoop, openPool, Times } from '../open-loop.js';

const ORGANISATIONS = 50;
const BATCH = 100;
/** Callers of whom the maximum is taken. */
const CALLERS = 32;
const ROUNDS = 3;
const SHARE = 0.8;
const [TIMES_TOO_MANY, OVERLOAD_SECONDS] = [3, 60];
/** A connection for each concurrent call. */
const [CONNECTIONS, MANY_CONNECTIONS] = [128, 2000];
const SAMPLE_MS = 2000;
/** After an overload the service has recovered once responses take less than this. */
const IN_TIME_MS = 250;

const SYLLABLES =
  'ar bach berg brand dorf eck feld fried hart hof holz horn kamp klein lang mann mei nau rich roth stein weiss'.split(
    ' ',
  );

/** Random numbers that are the same in each run. */
const randomOf = (seed) => {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
};
const random = randomOf(7);
const one = (list) => list[random(list.length)];
const name = () => one(SYLLABLES) + one(SYLLABLES) + one(SYLLABLES);
const person = () => ({ anrede: 'Frau', vorname: name(), name: name(), geb: '1984-08-12' });

const call = (token, method, path, body) => ({
  method,
  path,
  headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
  ...(body ? { body: JSON.stringify(body) } : {}),
});

/** The calls to an organisation, with their percentage. */
const WORK = [
  [45, 'GET a customer', ({ token, kids }) => call(token, 'GET', `/v3/customers/${one(kids)}`)],
  [15, 'list of 50', ({ token }) => call(token, 'GET', '/v3/customers?limit=50&with_addresses=true')],
  [
    10,
    'search',
    ({ token }) => call(token, 'POST', '/v3/search', { query: name().slice(2, 9), indices: ['customers'] }),
  ],
  [10, 'create a customer', ({ token }) => call(token, 'POST', '/v3/customers', person())],
  [
    10,
    'PATCH a customer',
    ({ token, kids }) => call(token, 'PATCH', `/v3/customers/${one(kids)}`, { vorname: name() }),
  ],
  [
    5,
    'create a contract',
    ({ token, kids }) => call(token, 'POST', '/v3/contracts', { kid: one(kids), nummer: name() }),
  ],
  [
    5,
    'create an address',
    ({ token, kids }) =>
      call(token, 'POST', `/v3/customers/${one(kids)}/addresses`, { strasse: name(), ort: 'Berlin' }),
  ],
];
const turns = WORK.flatMap(([share, , make]) => Array.from({ length: share }, () => make));

/** Organisations with customers, made through the API as everything else. */
const fill = async (stage, customers) => {
  const origin = stage.origin;
  const organisations = [];
  for (let i = 0; i < ORGANISATIONS; i += 1) {
    const { token } = await stage.organisation(`load${i}`);
    const kids = [];
    for (let at = 0; at < customers; at += BATCH) {
      const items = Array.from({ length: BATCH }, person);
      const { path, ...options } = call(token, 'POST', '/v3/customers', items);
      const answer = await fetch(origin + path, options);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      kids.push(...(await answer.json()).inserted.map(({ kid }) => kid));
    }
    organisations.push({ token, kids });
  }
  await stage.client.query('vacuum analyze');
  return organisations;
};

/**
 * Samples memory of the service. @returns a function that ends sampling and returns the mean of the second and of the
 * last fifth, and the maximum
 */
const watchMemory = (stage) => {
  const samples = [];
  const timer = setInterval(async () => samples.push(await memoryOf(stage.api.pid)), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    const mean = (from, to) => {
      const some = samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
      return some.reduce((sum, one) => sum + one, 0) / some.length;
    };
    return { early: mean(0.2, 0.4), late: mean(0.8, 1), most: Math.max(...samples) };
  };
};

const ms = (times, share) => `${times.quantile(share).toFixed(1)} ms`;
const all = (times) => `${ms(times, 0.5)} / ${ms(times, 0.99)} / ${ms(times, 0.999)}`;

/** Maximum throughput: the best of some rounds, because other processes on the machine disturb single ones. */
const maximum = async (pool, next, seconds) => {
  await closedLoop(pool, next, CALLERS, 5);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await closedLoop(pool, next, CALLERS, seconds));
  return rounds.reduce((best, one) => (one.rate > best.rate ? one : best));
};

/** 80 % of the maximum throughput for a long time. */
const steadily = async (stage, pool, next, most, seconds) => {
  const rate = most * SHARE;
  // Warm up, so that lazily loaded code does not count as growth of memory.
  await openLoop(pool, next, rate, Math.min(20, seconds / 4));
  const endMemory = watchMemory(stage);
  const cpu = await cpuOf(stage.api.pid);
  const { outcomes } = await openLoop(pool, next, rate, seconds);
  const used = (await cpuOf(stage.api.pid)) - cpu;
  const { early, late, most: top } = endMemory();
  const row = table(
    '80 % of it',
    'calls',
    'errors',
    '503',
    'p50 / p99 / p99.9',
    'memory: early, late, most',
    'API CPU',
  );
  row(
    `${rate.toFixed(0)}/s for ${(seconds / 60).toFixed(1)} min`,
    outcomes.answered.count,
    `${outcomes.errors} (wanted: 0) ${[...outcomes.wrong].join(' ')}`,
    `${outcomes.refused} (wanted: 0)`,
    all(outcomes.answered),
    `${early.toFixed(0)}, ${late.toFixed(0)} (${((late / early - 1) * 100).toFixed(1)} %, wanted: under 10), ${top.toFixed(0)} MB`,
    `${((used / seconds) * 100).toFixed(0)} %`,
  );
};

/** Overload for a while, and then half of the maximum throughput: how long does recovery take? */
const tooMuch = async (stage, next, most, seconds) => {
  const pool = openPool(stage.origin, MANY_CONNECTIONS);
  await pool.warm();
  const { outcomes, ended } = await openLoop(pool, next, most * TIMES_TOO_MANY, seconds);
  await pool.close();
  return { outcomes, ended };
};

const recovering = async (stage, next, most, during) => {
  const calm = openPool(stage.origin, CONNECTIONS);
  const overload = during();
  const { ended } = await overload;
  let wellFrom = ended;
  const later = new Times();
  await openLoop(calm, next, most / 2, 5, ({ status, due, ms: took }) => {
    if (status === 503 || took > IN_TIME_MS) wellFrom = Math.max(wellFrom, due);
    else later.add(took);
  });
  await calm.close();
  return { seconds: (wellFrom - ended) / 1000, later, overload };
};

export const run = async (stage) => {
  const minutes = stage.minutes ?? (stage.quick ? 0.5 : 30);
  await stage.startApi({ LOG_LEVEL: 'error' });
  const organisations = await fill(stage, stage.quick ? 100 : 1000);
  const next = () => one(turns)(one(organisations));
  console.log(
    `\n${ORGANISATIONS} organisations; of 100 calls ${WORK.map(([share, what]) => `${share} ${what}`).join(', ')}.`,
  );
  const pool = openPool(stage.origin, CONNECTIONS);
  const { rate: most, outcomes: first } = await maximum(pool, next, stage.quick ? 5 : 15);
  const row = table('the maximum', 'calls/s', 'p50 / p99 / p99.9', 'errors');
  row(
    `${CALLERS} callers who wait for their answers, the best of ${ROUNDS} rounds`,
    most.toFixed(0),
    all(first.answered),
    first.errors + first.refused,
  );
  await steadily(stage, pool, next, most, minutes * 60);
  await pool.close();
  await pause(2000);
  const overloadSeconds = stage.quick ? 10 : OVERLOAD_SECONDS;
  const { seconds, later, overload } = await recovering(stage, next, most, () =>
    tooMuch(stage, next, most, overloadSeconds),
  );
  const { outcomes } = await overload;
  const line = table(
    '3 x the maximum',
    'answered',
    '503 with Retry-After',
    'others',
    'p50 / p99 / p99.9 of the answered',
    'well again after',
  );
  line(
    `${(most * TIMES_TOO_MANY).toFixed(0)}/s for ${overloadSeconds} s`,
    `${(outcomes.answered.count / overloadSeconds).toFixed(0)}/s`,
    outcomes.refused,
    `${outcomes.errors} (wanted: 0) ${[...outcomes.wrong].join(' ')}`,
    `${all(outcomes.answered)} (wanted: p99 under 1 s)`,
    `${seconds.toFixed(2)} s (wanted: under 1), then ${all(later)}`,
  );
};
