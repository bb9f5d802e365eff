/** Keeps a copy in a file true, in a process of its own that is killed: address, token, file and sections are its arguments. */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, isError, type ReplicaStore, replicate } from '../../sdk/src/index.ts';
import { openStore } from './file-store.ts';

const [baseUrl = '', token = '', path = '', sections = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, token });
const kept = await openStore(path);
const store: ReplicaStore = {
  ...kept,
  apply: async (page) => {
    await kept.apply(page);
    process.send?.(page.cursor === null ? 'begun' : 'whole');
  },
};
// The parent process has ended.
process.once('disconnect', () => process.exit(1));
for (;;) {
  try {
    await replicate(client, { store, sections: sections.split(','), wait: 5 });
  } catch (error) {
    // The service does not answer, or is starting.
    if (!isError(error) || (error.status !== 0 && error.status < 500)) throw error;
    await delay(100);
  }
}
