/**
 * Statements until they are judged: in a module of its own, because vitest loads setup files again for each test
 * file.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A statement with values that were sent with it. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

const command = new AsyncLocalStorage<true>();
const seen = new Set<string>();
let waiting: Sent[] = [];

/** Runs a maintenance command: its statements count as the service's, although it has the owner's role. */
export const asCommand = <T>(run: () => Promise<T>): Promise<T> => command.run(true, run);

/** Whether the current statement is sent by a command. */
export const isCommand = (): boolean => command.getStore() === true;

/** On a cluster an organisation is written into the text (src/db/pool/connection-capabilities.ts): the same statement for all of them. */
const ofAnyOrganisation = (text: string): string => text.replace(/'\d+'/g, "'1'");

/** Records statements, each text once in this process. */
export const note = (sent: Sent): void => {
  const text = ofAnyOrganisation(sent.text);
  if (seen.has(text)) return;
  seen.add(text);
  waiting.push({ ...sent, text });
};

/** The statements since the last call. */
export const takeNoted = (): readonly Sent[] => {
  const taken = waiting;
  waiting = [];
  return taken;
};
