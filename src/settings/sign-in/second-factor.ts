/**
 * Codes of the second factor: those of an authenticator app (TOTP), each accepted once, and ten recovery codes, which
 * also stand in for a passkey.
 */
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { passkeyCount } from '../../access/credentials/passkeys.ts';
import { hashOf } from '../../access/credentials/random-secret.ts';
import type { Tx } from '../../db/database.ts';
import type { SecretPlace } from '../../db/encryption/key-ring.ts';
import { join, sql } from '../../sql/sql.ts';

const ISSUER = 'Broker CRM';
const PERIOD_S = 30;
const RECOVERY_CODES = 10;
/**
 * Letters and digits that are not confused; 24 of them are 120 bits, so that their hash needs no salt (ASVS 6.5.2).
 */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 24;

/** Where a secret is stored, encrypted. */
const placeOf = (orgId: number, kid: number, column: 'totp_secret' | 'totp_pending'): SecretPlace => ({
  org: orgId,
  table: 'credential',
  column,
  row: kid,
});

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
const stepOf = (secret: string | null, token: string, now: number): number | null => {
  if (secret === null) return null;
  const delta = totpOf(secret, '').validate({ token, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
};

/** The stored second factor of a user. */
interface Factor {
  /** In force. */
  readonly secret: string | null;
  /** Waits to be confirmed. */
  readonly pending: string | null;
  /** The last time step a code was taken for. */
  readonly step: number | null;
  readonly passkeys: number;
}

/** The factor, locked until the transaction ends: of two that send one code at once, one is refused. */
const readFactor = async (tx: Tx, orgId: number, kid: number): Promise<Factor> => {
  const [row] = await tx.run<Factor>(
    sql`select totp_secret as secret, totp_pending as pending, totp_step as step,
        ${passkeyCount(orgId, sql`${kid}`)} as passkeys from credential where org_id = ${orgId} and kid = ${kid} for update`,
  );
  const opened = (column: 'totp_secret' | 'totp_pending', stored: string | null | undefined): string | null =>
    stored ? tx.keyRing.decrypt(placeOf(orgId, kid, column), stored) : null;
  return {
    secret: opened('totp_secret', row?.secret),
    pending: opened('totp_pending', row?.pending),
    step: row?.step ?? null,
    passkeys: row?.passkeys ?? 0,
  };
};

const writeFactor = (
  tx: Tx,
  orgId: number,
  kid: number,
  { secret, pending, step }: Omit<Factor, 'passkeys'>,
): Promise<unknown> => {
  const sealed = (column: 'totp_secret' | 'totp_pending', value: string | null): string | null =>
    value === null ? null : tx.keyRing.encrypt(placeOf(orgId, kid, column), value);
  return tx.run(
    sql`update credential set totp_secret = ${sealed('totp_secret', secret)}, totp_pending = ${sealed('totp_pending', pending)}, totp_step = ${step}
      where org_id = ${orgId} and kid = ${kid}`,
  );
};

/** Makes a secret that waits to be confirmed. @returns it with the address that authenticator apps read */
export const proposeSecret = async (
  tx: Tx,
  orgId: number,
  kid: number,
  email: string,
): Promise<{ secret: string; uri: string }> => {
  const pending = new Secret({ size: 20 }).base32;
  await writeFactor(tx, orgId, kid, { ...(await readFactor(tx, orgId, kid)), pending });
  return { secret: pending, uri: totpOf(pending, email).toString() };
};

/** Takes a code for the secret that waits; it is in force then. @returns whether the code fits */
export const confirmSecret = async (tx: Tx, orgId: number, kid: number, code: string, now: number) => {
  const { pending } = await readFactor(tx, orgId, kid);
  const step = stepOf(pending, code.replaceAll(/\s/g, ''), now);
  if (step === null) return false;
  await writeFactor(tx, orgId, kid, { secret: pending, pending: null, step });
  return true;
};

const storedCode = (code: string): string => hashOf(`recovery ${code.toLowerCase().replaceAll(/[^a-z\d]/g, '')}`);

/** Creates ten new recovery codes; older ones become invalid. @returns the codes in readable form */
export const makeRecoveryCodes = async (tx: Tx, orgId: number, kid: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, (_, i) => {
      const character = ALPHABET[randomInt(ALPHABET.length)];
      return i > 0 && i % 4 === 0 ? `-${character}` : character;
    }).join(''),
  );
  await tx.run(sql`delete from recovery_code where org_id = ${orgId} and kid = ${kid}`);
  const rows = codes.map((code) => sql`(${orgId}, ${kid}, ${storedCode(code)})`);
  await tx.run(sql`insert into recovery_code (org_id, kid, id) values ${join(rows, ', ')}`);
  return codes;
};

/** The kind of an accepted code; `off`: no active factor; null: no match. */
export type ConsumedCode = 'code' | 'recovery-code' | 'off' | null;

/**
 * Takes a code for the secret in force, or one of the ten. A code, and every older one, is taken once; with a
 * transaction that is rolled back nothing is taken.
 */
export const consumeCode = async (
  tx: Tx,
  orgId: number,
  kid: number,
  code: string,
  now: number,
): Promise<ConsumedCode> => {
  const factor = await readFactor(tx, orgId, kid);
  if (factor.secret === null && !factor.passkeys) return 'off';
  const token = code.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(token)) {
    const step = stepOf(factor.secret, token, now);
    if (step === null || step <= (factor.step ?? 0)) return null;
    await writeFactor(tx, orgId, kid, { ...factor, step });
    return 'code';
  }
  const used = await tx.run(
    sql`delete from recovery_code where org_id = ${orgId} and kid = ${kid} and id = ${storedCode(code)} returning id`,
  );
  return used.length ? 'recovery-code' : null;
};
