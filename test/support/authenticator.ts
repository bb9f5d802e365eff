/** An authenticator in software: makes passkeys (ES256) and signs with them, as a browser sends it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** Differences from the usual. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

/** A passkey with its private key. */
export interface SoftPasskey {
  readonly id: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  counter: number;
}

/** An authenticator and its browser at one page. */
export const createAuthenticator = (page: { readonly origin: string; readonly rpId: string }) => {
  const head = ({ rpId, verified, counter }: Required<Pick<Deviation, 'rpId' | 'verified' | 'counter'>>, more = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | (verified ? VERIFIED : 0) | more]), count]);
  };
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  return {
    /** Makes a passkey for creation options. */
    create: (options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) => {
      const { origin, rpId, verified = true, counter = 0 } = { ...page, ...deviation };
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(16);
      // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
      const key = [
        hex('a5010203262001215820'),
        Buffer.from(x, 'base64url'),
        hex('225820'),
        Buffer.from(y, 'base64url'),
      ];
      const made = [head({ rpId, verified, counter }, WITH_KEY), Buffer.alloc(16), hex('0010'), id, ...key];
      const data = Buffer.concat(made);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(data.length);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
      const object = [hex('a363666d74646e6f6e656761747453746d74a068617574684461746159'), length, data];
      const passkey: SoftPasskey = {
        id: id.toString('base64url'),
        userHandle: options.user.id,
        key: privateKey,
        counter,
      };
      return {
        passkey,
        sent: {
          id: passkey.id,
          clientDataJSON: clientData('create', options.challenge, origin).toString('base64url'),
          attestationObject: Buffer.concat(object).toString('base64url'),
        },
      };
    },
    /** Signs for request options. */
    sign: (options: { challenge: string }, passkey: SoftPasskey, deviation: Deviation = {}) => {
      passkey.counter += 1;
      const { id, userHandle, counter } = passkey;
      const given = { ...page, verified: true, counter, userHandle, ...deviation };
      const data = head(given);
      const client = clientData('get', options.challenge, given.origin);
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), passkey.key).toString('base64url'),
        userHandle: given.userHandle,
      };
    },
  };
};
