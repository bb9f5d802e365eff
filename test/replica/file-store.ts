/** A copy in a file that survives a kill at any moment: a page is a line, and a line that is not whole never was. */
import { closeSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { memoryStore, type ReplicaPage, type ReplicaStore } from '../../sdk/src/index.ts';

type Memory = ReturnType<typeof memoryStore>;

const CLEARED = 'clear';

/** The copy that a file holds. */
export const readStore = async (path: string): Promise<Memory> => {
  const memory = memoryStore();
  const text = readFileSync(path, { encoding: 'utf8', flag: 'a+' });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  for (const line of whole.split('\n').slice(0, -1)) {
    const page = JSON.parse(line) as ReplicaPage | typeof CLEARED;
    await (page === CLEARED ? memory.clear() : memory.apply(page));
  }
  return memory;
};

/** A store on a file that goes on with what it holds. */
export const openStore = async (path: string): Promise<ReplicaStore & { close(): void }> => {
  const memory = await readStore(path);
  const file = openSync(path, 'a');
  const keep = (page: ReplicaPage | typeof CLEARED): void => {
    writeSync(file, `${JSON.stringify(page)}\n`);
    fsyncSync(file);
  };
  return {
    cursor: memory.cursor,
    clear: async () => {
      keep(CLEARED);
      await memory.clear();
    },
    apply: async (page) => {
      // A look that found nothing new is nothing to keep.
      if (!page.put.length && !page.remove.length && page.cursor === (await memory.cursor())) return;
      keep(page);
      await memory.apply(page);
    },
    close: () => closeSync(file),
  };
};
