/** Passkeys of this device: the browser asks for them, and the device for fingerprint, face or PIN. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
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

const assertionOf = ({ id, response }: AuthenticationResponseJSON) => {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
};

export type PasskeyProof = ReturnType<typeof assertionOf>;

/** Browsers run one ceremony at a time: the library ends the one before. */
let ceremonies = 0;

const challenged = () => Promise.all([library(), api('POST /session/challenge')]);

/** Signs a challenge of the service. @throws ApiError, also where the user cancels */
export const askPasskey = async (): Promise<PasskeyProof> => {
  const [{ startAuthentication }, optionsJSON] = await challenged();
  ceremonies += 1;
  return assertionOf(await asked(() => startAuthentication({ optionsJSON })));
};

/** A challenge is good for five minutes. */
const RENEWAL_MS = 4 * 60_000;

const untilVisible = (): Promise<unknown> =>
  document.hidden
    ? new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
    : Promise.resolve();

/**
 * Offers passkeys among the suggestions for a field with `autocomplete="… webauthn"`, where the browser can. Failures are
 * silent: the user has asked for nothing.
 * @param chosen gets the signed challenge @returns a function that ends the offer
 */
export const offerPasskeys = (chosen: (proof: PasskeyProof) => void): (() => void) => {
  let end = () => {};
  let isEnded = false;
  const offer = async (): Promise<void> => {
    await untilVisible();
    if (isEnded || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const [{ startAuthentication, WebAuthnAbortService }, optionsJSON] = await challenged();
    if (isEnded) return;
    ceremonies += 1;
    const own = ceremonies;
    const renewal = setTimeout(begin, RENEWAL_MS);
    end = () => {
      clearTimeout(renewal);
      // A later one continues.
      if (own === ceremonies) WebAuthnAbortService.cancelCeremony();
    };
    const signed = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    if (!isEnded) chosen(assertionOf(signed));
  };
  const begin = () => void offer().catch(() => undefined);
  if (hasPasskeys()) begin();
  return () => {
    isEnded = true;
    end();
  };
};

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
