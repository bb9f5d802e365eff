/** Passkeys of this device: the browser asks for them, and the device for fingerprint, face or PIN. */
import { type AnswerOf, ApiError, api, type SentTo } from './client.ts';

/** Whether browsers offer passkeys here: the page is encrypted or local, and has a name, not an IP address. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

const library = () => import('@simplewebauthn/browser');

/** The browser says in its own language and in many ways that nothing came of it. */
const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (cause) {
    const { name, message } = cause as Error;
    throw new ApiError(400, { error: name === 'InvalidStateError' ? 'passkey_exists' : 'passkey_cancelled', message });
  }
};

/** Signs a challenge of the service. @throws ApiError, also where the user cancels */
export const askPasskey = async () => {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), api('POST /session/challenge')]);
  const { id, response } = await asked(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
};

export type PasskeyProof = Awaited<ReturnType<typeof askPasskey>>;

/** Makes a passkey and adds it to the own account. @returns new recovery codes, if there are any */
export const addPasskey = async (
  proof: SentTo<'POST /account/passkeys/challenge'>,
  name = '',
): Promise<AnswerOf<'POST /account/passkeys'>> => {
  const [{ startRegistration }, options] = await Promise.all([
    library(),
    api('POST /account/passkeys/challenge', { body: proof }),
  ]);
  const { pubKeyCredParams, excludeCredentials } = options;
  const optionsJSON = {
    ...options,
    pubKeyCredParams: [...pubKeyCredParams],
    excludeCredentials: [...excludeCredentials],
  };
  const { id, response } = await asked(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject } = response;
  return api('POST /account/passkeys', { body: { name, passkey: { id, clientDataJSON, attestationObject } } });
};
