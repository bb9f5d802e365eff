/** The systemd unit (docs/operating.md, systemd): its exposure, and the service within its restrictions. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../support/checkout.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, PROGRAM } from '../support/process.ts';
import { hasProgram } from '../support/programs.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const UNIT = path.join(ROOT, 'broker-crm.service');
const CONFINED = fileURLToPath(new URL('confined.sh', import.meta.url));
/** The account `nobody`, because PostgreSQL needs an account with a name. */
const ACCOUNT = 65_534;

const works = (program: string, ...words: readonly string[]): boolean => {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('unit');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How much a unit leaves open, from 0 to 10. */
const exposure = async (unit: string): Promise<number> => {
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  return Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
};

describe.runIf(hasProgram('systemd-analyze'))('systemd', () => {
  test('rates the unit as hardened', async () => {
    expect(await exposure(UNIT)).toBeLessThan(2);
    const open = path.join(folder, 'open.service');
    await writeFile(open, '[Service]\nExecStart=/usr/bin/env broker-crm serve\n');
    expect(await exposure(open)).toBeGreaterThan(8);
  });

  test('accepts every line of the unit', async () => {
    const said = async (unit: string): Promise<string> => {
      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]).catch((error) => error);
      return stdout + stderr;
    };
    expect(await said(UNIT)).not.toContain('broker-crm.service:');
    const wrong = path.join(folder, 'broker-crm.service');
    await writeFile(wrong, (await readFile(UNIT, 'utf8')).replace('ProtectHome=', 'ProtectHomes='));
    expect(await said(wrong)).toContain('broker-crm.service:');
  });
});

describe.runIf(works('unshare', '--mount', '--pid', '--fork', 'true'))('confined as the unit says, the service', () => {
  test('starts, stores a file, and stops with its database', async () => {
    const data = path.join(folder, 'state');
    await mkdir(data, { mode: 0o700 });
    await chown(data, ACCOUNT, ACCOUNT);
    const words = [process.execPath, PROGRAM, 'serve'];
    const service = spawn('unshare', ['--mount', '--pid', '--fork', 'sh', CONFINED, data, String(ACCOUNT), ...words], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', DATA_DIR: data, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (text: Buffer) => (output += text));
    await until(() => output.includes('sign in as') || service.exitCode !== null, {
      what: 'the start',
    });
    const [address, token] = [/listens on (\S+)\n/.exec(output)?.[1], /Bearer ([\w.-]+)/.exec(output)?.[1]];
    expect([output, address]).toEqual([output, expect.stringContaining('http')]);
    const form = new FormData();
    form.append('file', new Blob(['confined']), 'a.txt');
    const headers = { authorization: `Bearer ${token}`, connection: 'close' };
    const kept = await fetch(`${address}/v3/documents`, { method: 'POST', headers, body: form });
    expect(kept.status).toBe(201);
    const { id } = (await kept.json()) as { id: number };
    const read = await fetch(`${address}/v3/documents/${id}/download`, { headers });
    expect([read.status, await read.text()]).toEqual([200, 'confined']);
    // The process that unshare started is the first of its own namespace; its parent's list of children has it.
    const child = (await readFile(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')).trim();
    const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
    process.kill(Number(child), 'SIGTERM');
    expect(await ended).toBe(0);
    expect(await readdir(path.join(data, 'postgres'))).not.toContain('postmaster.pid');
  }, 120_000);
});
