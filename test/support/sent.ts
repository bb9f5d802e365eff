/** Statements until they are judged: kept apart, because what vitest runs before each file is loaded anew each time. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A statement with values that were sent with it. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

const command = new AsyncLocalStorage<true>();
const seen = new Set<string>();
let waiting: Sent[] = [];

/** Runs an operator's command: what it sends is the service's, though it has the owner's role. */
export const asCommand = <T>(run: () => Promise<T>): Promise<T> => command.run(true, run);

/** Whether what is sent now is sent by a command. */
export const isCommand = (): boolean => command.getStore() === true;

/** On a cluster an organisation is written into the text (src/db/far-end.ts): the same statement for all of them. */
const ofAnyOrganisation = (text: string): string => text.replace(/'\d+'/g, "'1'");

/** Notes what is sent, each text once in this process. */
export const note = (sent: Sent): void => {
  const text = ofAnyOrganisation(sent.text);
  if (seen.has(text)) return;
  seen.add(text);
  waiting.push({ ...sent, text });
};

/** What was noted since the last time. */
export const takeNoted = (): readonly Sent[] => {
  const taken = waiting;
  waiting = [];
  return taken;
};
