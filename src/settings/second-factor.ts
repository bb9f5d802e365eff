/** The second factor: codes of an authenticator app (TOTP); each is taken once. */
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../db/database.ts';
import type { KeyRing, Place } from '../db/key-ring.ts';
import { sql } from '../sql.ts';

const ISSUER = 'Broker CRM';
const PERIOD_S = 30;

/** Where a secret is stored, encrypted. */
const placeOf = (orgId: number, kid: number, column: 'totp_secret' | 'totp_pending'): Place => ({
  org: orgId,
  table: 'credential',
  column,
  row: kid,
});

const opened = (keyRing: KeyRing, place: Place, stored: string | null | undefined): string | null =>
  stored ? keyRing.open(place, stored) : null;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** The time step a code belongs to, one step of clock difference allowed; null where it fits none. */
const stepOf = (secret: string, code: string, now: number): number | null => {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '').validate({ token, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
};

/** Makes a secret that waits to be confirmed. @returns it with the address that authenticator apps read */
export const proposeSecret = async (
  db: Database,
  orgId: number,
  kid: number,
  email: string,
): Promise<{ secret: string; uri: string }> => {
  const secret = new Secret({ size: 20 }).base32;
  await db.transaction((tx) =>
    tx.run(
      sql`update credential set totp_pending = ${tx.keyRing.seal(placeOf(orgId, kid, 'totp_pending'), secret)} where org_id = ${orgId} and kid = ${kid}`,
    ),
  );
  return { secret, uri: totpOf(secret, email).toString() };
};

/** Takes a code for the secret that waits; it is in force then. @returns whether the code fits */
export const confirmSecret = async (db: Database, orgId: number, kid: number, code: string, now: number) =>
  db.transaction(async (tx) => {
    const [row] = await tx.run<{ totp_pending: string | null }>(
      sql`select totp_pending from credential where org_id = ${orgId} and kid = ${kid} for update`,
    );
    const secret = opened(tx.keyRing, placeOf(orgId, kid, 'totp_pending'), row?.totp_pending);
    const step = secret ? stepOf(secret, code, now) : null;
    if (secret === null || step === null) return false;
    const sealed = tx.keyRing.seal(placeOf(orgId, kid, 'totp_secret'), secret);
    await tx.run(
      sql`update credential set totp_secret = ${sealed}, totp_pending = null, totp_step = ${step} where org_id = ${orgId} and kid = ${kid}`,
    );
    return true;
  });

/** Takes a code for the secret in force; a code, and every older one, is taken once. @returns whether it fits */
export const checkCode = async (db: Database, orgId: number, kid: number, code: string, now: number) =>
  db.transaction(async (tx) => {
    const [row] = await tx.run<{ totp_secret: string | null; totp_step: number | null }>(
      sql`select totp_secret, totp_step from credential where org_id = ${orgId} and kid = ${kid} for update`,
    );
    const secret = opened(tx.keyRing, placeOf(orgId, kid, 'totp_secret'), row?.totp_secret);
    const step = secret ? stepOf(secret, code, now) : null;
    if (step === null || step <= (row?.totp_step ?? 0)) return false;
    await tx.run(sql`update credential set totp_step = ${step} where org_id = ${orgId} and kid = ${kid}`);
    return true;
  });

/** Switches the second factor off. */
export const dropSecret = async (db: Database, orgId: number, kid: number): Promise<void> => {
  await db.transaction((tx) =>
    tx.run(
      sql`update credential set totp_secret = null, totp_pending = null, totp_step = null where org_id = ${orgId} and kid = ${kid}`,
    ),
  );
};
