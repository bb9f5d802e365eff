/** Passkeys: options for browsers (WebAuthn), and the signed data of authenticators. */
import { z } from 'zod';
import { answer } from './route.ts';

/** Bytes as base64url. */
const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, 'must be base64url');

const id = bytes(1400);

/** The signature of a passkey, with the signed data. */
export const passkeyAssertion = z.strictObject({
  id,
  clientDataJSON: bytes(2000),
  authenticatorData: bytes(1000),
  signature: bytes(1000),
  userHandle: bytes(100).optional(),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** A passkey that was made. */
export const passkeyAttestation = z.strictObject({
  id,
  clientDataJSON: bytes(2000),
  attestationObject: bytes(20_000),
});
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;

const required = z.literal('required');

/** `PublicKeyCredentialRequestOptionsJSON`: no passkeys are named, the browser offers those that it has. */
export const requestOptions = answer({ challenge: z.string(), rpId: z.string(), userVerification: required });

const credential = answer({ type: z.literal('public-key'), id: z.string() });

/** `PublicKeyCredentialCreationOptionsJSON` */
export const creationOptions = answer({
  challenge: z.string(),
  rp: answer({ id: z.string(), name: z.string() }),
  user: answer({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(answer({ type: z.literal('public-key'), alg: z.number() })),
  authenticatorSelection: answer({
    residentKey: required,
    requireResidentKey: z.literal(true),
    userVerification: required,
  }),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
});
