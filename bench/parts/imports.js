// Imports: 100,000 CSV rows with an address are staged, written and taken back, then a GDV file of 100 MiB is staged,
// while another organisation reads its customers; memory of the service above idle.
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadCustomers } from '../load.js';
import { memoryOf, quantile, table } from '../measure.js';
import { asService } from '../stage.js';

const ROWS = 100_000;
const GDV_BYTES = 100 * 2 ** 20;
/** Milliseconds between two reads of the other organisation, and between two looks at the memory. */
const [READ_MS, LOOK_MS] = [20, 100];
const FIRST = 70_000_000;

const ask = async ({ url, ...call }) => {
  const answer = await fetch(url, call);
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
  return body;
};

const writeFile = async (path, lines) => {
  const file = await open(path, 'w');
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length > 2 ** 20) {
      await file.write(text, null, 'latin1');
      text = '';
    }
  }
  await file.write(text, null, 'latin1');
  await file.close();
};

function* csvLines(rows) {
  yield 'Kundennummer;Nachname;Vorname;Geburtsdatum;Straße;PLZ;Ort\n';
  for (let n = 0; n < rows; n += 1)
    yield `K${n};Müller ${n};Erika;${(n % 28) + 1}.${(n % 12) + 1}.${1940 + (n % 60)};Hauptstraße ${n};0${4000 + (n % 999)};Leipzig\n`;
}

/** A package of a sample again and again, each time with other contract and customer numbers. */
async function* gdvLines(bytes) {
  const sample = (await readFile('test/samples/gdv/musterdatei_2009.txt', 'latin1')).split(/\r?\n/).filter(Boolean);
  const [head, ...rest] = sample;
  const contracts = rest.filter((line) => !line.startsWith('9999'));
  yield `${head}\n`;
  let written = 0;
  for (let n = 0; written < bytes; n += 1)
    for (const line of contracts) {
      const own = line.slice(0, 13) + String(n).padStart(8, '0') + line.slice(21);
      const numbered =
        own.startsWith('0100') && own[255] === '2'
          ? own.slice(0, 42) + String(n).padStart(17, '0') + own.slice(59)
          : own;
      yield `${numbered}\n`;
      written += numbered.length + 1;
    }
}

/** Reads of a customer at fixed times until stopped; milliseconds of each. */
const readBeside = (organisation) => {
  const times = [];
  const pending = new Set();
  const timer = setInterval(() => {
    const { url, ...call } = asService(
      organisation,
      `/v3/customers/${FIRST + (times.length % 1000)}?with_addresses=true`,
    );
    const began = performance.now();
    const one = fetch(url, call)
      .then((answer) => answer.text())
      .then(() => times.push(performance.now() - began))
      .finally(() => pending.delete(one));
    pending.add(one);
  }, READ_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(pending);
    return [0.95, 0.99].map((share) => quantile(times, share));
  };
};

/** Highest resident megabytes of the service until stopped. */
const watchMemory = (pid) => {
  let most = 0;
  const timer = setInterval(async () => {
    most = Math.max(most, await memoryOf(pid));
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
};

/** Milliseconds at quantiles. */
const shown = (times) => `${times.map((ms) => ms.toFixed(0)).join(', ')} ms`;

export const run = async (stage) => {
  const { scale, client, folder } = stage;
  const [owner, other] = [await stage.organisation('imports'), await stage.organisation('reader')];
  await loadCustomers(client, other.orgId, 1000, FIRST, true);
  await client.query('vacuum analyze');
  const [csv, gdv] = [join(folder, 'rows.csv'), join(folder, 'rows.gdv')];
  await writeFile(csv, csvLines(ROWS * scale));
  const lines = [];
  for await (const line of gdvLines(GDV_BYTES * scale)) lines.push(line);
  await writeFile(gdv, lines.splice(0));
  await stage.startApi({ LOG_LEVEL: 'error' });
  const quiet = readBeside(other);
  await delay(stage.seconds * 1000);
  const before = await quiet();
  const idle = await memoryOf(stage.api.pid);
  const row = table('step', 'rows', 'rows/s', 'memory above idle', 'p95 and p99 of reads beside', 'alone');

  const measured = async (name, begin) => {
    const [memory, reads] = [watchMemory(stage.api.pid), readBeside(other)];
    const began = performance.now();
    const { id } = await begin();
    let job;
    do {
      await delay(50);
      job = await ask(asService(owner, `/v3/imports/${id}`));
    } while (['staging', 'applying', 'undoing'].includes(job.state));
    const seconds = (performance.now() - began) / 1000;
    if (job.state === 'failed') throw new Error(JSON.stringify(job.error));
    row(
      name,
      job.total,
      (job.total / seconds).toFixed(0),
      `${(memory() - idle).toFixed(0)} MB`,
      shown(await reads()),
      shown(before),
    );
    return id;
  };
  const upload = async (path, name, options) => {
    const chunks = [];
    for await (const chunk of createReadStream(path)) chunks.push(chunk);
    const form = new FormData();
    form.set('options', JSON.stringify(options));
    form.set('file', new Blob(chunks), name);
    return ask({ ...asService(owner, '/v3/imports'), method: 'POST', body: form });
  };
  const step = (id, name) => ask({ ...asService(owner, `/v3/imports/${id}/${name}`), method: 'POST' });

  const id = await measured('stage CSV', () => upload(csv, 'rows.csv', { section: 'customers', match: ['nummer'] }));
  await measured('apply', () => step(id, 'apply'));
  await measured('undo', () => step(id, 'undo'));
  await measured(`stage GDV, ${(GDV_BYTES * scale) / 2 ** 20} MiB`, () => upload(gdv, 'rows.gdv', { format: 'gdv' }));
};
