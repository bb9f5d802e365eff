/** The processes of one service: which they are, and what they wait for (Linux only). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const commandOf = async (pid: number): Promise<string> =>
  (await textOf(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ').trim();

const childrenOf = async (pid: number): Promise<number[]> =>
  (await textOf(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number);

/** The first process of the PostgreSQL on a data folder; null where none lives. */
export const postmasterOf = async (dataDir: string): Promise<number | null> => {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const line = await textOf(`/proc/${entry}/cmdline`);
    if (/postgres\0-D\0([^\0]+)/.exec(line)?.[1]?.startsWith(dataDir)) return Number(entry);
  }
  return null;
};

/** Processes that serve connections of the service. */
export const backendsOf = async (dataDir: string): Promise<number[]> => {
  const postmaster = await postmasterOf(dataDir);
  if (postmaster === null) return [];
  const children = await childrenOf(postmaster);
  const lines = await Promise.all(children.map(async (pid) => [pid, await commandOf(pid)] as const));
  return lines.filter(([, line]) => line.startsWith('postgres: broker')).map(([pid]) => pid);
};

/** API processes of a service that has several. */
export const apiProcessesOf = async (servicePid: number): Promise<number[]> => {
  const children = await childrenOf(servicePid);
  const lines = await Promise.all(children.map(async (pid) => [pid, await commandOf(pid)] as const));
  return lines.filter(([, line]) => line.includes('broker-crm.js')).map(([pid]) => pid);
};

/** Every process of a service and of its database but the first one of the service. */
export const allBesides = async (dataDir: string, servicePid: number): Promise<number[]> => {
  const postmaster = await postmasterOf(dataDir);
  const below = postmaster === null ? [] : [postmaster, ...(await childrenOf(postmaster))];
  return [...(await childrenOf(servicePid)), ...below];
};

const stateOf = async (pid: number): Promise<string> => {
  const status = await textOf(`/proc/${pid}/status`);
  const state = /^State:\s*(.*)$/m.exec(status)?.[1] ?? 'gone';
  const [where, stack] = await Promise.all([textOf(`/proc/${pid}/wchan`), textOf(`/proc/${pid}/stack`)]);
  return `${pid} ${state}, in ${where || '?'}: ${await commandOf(pid)}${stack ? `\n${stack.replace(/^/gm, '      ')}` : ''}`;
};

/** States of a service's processes and the content of its lock files: for a start that takes too long. */
export const describeProcesses = async (dataDir: string, servicePid: number): Promise<string> => {
  const postmaster = await postmasterOf(dataDir);
  const pids = [
    servicePid,
    ...(await childrenOf(servicePid)),
    ...(postmaster === null ? [] : [postmaster, ...(await childrenOf(postmaster))]),
  ];
  const files = await Promise.all(
    ['lock.json', 'lock.json.turn', 'postgres/postmaster.pid', 'postgres.log'].map(async (name) => {
      const text = (await textOf(join(dataDir, name))).trimEnd().split('\n').slice(-15).join('\n');
      return `--- ${name}\n${text}`;
    }),
  );
  return [...(await Promise.all([...new Set(pids)].map(stateOf))), ...files].join('\n');
};
