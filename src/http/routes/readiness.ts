/** Readiness of the service: polled by load balancers before they route calls to it (rules 8.8). */

import { memoizeFor, singleFlight } from '../../concurrency/semaphore.ts';
import type { Database } from '../../db/database.ts';
import { type Noted, pendingOf, readMigrations } from '../../db/migrations/migration-files.ts';
import { reasonOf } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { sql } from '../../sql/sql.ts';
import type { Log } from '../response/send-response.ts';

/** A check that takes longer has failed. */
const LATE_MS = 1500;
/** Questions in quick succession get one answer, so that they cost nothing. */
const READINESS_TTL_MS = 1000;

/** Required dependencies. */
type Check = 'database' | 'schema' | 'files';

/** The state of the dependencies at a moment. */
interface Ready {
  readonly ready: boolean;
  readonly checks: Readonly<Record<Check, boolean>>;
  /** The service is shutting down: it still responds, and should get no new calls. */
  readonly stopping?: true;
}

/** Says whether the service can do its work. */
export interface Readiness {
  /** Takes two checks' time at most, and none where it was asked a moment ago. */
  state(): Promise<Ready>;
  /** From now on it is not ready: it is about to end. */
  stop(): void;
}

interface ReadinessParts {
  readonly db: Database;
  readonly files: FileStores;
  readonly log: Log;
}

/** The migrations of a database; null for a new one. @throws Error for a standby */
const notedIn = async (db: Database): Promise<readonly Noted[] | null> => {
  const [server] = await db.read<{ standby: boolean; known: boolean }>(
    sql`select pg_is_in_recovery() as standby, to_regclass('schema_migration') is not null as known`,
  );
  if (server?.standby) throw new Error('the server is a standby, which takes no writes');
  return server?.known ? db.read<Noted>(sql`select number, name, checksum from schema_migration`) : null;
};

/** Whether these are all that this version brings. There may be newer ones: versions overlap while they are replaced. */
const areCurrent = async (noted: readonly Noted[] | null): Promise<void> => {
  const migrations = await readMigrations();
  const newest = migrations.at(-1)?.number ?? 0;
  const known = (noted ?? []).filter(({ number }) => number <= newest);
  const lacking = pendingOf(known, migrations).map(({ name }) => name);
  if (lacking.length) throw new Error(`not applied: ${lacking.join(', ')}`);
};

/** Checks the dependencies when probed. */
export const createReadiness = ({ db, files, log }: ReadinessParts): Readiness => {
  const database = singleFlight(LATE_MS, () => notedIn(db));
  const store = singleFlight(LATE_MS, () => files.current.check());
  const failing = new Set<Check>();
  let stopping = false;

  /** Whether a check holds; each change of that is a line of the log. */
  const hasSession = (check: Check, work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => {
        if (failing.delete(check)) log('info', 'Ready again', { check });
        return true;
      },
      (error: unknown) => {
        if (!failing.has(check)) log('error', 'Not ready', { check, cause: reasonOf(error) });
        failing.add(check);
        return false;
      },
    );

  const look = memoizeFor(
    () => READINESS_TTL_MS,
    async (): Promise<Ready> => {
      const noted = database();
      const [first, third] = await Promise.all([hasSession('database', noted), hasSession('files', store())]);
      // Of a database that does not answer nothing else is known.
      const second = first && (await hasSession('schema', noted.then(areCurrent)));
      return { ready: first && second && third, checks: { database: first, schema: second, files: third } };
    },
  );

  return {
    state: async () => {
      const answer = await look();
      return stopping ? { ...answer, ready: false, stopping } : answer;
    },
    stop: () => {
      stopping = true;
    },
  };
};
