/** The caller of the API as somebody who acts on webhooks. */
import type { Acting } from '../../webhooks/webhook-row.ts';
import type { Answer, SpecialCall } from '../call.ts';

/** @param answerOf makes the answer of what was done, which is kept with it where the request has an `Idempotency-Key` */
export const actingFor = (
  { actor: { orgId, tokenId, userKid, requestId }, keeper }: SpecialCall,
  answerOf?: (done: Readonly<Record<string, unknown>>) => Answer,
): Acting => ({
  orgId,
  tokenId,
  userKid,
  requestId,
  ...(keeper && answerOf ? { beside: (done) => keeper.answer(answerOf(done)) } : {}),
});
