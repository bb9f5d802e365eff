/** Sends a response or an error. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, isOverloadError, reasonOf } from '../../errors/api-error.ts';
import type { OperationResult } from '../../operations/call/call.ts';
import { etagOf, matchesEtag } from '../../operations/call/etag.ts';
import { awaitsContinue, beforeBodyEnds } from '../body/body-stream.ts';
import { compressBody } from './compress.ts';
import { asApiError } from './error-handler.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Writes a line of the log. */
export type Log = (level: 'info' | 'error', message: string, details: Readonly<Record<string, unknown>>) => void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The cause of an error for the log; for an internal error with its stack. */
const causeOf = (answer: ApiError): string => {
  const { cause } = answer;
  if (!(cause instanceof Error)) return String(cause ?? answer.stack);
  return (answer.code === 'internal_error' ? cause.stack : undefined) ?? reasonOf(cause);
};

/** Logs internal errors; overload refusals are logged elsewhere. */
export const logFault = (log: Log, requestId: string, fault: ApiError): void => {
  if (fault.status < 500 || isOverloadError(fault)) return;
  log('error', fault.error, { request_id: requestId, cause: causeOf(fault) });
};

/** Sends the result of an operation; 304 where the client has it cached. */
export const sendResponse = (request: FastifyRequest, reply: FastifyReply, answer: OperationResult): FastifyReply => {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.etag && typeof answer.body === 'string') {
    const etag = etagOf(answer.body);
    reply.header('ETag', etag);
    const known = request.headers['if-none-match'];
    if (known && matchesEtag(known, etag)) return reply.code(304).send();
  }
  const { body } = answer;
  if (typeof body !== 'string' && !Array.isArray(body)) return reply.send(body);
  return reply.type(JSON_TYPE).send(compressBody(request, reply, body as string | readonly Buffer[]));
};

/** The client disconnected before its response began, which destroyed the source: there is no error to report. */
const isLeft = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Sends anything thrown as an error. */
export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * @param protective headers of every response
 * @param noted called for each error
 */
export const errorSender =
  (protective: SecurityHeaders, log: Log, noted: (answer: ApiError) => void): SendError =>
  (error, request, reply) => {
    const answer = asApiError(error);
    if (!isLeft(error, request)) {
      noted(answer);
      logFault(log, request.id, answer);
    }
    // Headers that a page set for success do not hold for an error.
    reply.headers(protective(request.raw)).header('x-request-id', request.id);
    reply.headers({ ...request.answerHeaders, ...answer.extra.headers });
    // A deferred body may or may not follow, so the start of a next request is unknown.
    if (awaitsContinue(request.raw)) reply.raw.shouldKeepAlive = false;
    // The framework closes a connection whose body it could not read; here bodies are drained. Removing the header
    // would also remove the keep-alive header of Node.js.
    if (answer === error && reply.hasHeader('connection') && reply.raw.shouldKeepAlive)
      reply.header('connection', 'keep-alive');
    const text = JSON.stringify(answer.body());
    reply.code(answer.status).type(JSON_TYPE);
    // Node.js would drain it itself, with chunks of any size.
    const inChunks = request.raw.headers['transfer-encoding'] !== undefined;
    if (request.raw.complete || (reply.raw.shouldKeepAlive && !inChunks)) reply.send(text);
    else {
      reply.header('Content-Length', Buffer.byteLength(text));
      reply.send(Readable.from(beforeBodyEnds(text, request.raw), { objectMode: false }));
    }
  };
