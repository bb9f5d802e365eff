// Files, side by side with their floor: downloads, uploads, and what large uploads do to memory and to small reads.
//   npm run bench -- --only files
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { scopeNames } from '../dist/access/scopes.js';
import { createToken } from '../dist/access/tokens.js';
import { makeOrganisation } from '../dist/cli/new-organisation.js';
import { connect } from '../dist/db/database.js';
import { startEmbedded } from '../dist/db/embedded.js';
import { migrate } from '../dist/db/migrate.js';

const MIB = 1024 * 1024;
const LARGEST = 25 * MIB;
const SECONDS = process.argv.includes('--quick') ? 2 : 5;
const ROUNDS = 3;
const SERVICE = 'http://127.0.0.1:18082';
const FLOOR = 'http://127.0.0.1:18083';

const folder = await mkdtemp(join(tmpdir(), 'broker-crm-bench-files-'));
const server = await startEmbedded({ dataDir: join(folder, 'data') });
await migrate(server.connection);
const db = connect({ connection: server.connection });
const plan = { api_requests_per_minute: 100_000_000 };
const made = await makeOrganisation(db, { name: 'files', timeZone: 'Europe/Berlin', plan, email: 'files@example.com' });
const wish = {
  orgId: made.org_id,
  userKid: made.admin.kid,
  name: 'files',
  scopes: scopeNames,
  expires: null,
  addresses: [],
};
const { token } = await db.transaction((tx) => createToken(tx, wish));

const start = (args, env, ready) =>
  new Promise((done, refuse) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (data) => ready.test(String(data)) && done(child));
    child.once('exit', (code) => refuse(new Error(`${args[0]} ended with ${code}`)));
  });
const { host, port, user, database } = server.connection;
const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
const kept = join(folder, 'floor');
await mkdir(kept);
const serve = () =>
  start(
    ['bin/broker-crm.js', 'serve'],
    { DATABASE_URL: url, PORT: '18082', DATA_DIR: join(folder, 'files') },
    /listens/,
  );
let api;
let floor;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const authorization = `Bearer ${token}`;

