/** The caller of the API as actor on webhooks. */
import type { Acting } from '../../webhooks/webhook-row.ts';
import type { OperationResult, SpecialCall } from '../call/call.ts';

/** @param answerOf builds the response, which is saved with the action where the request has an `Idempotency-Key` */
export const webhookActorOf = <Done>(
  { actor: { orgId, tokenId, userKid, requestId }, keeper }: SpecialCall,
  answerOf?: (done: Done) => OperationResult,
): Acting => ({
  orgId,
  tokenId,
  userKid,
  requestId,
  ...(keeper && answerOf ? { beside: (done) => keeper.answer(answerOf(done as Done)) } : {}),
});
