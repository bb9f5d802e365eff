/**
 * Damaged services, to see the checks fail: copies of the built program in which one thing is broken. The program itself
 * has no switch for any of it. A text that is not found any more fails the run.
 */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaultKind } from './history.ts';
import type { KillKind } from './plan.ts';

interface Replacement {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What is broken. */
export interface Damage {
  readonly about: string;
  readonly replacements: readonly Replacement[];
}

export interface Planted extends Damage {
  /** What must be found. */
  readonly expects: readonly FaultKind[];
  readonly kills: number;
  /** What is killed: the database, which is back soon, or the power, and then nobody syncs. */
  readonly only: readonly KillKind[];
}

const DATABASE: readonly KillKind[] = ['database', 'backend'];

const COMMIT_AT_ONCE = 'const sent = this.#send(statements, COMMIT);';
/** Long enough for an answer to leave, short enough that most transactions are committed. */
const LATE_MS = 40;

export const PLANTED: Readonly<Record<string, Planted>> = {
  'early-answer': {
    about: `answers ${LATE_MS} ms before it commits`,
    expects: ['lost', 'stale'],
    kills: 12,
    only: DATABASE,
    replacements: [
      {
        file: 'db/transaction.js',
        from: COMMIT_AT_ONCE,
        to: `const sent = this.#send(statements);
        this.late = sent.outcomes.catch(() => undefined).then(() => new Promise((done) => setTimeout(done, ${LATE_MS}))).then(() => this.client.query('commit'));
        sent.outcomes = sent.outcomes.then((all) => [...all, { tag: 'COMMIT', rows: [] }]);`,
      },
      {
        file: 'db/transaction.js',
        from: '        client.release(broken);\n    }\n};\nconst codeOf',
        to: '        Promise.resolve(tx.late).then(() => client.release(broken), (error) => client.release(error));\n    }\n};\nconst codeOf',
      },
    ],
  },
  'event-apart': {
    about: 'writes the event in another transaction than the change',
    expects: ['events'],
    kills: 12,
    only: DATABASE,
    replacements: [
      { file: 'operations/commit.js', from: '    ...eventWrites(context, change),\n];', to: '];' },
      {
        file: 'operations/commit.js',
        from: `=> tx.finish([
    ...writes.map(({ row }) => row),`,
        to: `=> {
    const rows = await finish(context, tx, writes, further);
    const events = writes.flatMap(({ change }) => eventWrites(context, change));
    if (events.length) await context.db.transaction((later) => later.finish(events));
    return rows;
};
const finish = (context, tx, writes, further) => tx.finish([
    ...writes.map(({ row }) => row),`,
      },
    ],
  },
  'told-apart': {
    about: `tells the change feed in another transaction than the change, ${LATE_MS} ms later`,
    expects: ['feed'],
    kills: 12,
    only: DATABASE,
    replacements: [
      {
        file: 'operations/changes/tell.js',
        from: '        return [noted(context, entry, only)];',
        to: `    {
        setTimeout(() => context.db.transaction((later) => later.finish(tellAll(context, [only]))).catch(() => undefined), ${LATE_MS});
        return [auditEntry(context, entry)];
    }`,
      },
    ],
  },
  uncounted: {
    about: 'does not count what it makes',
    expects: ['totals'],
    kills: 1,
    only: DATABASE,
    replacements: [
      {
        file: 'operations/commit.js',
        from: '    ...countedOf(change).flatMap((counted) => count(context.actor.orgId, counted)),\n',
        to: '',
      },
    ],
  },
  'answer-apart': {
    about: 'keeps the answer of an Idempotency-Key in another transaction than the write',
    expects: ['doubled'],
    kills: 15,
    only: DATABASE,
    replacements: [
      {
        file: 'operations/idempotent.js',
        from: `            inside = true;
            return [keep(place, WHOLE, answer.status, keptBody(place, answer))];`,
        to: '            return [];',
      },
    ],
  },
  'outcomes-apart': {
    about: 'keeps the outcomes of items that are made together in another transaction than these',
    expects: ['doubled'],
    kills: 15,
    only: DATABASE,
    replacements: [
      {
        file: 'operations/idempotent.js',
        from: '    items: (all) => keepItems(',
        to: '    items: (all) => all.length ? [] : keepItems(',
      },
    ],
  },
  unsynced: {
    about: 'syncs nothing, service and database alike, and loses its power',
    expects: ['lost'],
    kills: 3,
    only: ['power'],
    replacements: [
      {
        file: 'db/make-embedded.js',
        from: "    PATH: '/usr/bin:/bin',",
        to: "    PATH: '/usr/bin:/bin',\n    LD_PRELOAD: process.env.LD_PRELOAD,",
      },
    ],
  },
};

/** The one of this name, or undefined where no name is given. @throws where there is no such name */
export const plantedBy = <T extends Damage>(all: Readonly<Record<string, T>>, name?: string): T | undefined => {
  const planted = name === undefined ? undefined : all[name];
  if (name !== undefined && !planted) throw new Error(`Nothing is planted by the name ${name}.`);
  return planted;
};

const root = fileURLToPath(new URL('../../', import.meta.url));

const damage = async (copy: string, { file, from, to }: Replacement): Promise<void> => {
  const path = join(copy, 'dist', file);
  const text = await readFile(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`dist/${file} does not hold once:\n${from}`);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
};

/**
 * Copies the built program and breaks the copy.
 * @returns the command of the copy
 * @throws where the program has changed, so that a replacement no longer fits
 */
export const plant = async ({ replacements }: Pick<Damage, 'replacements'>, folder: string): Promise<string> => {
  const copy = join(folder, 'program');
  await mkdir(copy, { recursive: true });
  for (const name of ['dist', 'bin']) await cp(join(root, name), join(copy, name), { recursive: true });
  for (const name of ['migrations', 'node_modules', 'package.json']) await symlink(join(root, name), join(copy, name));
  for (const replacement of replacements) await damage(copy, replacement);
  return join(copy, 'bin', 'broker-crm.js');
};