/** Sends one request and reads the answer; resolves to its bytes as a number, and its text where it is short. */
const send = (address, method, headers = {}, body = undefined) =>
  new Promise((done, refuse) => {
    const call = request(address, { method, agent, headers: { authorization, ...headers } }, (answer) => {
      let size = 0;
      let text = '';
      answer.on('data', (piece) => {
        size += piece.length;
        if (size < MIB) text += piece;
      });
      answer.on('end', () => {
        if (answer.statusCode >= 300) refuse(new Error(`${method} ${address}: ${answer.statusCode} ${text}`));
        else done({ size, text });
      });
    });
    call.on('error', refuse);
    call.end(body);
  });

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
let count = 0;
/** Makers of upload bodies; each body has other content, since the same bytes are kept once. */
const bodies = {
  JSON: (size) => {
    const whole = Buffer.from(JSON.stringify({ base64: randomBytes(size).toString('base64'), name: 'a.bin' }));
    const headers = { 'content-type': 'application/json', 'content-length': whole.length };
    return () => {
      count += 1;
      const body = Buffer.from(whole);
      for (let i = 0, rest = count; i < 8; i += 1, rest = Math.floor(rest / 64))
        body[12 + i] = ALPHABET.charCodeAt(rest % 64);
      return [headers, body];
    };
  },
  form: (size) => {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
    const whole = Buffer.concat([Buffer.from(head), randomBytes(size), Buffer.from('\r\n--b--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': whole.length };
    return () => {
      count += 1;
      const body = Buffer.from(whole);
      body.writeUInt32LE(count, head.length);
      return [headers, body];
    };
  },
};

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
/** Calls a second that some callers get who ask one after the other. */
const rate = async (callers, ask) => {
  const begin = performance.now();
  const until = begin + SECONDS * 1000;
  let calls = 0;
  const caller = async () => {
    while (performance.now() < until) {
      await ask();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (calls * 1000) / (performance.now() - begin);
};
const compare = async (title, size, callers, service, bare) => {
  const mine = [];
  const theirs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    mine.push(await rate(callers, service));
    theirs.push(await rate(callers, bare));
  }
  const [a, b] = [median(mine), median(theirs)];
  const speed = (calls) => `${calls.toFixed(1)} (${((calls * size) / MIB).toFixed(0)} MiB/s)`;
  console.log(`| ${title} | ${speed(a)} | ${speed(b)} | **${(a / b).toFixed(2)}** |`);
};

const throughput = async () => {
  console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version}\n`);
  console.log('| files | service/s | floor/s | ratio |\n|---|---|---|---|');
  for (const [title, size, callers] of [
    ['100 KiB', 100 * 1024, 8],
    ['25 MiB', LARGEST, 4],
  ]) {
    const [headers, body] = bodies.form(size)();
    const { id } = JSON.parse((await send(`${SERVICE}/v3/documents`, 'POST', headers, body)).text);
    await writeFile(join(kept, `${size}`), randomBytes(size));
    const service = () => send(`${SERVICE}/v3/documents/${id}/download`, 'GET');
    await compare(`download of ${title}, ${callers} at once`, size, callers, service, () =>
      send(`${FLOOR}/${size}`, 'GET'),
    );
  }
  for (const [title, size, callers] of [
    ['100 KiB', 100 * 1024, 8],
    ['25 MiB', LARGEST, 4],
  ]) {
    const asJson = bodies.JSON(size);
    const bare = () => send(`${FLOOR}/`, 'POST', ...asJson());
    for (const [way, next] of Object.entries({ JSON: asJson, form: bodies.form(size) })) {
      const service = () => send(`${SERVICE}/v3/documents`, 'POST', ...next());
      await compare(`upload of ${title} as ${way}, ${callers} at once`, size, callers, service, bare);
    }
  }
};

const memoryOf = async (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
/** Latency of small reads, 100 a second, asked by a thread of its own. */
const smallReads = (path) =>
  new Promise((done, refuse) => {
    const options = {
      url: path,
      headers: { authorization },
      connections: 4,
      overallRate: 100,
      duration: SECONDS,
      workers: 1,
    };
    autocannon(options, (error, result) => (error ? refuse(error) : done(result.latency)));
  });
const customer = async () =>
  JSON.parse(
    (await send(`${SERVICE}/v3/customers`, 'POST', { 'content-type': 'application/json' }, '{"name":"A"}')).text,
  );

/** Eight callers upload 25 MiB again and again while others read. */
const under = async (pid, address, small, next) => {
  const quiet = await smallReads(small);
  let going = true;
  let peak = 0;
  const watch = (async () => {
    for (; going; await delay(10)) peak = Math.max(peak, await memoryOf(pid));
  })();
  const uploader = async () => {
    while (going) await send(address, 'POST', ...next());
  };
  const uploads = Array.from({ length: 8 }, uploader);
  const busy = await smallReads(small);
  going = false;
  await Promise.all([watch, ...uploads]);
  return `${peak.toFixed(0)} MB | ${quiet.p50} / ${quiet.p99} ms | ${busy.p50} / ${busy.p99} ms | ${(busy.p99 - quiet.p99).toFixed(0)} ms |`;
};

const besideUploads = async () => {
  const { kid } = await customer();
  console.log(
    '\n| 8 uploads of 25 MiB at once | memory, most | small GET p50 / p99 before | meanwhile | p99 rises by |\n|---|---|---|---|---|',
  );
  for (const [way, make] of Object.entries(bodies)) {
    api.kill('SIGTERM');
    await new Promise((done) => api.once('exit', done));
    api = await serve();
    const row = await under(api.pid, `${SERVICE}/v3/documents`, `${SERVICE}/v3/customers/${kid}`, make(LARGEST));
    console.log(`| service, ${way} | ${row}`);
  }
  await writeFile(join(kept, 'small'), '{}');
  console.log(`| floor, JSON | ${await under(floor.pid, `${FLOOR}/`, `${FLOOR}/small`, bodies.JSON(LARGEST))}`);
};

try {
  api = await serve();
  floor = await start(['bench/files-floor.js'], { PORT: '18083', FOLDER: kept }, /ready/);
  await throughput();
  await besideUploads();
} finally {
  agent.destroy();
  for (const child of [api, floor]) child?.kill('SIGTERM');
  await db.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
