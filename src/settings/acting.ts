/** Records are changed here through the same operations as through the API: with the user's kid and without a token. */
import { planValue } from '../access/plan.ts';
import { scopeNames } from '../access/scopes.ts';
import type { Author } from '../db/audit-entry.ts';
import type { Collection } from '../derive/collections.ts';
import type { CollectionOperation } from '../model/operation-names.ts';
import type { Answer, Context } from '../operations/call.ts';
import { operations, specialOperations } from '../operations/index.ts';
import { serviceContext } from '../operations/service-actor.ts';
import { sql } from '../sql.ts';
import type { SettingsCall } from './call.ts';

/** The context of an operation for the user of a session. */
export const contextFor = async (here: SettingsCall<unknown>): Promise<Context> => {
  const { db, session, files, now, requestId, traceparent } = here;
  const base = await serviceContext(db, session.orgId, session.kid, files);
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

/** What is answered, whether as one text or in pieces of bytes (lists and searches). */
const parsed = ({ body }: Answer): unknown => {
  const text = Array.isArray(body) ? Buffer.concat(body).toString() : body;
  return typeof text === 'string' ? JSON.parse(text) : null;
};

/** Runs one operation on a collection. @returns its answer, parsed @throws what the operation throws */
export const perform = async (
  here: SettingsCall<unknown>,
  operation: CollectionOperation,
  asked: Asked,
): Promise<unknown> => {
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

/** Searches. @param body as that of POST `/v3/search` @returns its answer, parsed @throws what the search throws */
export const performSearch = async (here: SettingsCall<unknown>, body: unknown): Promise<unknown> =>
  parsed(await specialOperations.search({ ...(await contextFor(here)), pathIds: [], query: {}, body, headers: {} }));

/** The user of the session, as what it changes is noted in the audit log. */
export const authorOf = ({ session, requestId }: SettingsCall<unknown>): Author => ({
  tokenId: null,
  userKid: session.kid,
  requestId,
});

/** A number of the path. */
export const numberOf = (here: SettingsCall<unknown>, name = 'id'): number => Number(here.params[name]);
