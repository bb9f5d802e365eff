/** Records are changed here through the same operations as through the API: with the user's kid and without a token. */
import { planValue } from '../../access/organisations/plan.ts';
import { scopeNames } from '../../access/tokens/scopes.ts';
import type { Author } from '../../db/audit-entry.ts';
import type { Collection } from '../../derive/routing/collections.ts';
import type { CollectionOperation } from '../../model/declaration/operation-names.ts';
import type { Context, OperationResult } from '../../operations/call/call.ts';
import { systemContext } from '../../operations/call/system-actor.ts';
import { operations } from '../../operations/operations.ts';
import { sql } from '../../sql/sql.ts';
import type { SettingsCall } from './settings-call.ts';

/** Who asks: the user of a session, or the service itself (`kid` null). */
type Asking = Pick<SettingsCall<unknown>, 'db' | 'files' | 'now' | 'requestId' | 'traceparent'> & {
  readonly session: { readonly orgId: number; readonly kid: number | null };
};

/** The context of an operation for the user of a session. */
export const contextFor = async (here: Asking): Promise<Context> => {
  const { db, session, files, now, requestId, traceparent } = here;
  const base = await systemContext(db, session.orgId, session.kid, files);
  const [row] = await db.read<{ plan: string }>(
    sql`select plan::text as plan from organisation where org_id = ${session.orgId}`,
  );
  const licenses = planValue(JSON.parse(row?.plan ?? '{}'), 'licenses') ?? 0;
  return { ...base, now, actor: { ...base.actor, licenses, requestId, traceparent, scopes: new Set(scopeNames) } };
};

/** A call of the API as the user of the session makes it. */
export interface Asked {
  /** `users`, `users/#`, `customers/#/documents`. */
  readonly collection: string;
  readonly pathIds?: readonly number[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The parsed body of a result, which may be one text or chunks (lists and searches). */
const parsed = ({ body }: OperationResult): unknown => {
  const text = Array.isArray(body) ? Buffer.concat(body).toString() : body;
  return typeof text === 'string' ? JSON.parse(text) : null;
};

/** Runs one operation on a collection. @returns its parsed result @throws the errors of the operation */
export const perform = async (here: Asking, operation: CollectionOperation, asked: Asked): Promise<unknown> => {
  const context = await contextFor(here);
  const collection: Collection = context.model.collection(asked.collection);
  const answer = await operations[operation]({
    ...context,
    collection,
    parentPath: collection.parent?.path,
    pathIds: asked.pathIds ?? [],
    query: asked.query ?? {},
    body: asked.body,
    headers: {},
  });
  return parsed(answer);
};

/** The user of the session as author of audit entries. */
export const authorOf = ({ session, requestId }: SettingsCall<unknown>): Author => ({
  tokenId: null,
  userKid: session.kid,
  requestId,
});

/** A number of the path. */
export const numberOf = (here: SettingsCall<unknown>, name = 'id'): number => Number(here.params[name]);
