/**
 * Key ring: encrypts secrets for the database with AES-256-GCM under keys stored outside of it (docs/decisions/0009).
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { fail } from '../../errors/api-error.ts';

/** Location of a value, its encryption context: values cannot be swapped. */
export interface SecretPlace {
  /** 0 without an organisation. */
  readonly org: number;
  readonly table: string;
  readonly column: string;
  readonly row: number | string;
}

/** Seals and opens. */
export interface KeyRing {
  /** Ids of the keys, which say nothing of the keys; the first one seals. */
  readonly ids: readonly string[];
  /** The text to be stored in place of a secret. @throws Error where there is no key */
  encrypt(place: SecretPlace, clear: string): string;
  /**
   * Decrypts a stored text.
   * @throws 503 `service_unavailable` where its key is missing, or it was not encrypted for this location; the log
   * has the reason
   */
  decrypt(place: SecretPlace, stored: string): string;
  /**
   * A fingerprint that needs a key of the ring: HMAC-SHA-256, with the id of that key.
   * @throws Error where there is no key
   */
  fingerprint(content: Buffer): string;
  /** The fingerprints of the content by each key of the ring, to look up stored ones. */
  fingerprints(content: Buffer): readonly string[];
  /** Whether a stored fingerprint is that of the content, by the key that it names; false where the ring lacks that key. */
  isFingerprintOf(stored: string, content: Buffer): boolean;
}

/**
 * Reads the keys: base64 texts, the first one encrypts. Called repeatedly, since a file may change; `fresh` after a
 * key of the last call was missing.
 */
export type ReadKeys = (fresh?: boolean) => readonly string[];

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'sealed.v1';
const SEALED = /^sealed\.v1\.([0-9a-f]{12})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/** A new key, as settings and files have it. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/** Whether a text is a key: 32 bytes as base64. */
export const isKey = (text: string): boolean =>
  /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES;

/** Name of a key that can be shown: nothing leads from it back to the key. */
export const keyIdOfKey = (key: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'broker-crm key id', 6)).toString('hex');

/** How the texts begin that a key has sealed, for statements that count or leave out. */
export const keyIdOf = (keyId: string): string => `${PREFIX}.${keyId}.`;

/** The id of the key that sealed a stored text; undefined where it is in clear. */
export const keyIdIn = (stored: string): string | undefined => SEALED.exec(stored)?.[1];

/** The authenticated context of a value. */
const bound = ({ org, table, column, row }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([PREFIX, org, table, column, String(row)]));

const encrypt = (id: string, key: Buffer, place: SecretPlace, clear: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound(place));
  const text = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  return [PREFIX, id, ...[nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
};

const decrypt = (key: Buffer, place: SecretPlace, parts: readonly string[]): string => {
  const [nonce, text, tag] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(bound(place)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
};

/** Reason and location of a failed decryption; the cause of the 503 that clients get. */
export class DecryptError extends Error {
  constructor(
    { org, table, column, row }: SecretPlace,
    why: string,
    cause?: unknown,
    /** Whether its key is missing; else the text itself was changed. */
    readonly keyMissing = false,
  ) {
    super(`${table}.${column} of row ${row}${org ? ` in organisation ${org}` : ''} ${why}`, { cause });
  }
}

/** The caller has done nothing wrong, and everything else still works. */
const unreadable = (cause: DecryptError): Error => fail('service_unavailable', { cause });

/** Keys that are derived from one of the settings, each for one purpose. */
interface Derived {
  readonly encryption: Buffer;
  readonly fingerprint: Buffer;
}

const derived = (text: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(text, 'base64'), '', purpose, KEY_BYTES));

/** Derived keys by id. */
const keysOf = (texts: readonly string[]): ReadonlyMap<string, Derived> =>
  new Map(
    texts.map((text) => [
      keyIdOfKey(text),
      { encryption: derived(text, 'broker-crm sealed values'), fingerprint: derived(text, 'broker-crm fingerprints') },
    ]),
  );

const FINGERPRINT = /^hmac\.v1\.([0-9a-f]{12})\./;
const fingerprintBy = (id: string, key: Buffer, content: Buffer): string =>
  `hmac.v1.${id}.${createHmac('sha256', key).update(content).digest('base64url')}`;

/** A key ring over keys that are read when they are needed. */
export const createKeyRing = (read: ReadKeys): KeyRing => {
  let texts: readonly string[] | undefined;
  let keys: ReadonlyMap<string, Derived> = new Map();
  const current = (fresh?: boolean): ReadonlyMap<string, Derived> => {
    const now = read(fresh);
    if (now !== texts) keys = keysOf(now);
    texts = now;
    return keys;
  };
  const first = (): readonly [string, Derived] => {
    const [found] = current();
    if (!found) throw new Error('There is no key to encrypt secrets with');
    return found;
  };
  return {
    get ids() {
      return [...current().keys()];
    },
    encrypt: (place, clear) => {
      const [id, { encryption }] = first();
      return encrypt(id, encryption, place, clear);
    },
    decrypt: (place, stored) => {
      const [, id, ...parts] = SEALED.exec(stored) ?? [];
      if (id === undefined)
        throw unreadable(new DecryptError(place, 'is not encrypted, and was not written by this service'));
      const key = current().get(id) ?? current(true).get(id);
      if (!key)
        throw unreadable(new DecryptError(place, `is encrypted with key ${id}, which is missing`, undefined, true));
      try {
        return decrypt(key.encryption, place, parts);
      } catch (cause) {
        throw unreadable(new DecryptError(place, 'was changed or moved since it was encrypted', cause));
      }
    },
    fingerprint: (content) => {
      const [id, { fingerprint }] = first();
      return fingerprintBy(id, fingerprint, content);
    },
    fingerprints: (content) => [...current()].map(([id, { fingerprint }]) => fingerprintBy(id, fingerprint, content)),
    isFingerprintOf: (stored, content) => {
      const [, id = ''] = FINGERPRINT.exec(stored) ?? [];
      const key = current().get(id) ?? current(true).get(id);
      return key !== undefined && fingerprintBy(id, key.fingerprint, content) === stored;
    },
  };
};

const NONE: readonly string[] = [];

/** For connections that touch no secret. */
export const createKeylessRing: KeyRing = createKeyRing(() => NONE);
