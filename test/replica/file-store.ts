/** A copy in a file that survives a kill at any moment: a page is a line, and a line that is not whole never was. */
import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { memoryStore, type ReplicaPage } from '../../sdk/src/index.ts';

type Line = ReplicaPage | 'clear';

/** Opens the file and loads its records. */
export const openStore = async (path: string): Promise<ReturnType<typeof memoryStore> & { close(): void }> => {
  const memory = memoryStore();
  const text = readFileSync(path, { encoding: 'utf8', flag: 'a+' });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  for (const line of whole.split('\n').slice(0, -1)) {
    const page = JSON.parse(line) as Line;
    await (page === 'clear' ? memory.clear() : memory.apply(page));
  }
  const file = openSync(path, 'a');
  const keep = (line: Line): void => void writeSync(file, `${JSON.stringify(line)}\n`);
  return {
    ...memory,
    clear: async () => {
      keep('clear');
      await memory.clear();
    },
    apply: async (page) => {
      keep(page);
      await memory.apply(page);
    },
    close: () => closeSync(file),
  };
};
