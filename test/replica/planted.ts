/** Services whose feed is broken, to see the comparison fail; made as those of the crash test. */
import { COMMIT_AT_ONCE, type Damage } from '../crash/planted.ts';

/** Longest time between the writes of a transaction and its COMMIT. */
const LATE_MS = 200;

export const PLANTED: Readonly<Record<string, Damage>> = {
  late: {
    about: 'numbers changes as they were written, not as they were committed, some of them late',
    replacements: [
      {
        file: 'db/transaction.js',
        from: COMMIT_AT_ONCE,
        to: `const { ran, outcomes: written } = this.#send(statements);
        const sent = { ran, outcomes: written.then(async (all) => {
            await new Promise((done) => setTimeout(done, Math.random() * ${LATE_MS}));
            await this.client.query('commit');
            return [...all, { tag: 'COMMIT', rows: [] }];
        }) };`,
      },
      {
        file: 'operations/changes/number-changes.js',
        from: `set number = b.place + (
    select f.last
    from change_feed f
    where f.org_id = \${orgId})`,
        to: 'set number = c.id',
      },
    ],
  },
  untold: {
    about: 'does not tell of what goes with a deleted record',
    replacements: [
      {
        file: 'operations/remove.js',
        from: 'const further = [...below, ...ends, ...told];',
        to: 'const further = [...below, ...ends];',
      },
    ],
  },
};
