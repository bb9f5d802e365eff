/**
 * All calls that no record kind derives, and their types. The web page imports these types, and no other file of the
 * service but those of its settings routes.
 */
import type { z } from 'zod';
import { lookupTable } from '../../shared/lookup-table.ts';
import type { CallDeclaration, Frozen, Reply } from './call.ts';
import { duplicateCalls } from './duplicates.ts';
import { exportCalls } from './exports.ts';
import { feedCalls } from './feed.ts';
import { importCalls } from './imports.ts';
import { inboxCalls } from './inbox.ts';
import { messageCalls } from './messages.ts';
import { privacyCalls } from './privacy.ts';
import { systemCalls } from './system.ts';
import { webhookCalls } from './webhooks.ts';
import { workspaceCalls } from './workspace.ts';

const table = {
  ...duplicateCalls,
  ...exportCalls,
  ...feedCalls,
  ...importCalls,
  ...inboxCalls,
  ...messageCalls,
  ...privacyCalls,
  ...systemCalls,
  ...webhookCalls,
  ...workspaceCalls,
};

type Table = typeof table;

/** `PATCH /v3/imports/:id/rows/:row` */
export type CallName = keyof Table;

export const calls: Readonly<Record<CallName, CallDeclaration>> = lookupTable<Record<CallName, CallDeclaration>>(table);

/** Whether a name of an operation is that of a declared call. */
export const isCallName = (name: string): name is CallName => name in calls;

export const callNames = Object.keys(table) as readonly CallName[];

/** The successful answers of a call by status. */
export type RepliesOf<Name extends CallName> = {
  readonly [Status in keyof Table[Name]['answers']]: Table[Name]['answers'][Status] extends Reply<infer Body>
    ? Body extends z.ZodType
      ? Frozen<z.output<Body>>
      : Body
    : never;
};

/** The answer of a call. */
export type AnswerOf<Name extends CallName> = RepliesOf<Name>[keyof RepliesOf<Name>];

/** The body of a call as it is sent, and as its operation gets it; of a form the members. */
export type SentTo<Name extends CallName> = Table[Name] extends { readonly body: infer Body extends z.ZodType }
  ? Frozen<z.input<Body>>
  : undefined;
export type BodyOf<Name extends CallName> = Table[Name] extends
  | { readonly body: infer Body extends z.ZodType }
  | { readonly form: infer Body extends z.ZodType }
  ? z.output<Body>
  : unknown;

/** Calls that take a form. */
export type FormName = {
  [Name in CallName]: Table[Name] extends { readonly form: z.ZodType } ? Name : never;
}[CallName];

/** The query of a call as its operation gets it, and the names that it may have. */
export type QueryOf<Name extends CallName> = Table[Name] extends { readonly query: infer Query }
  ? { readonly [Key in keyof Query]: Query[Key] extends z.ZodType ? z.output<Query[Key]> : never }
  : unknown;
export type QueryNameOf<Name extends CallName> = Table[Name] extends { readonly query: infer Query }
  ? keyof Query
  : never;
