// Files, side by side with their floor: downloads, uploads, and what large uploads do to memory and to small reads.
//   npm run bench -- --only files
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fire, memoryOf, quantile, table } from '../measure.js';
import { SERVICE } from '../stage.js';

const MIB = 1024 * 1024;
const LARGEST = 25 * MIB;
const FLOOR = 'http://127.0.0.1:18082';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends one request and reads the answer; resolves to its size in bytes, and its text where it is short. */
const sending =
  (token) =>
  (address, method, headers = {}, body = undefined) =>
    new Promise((done, refuse) => {
      const options = { method, agent, headers: { authorization: `Bearer ${token}`, ...headers } };
      const call = request(address, options, (answer) => {
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
/** Generators of upload bodies; each body has other content, since equal contents are stored once. */
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

/** Calls a second that some callers get who ask one after the other. */
const rateOf = async (seconds, callers, ask) => {
  const begin = performance.now();
  let calls = 0;
  const caller = async () => {
    while (performance.now() < begin + seconds * 1000) {
      await ask();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (calls * 1000) / (performance.now() - begin);
};

const compare = async ({ rounds, seconds }, row, { title, wanted, size, callers, service, bare }) => {
  const [mine, theirs] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await rateOf(seconds, callers, service));
    theirs.push(await rateOf(seconds, callers, bare));
  }
  const [a, b] = [quantile(mine, 0.5), quantile(theirs, 0.5)];
  const speed = (calls) => `${calls.toFixed(1)} (${((calls * size) / MIB).toFixed(0)} MiB/s)`;
  row(`${title}, ${callers} at once`, speed(a), speed(b), `**${(a / b).toFixed(2)}**`, wanted);
};

const SIZES = [
  ['100 KiB', 100 * 1024, 8],
  ['25 MiB', LARGEST, 4],
];

/** nginx serving the floor's files, where the machine has it. @returns its address, and how it ends; null without it */
const startNginx = async (folder, kept) => {
  const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) => existsSync(path));
  if (!program) return null;
  const config = join(folder, 'nginx.conf');
  const account = process.getuid() === 0 ? 'user root;' : '';
  await writeFile(
    config,
    `${account} pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1; events {}
     http { access_log off; sendfile on; server { listen 127.0.0.1:18083; root ${kept}; } }`,
  );
  const child = spawn(program, ['-c', config, '-g', 'daemon off;'], { stdio: 'inherit' });
  const address = 'http://127.0.0.1:18083';
  while (!(await fetch(address).catch(() => null))) await delay(20);
  return { address, stop: () => child.kill() };
};

const downloads = async (stage, row, send, kept) => {
  const nginx = await startNginx(stage.folder, kept);
  const [floor, against] = nginx ? [nginx.address, 'nginx'] : [FLOOR, 'createReadStream'];
  for (const [name, size, callers] of SIZES) {
    const [headers, body] = bodies.form(size)();
    const { id } = JSON.parse((await send(`${SERVICE}/v3/documents`, 'POST', headers, body)).text);
    await writeFile(join(kept, `${size}`), randomBytes(size));
    const service = () => send(`${SERVICE}/v3/documents/${id}/download`, 'GET');
    const bare = () => send(`${floor}/${size}`, 'GET');
    await compare(stage, row, {
      title: `download of ${name} against ${against}`,
      wanted: 0.5,
      size,
      callers,
      service,
      bare,
    });
  }
  nginx?.stop();
};

const uploads = async (stage, row, send) => {
  for (const [name, size, callers] of SIZES) {
    const asJson = bodies.JSON(size);
    const bare = () => send(`${FLOOR}/`, 'POST', ...asJson());
    for (const [way, next] of Object.entries({ JSON: asJson, form: bodies.form(size) })) {
      const service = () => send(`${SERVICE}/v3/documents`, 'POST', ...next());
      await compare(stage, row, { title: `upload of ${name} as ${way}`, wanted: 0.6, size, callers, service, bare });
    }
  }
};

/** Latency of small reads, 100 a second, asked by a thread of its own. */
const smallReads = async (stage, url, token) =>
  (
    await fire({
      url,
      headers: { authorization: `Bearer ${token}` },
      connections: 4,
      overallRate: 100,
      duration: stage.seconds,
      workers: 1,
    })
  ).latency;

/** Eight callers upload 25 MiB again and again while others read. */
const beside = async (stage, { pid, address, small, next, send, token }) => {
  // Warm up first: the service is slow right after its start, which is not compared here.
  await smallReads(stage, small, token);
  const quiet = await smallReads(stage, small, token);
  let going = true;
  let peak = 0;
  const watch = (async () => {
    for (; going; await delay(10)) peak = Math.max(peak, await memoryOf(pid));
  })();
  const uploader = async () => {
    while (going) await send(address, 'POST', ...next());
  };
  const uploaders = Array.from({ length: 8 }, uploader);
  const busy = await smallReads(stage, small, token);
  going = false;
  await Promise.all([watch, ...uploaders]);
  const latency = ({ p50, p99 }) => `${p50} / ${p99} ms`;
  return [`${peak.toFixed(0)} MB`, latency(quiet), latency(busy), `${(busy.p99 - quiet.p99).toFixed(0)} ms`];
};

export const run = async (stage) => {
  const { token } = await stage.organisation('files');
  const send = sending(token);
  const kept = join(stage.folder, 'floor');
  await mkdir(kept);
  await stage.startApi();
  const floor = await stage.start(['bench/files-floor.js'], { PORT: '18082', FOLDER: kept }, /ready/);

  const row = table('files', 'service/s', 'floor/s', 'ratio', 'wanted');
  await downloads(stage, row, send, kept);
  await uploads(stage, row, send);

  const line = table(
    '8 uploads of 25 MiB at once',
    'memory, most (wanted: 1 GB)',
    'small GET p50 / p99 before',
    'meanwhile',
    'p99 rises by (wanted: 50 ms)',
  );
  const made = await send(`${SERVICE}/v3/customers`, 'POST', JSON_TYPE, '{"name":"A"}');
  const small = `${SERVICE}/v3/customers/${JSON.parse(made.text).kid}`;
  for (const [way, make] of Object.entries(bodies)) {
    await stage.startApi();
    const next = make(LARGEST);
    const { pid } = stage.api;
    const cells = await beside(stage, { pid, address: `${SERVICE}/v3/documents`, small, next, send, token });
    line(`service, ${way}`, ...cells);
  }
  await writeFile(join(kept, 'small'), '{}');
  const bare = { pid: floor.pid, address: `${FLOOR}/`, small: `${FLOOR}/small`, next: bodies.JSON(LARGEST) };
  line('floor, JSON', ...(await beside(stage, { ...bare, send, token })));
  agent.destroy();
};
