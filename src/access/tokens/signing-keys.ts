/** The secrets that sign tokens. They live in the database, encrypted, and are never logged or answered. */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AuditAction, type Author, type Changes, entryBy, SERVICE } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { KeyRing, SecretPlace } from '../../db/encryption/key-ring.ts';
import { sql } from '../../sql/sql.ts';

/** A key that verifies. */
export interface SigningKey {
  readonly kid: string;
  readonly secret: KeyObject;
}

/** Least milliseconds between two readings for unknown `kid`s: strangers share them, however many they are. */
const UNKNOWN_EVERY_MS = 100;
/** Milliseconds after which a retired key is noticed. */
const RENEWED_EVERY_MS = 10_000;

interface Row {
  readonly kid: string;
  readonly secret: string;
}

const placeOf = (kid: string): SecretPlace => ({ org: 0, table: 'signing_key', column: 'secret', row: kid });

const keyOf = (keyRing: KeyRing, { kid, secret }: Row): SigningKey => ({
  kid,
  secret: createSecretKey(Buffer.from(keyRing.decrypt(placeOf(kid), secret), 'base64url')),
});

/** Creates the key that signs from now on; older ones still verify. */
const addSigningKey = async (tx: Tx): Promise<SigningKey> => {
  const kid = randomBytes(9).toString('base64url');
  const secret = tx.keyRing.encrypt(placeOf(kid), randomBytes(32).toString('base64url'));
  await tx.run(sql`insert into signing_key (kid, secret) values (${kid}, ${secret})`);
  return keyOf(tx.keyRing, { kid, secret });
};

/** The key that signs; the first one is made when it is needed. */
export const newestSigningKey = async (tx: Tx): Promise<SigningKey> => {
  const [row] = await tx.run<Row>(
    sql`select kid, secret from signing_key where retired_at is null order by created_at desc, kid limit 1`,
  );
  return row ? keyOf(tx.keyRing, row) : addSigningKey(tx);
};

/** Entries that are on their way together: there may be very many organisations. */
const TOGETHER = 500;

/** Keys belong to the service and concern every organisation: the same entry is written to each audit log. */
const noteEverywhere = async (tx: Tx, by: Author, action: AuditAction, changes: Changes): Promise<void> => {
  const rows = await tx.run<{ org_id: number }>(
    sql`select org_id from organisation where deletion_began_at is null order by org_id`,
  );
  for (let i = 0; i < rows.length; i += TOGETHER) {
    const part = rows.slice(i, i + TOGETHER);
    const entry = { section: 'settings', recordId: 0, action, changes, security: true };
    await Promise.all(part.map(({ org_id }) => tx.run(entryBy(by, org_id, entry))));
  }
};

/**
 * `broker-crm key rotate`: a new key signs from now on.
 * @param retireOlder ends all tokens that older keys signed; processes notice within ten seconds
 * @param by who rotates it, for the audit log
 */
export const rotateSigningKey = async (
  tx: Tx,
  { retireOlder = false } = {},
  by: Author = SERVICE,
): Promise<{ kid: string; retired: number }> => {
  let retired: unknown[] = [];
  if (retireOlder) {
    retired = await tx.run(
      sql`update signing_key set retired_at = ${new Date().toISOString()} where retired_at is null returning kid`,
    );
  }
  const { kid } = await addSigningKey(tx);
  await noteEverywhere(tx, by, 'rotate-key', {
    signing_key: [null, kid],
    ...(retired.length ? { retired_keys: [0, retired.length] } : {}),
  });
  return { kid, retired: retired.length };
};

/** The keys in memory. */
export interface SigningKeys {
  /** The key of this `kid`, asking the database where it is not known; undefined where it does not exist. */
  find(kid: string): Promise<SigningKey | undefined>;
  /** Increases when a known key was removed: cached verifications are void. */
  readonly version: number;
  /** Looks, in the background and not too often, whether keys were retired. */
  renew(now: number): void;
}

/** Cache of the signing keys in the database. @param monotonic milliseconds that never decrease */
export const createSigningKeys = (db: Database, monotonic: () => number): SigningKeys => {
  let keys = new Map<string, SigningKey>();
  let readAt = Number.NEGATIVE_INFINITY;
  let version = 0;
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const rows = await db.read<Row>(sql`select kid, secret from signing_key where retired_at is null`);
    const next = new Map(rows.map((row) => [row.kid, keys.get(row.kid) ?? keyOf(db.keyRing, row)]));
    if ([...keys.keys()].some((kid) => !next.has(kid))) version += 1;
    keys = next;
  };
  const readOnce = (now: number): Promise<void> => {
    if (reading) return reading;
    readAt = now;
    reading = read().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    get version() {
      return version;
    },
    find: async (kid) => {
      const key = keys.get(kid);
      if (key) return key;
      // A key made a moment ago must be found, so this waits for a reading that is sent after the call arrived.
      next ??= delay(Math.max(0, readAt + UNKNOWN_EVERY_MS - monotonic()))
        .then(() => reading?.catch(() => undefined))
        .then(() => {
          next = undefined;
          return readOnce(monotonic());
        });
      await next;
      return keys.get(kid);
    },
    renew: (now) => {
      // A failed reading changes nothing: the next one is due a moment later.
      if (!reading && now - readAt >= RENEWED_EVERY_MS) readOnce(now).catch(() => undefined);
    },
  };
};
