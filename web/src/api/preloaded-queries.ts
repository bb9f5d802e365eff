/**
 * Answers that the document has asked for (../../page-preloads.ts). They are taken when the page begins, each for one call: left to
 * the browser, one that was asked before the sign-in would be given to the first who asks after it.
 */
import { isServiceResponse } from './response-origin.ts';

const coming = new Map<string, Promise<unknown>>();
const arrived = new Map<string, unknown>();

const ask = async (address: string): Promise<unknown> => {
  try {
    const answer = await fetch(address, { credentials: 'same-origin' });
    const body: unknown = answer.ok && isServiceResponse(answer) ? await answer.json() : undefined;
    if (coming.has(address)) arrived.set(address, body);
    return body;
  } catch {
    // The caller repeats the request, and gets its error.
    return undefined;
  }
};

/** Takes the answers of these addresses over from the document. @returns when all of them are there, or do not come */
export const takeOver = (addresses: readonly string[]): Promise<unknown> => {
  for (const address of addresses) coming.set(address, ask(address));
  return Promise.all(coming.values());
};

/** @returns a preloaded response, once; undefined where it failed */
export const takeAnswer = async (address: string): Promise<unknown> => {
  const answer = coming.get(address);
  coming.delete(address);
  arrived.delete(address);
  return answer;
};

/** The same, where it is there already. */
export const takeArrived = (address: string): unknown => {
  const answer = arrived.get(address);
  if (answer === undefined) return undefined;
  coming.delete(address);
  arrived.delete(address);
  return answer;
};

/** Drops preloaded responses, because a change may have made them stale. */
export const dropAnswers = (): void => {
  coming.clear();
  arrived.clear();
};
