/** Secrets of sessions and one-time links: random, shown once, stored as a hash. */
import { createHash, randomBytes } from 'node:crypto';
import { MAX_INT } from '../../shared/int32.ts';

/** A secret that says which organisation it belongs to, so that it is looked up there alone. */
export const newSecret = (orgId: number): string => `${orgId}-${randomBytes(32).toString('base64url')}`;

/** The stored form of a secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The organisation that a secret names; null where it is none of ours. */
export const organisationOf = (secret: string): number | null => {
  const [, orgId] = /^(\d{1,10})-[\w-]{43}$/.exec(secret) ?? [];
  return orgId && Number(orgId) <= MAX_INT ? Number(orgId) : null;
};
