/** An answer, or an error, on its way to whoever asked. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, isTurnedAway, reasonOf } from '../errors.ts';
import type { Answer } from '../operations/call.ts';
import { etagOf, namesEtag } from '../operations/precondition.ts';
import { beforeBodyEnds, isKeptBack } from './body-chunks.ts';
import { compressed } from './compress.ts';
import { asApiError } from './error-handler.ts';
import type { Protective } from './protective-headers.ts';

/** Writes a line of the log. */
export type Log = (level: 'info' | 'error', message: string, details: Readonly<Record<string, unknown>>) => void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** What the log says of a failure: where the fault is ours, also the place. */
const causeOf = (answer: ApiError): string => {
  const { cause } = answer;
  if (!(cause instanceof Error)) return String(cause ?? answer.stack);
  return (answer.code === 'internal_error' ? cause.stack : undefined) ?? reasonOf(cause);
};

/** Logs what went wrong by our fault; whoever turned a call away tells of it in its way. */
export const logFault = (log: Log, requestId: string, fault: ApiError): void => {
  if (fault.status < 500 || isTurnedAway(fault)) return;
  log('error', fault.error, { request_id: requestId, cause: causeOf(fault) });
};

/** Sends what an operation answers; 304 where the caller has it already. */
export const sendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply => {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.etag && typeof answer.body === 'string') {
    const etag = etagOf(answer.body);
    reply.header('ETag', etag);
    const known = request.headers['if-none-match'];
    if (known && namesEtag(known, etag)) return reply.code(304).send();
  }
  const { body } = answer;
  if (typeof body !== 'string' && !Array.isArray(body)) return reply.send(body);
  return reply.type(JSON_TYPE).send(compressed(request, reply, body as string | readonly Buffer[]));
};

/** The caller went away before his answer began, which took its source with it: nobody reads an error, and nobody made one. */
const isLeft = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Sends anything thrown as an error. */
export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * @param protective headers that every answer has
 * @param noted is told of each error that is answered
 */
export const errorSender =
  (protective: Protective, log: Log, noted: (answer: ApiError) => void): SendError =>
  (error, request, reply) => {
    const answer = asApiError(error);
    if (!isLeft(error, request)) {
      noted(answer);
      logFault(log, request.id, answer);
    }
    // Headers that a page set for success do not hold for an error.
    reply.headers(protective(request.raw)).header('x-request-id', request.id);
    reply.headers({ ...request.answerHeaders, ...answer.extra.headers });
    // A body that was kept back may come or not, so that nobody knows where a next request would begin.
    if (isKeptBack(request.raw)) reply.raw.shouldKeepAlive = false;
    // The framework closes a connection whose body it could not read; ours are read to their end, answer or not. Taking
    // the header away would also take what Node.js says of the connection: that it ends, or how long it is kept.
    if (answer === error && reply.hasHeader('connection') && reply.raw.shouldKeepAlive)
      reply.header('connection', 'keep-alive');
    const text = JSON.stringify(answer.body());
    reply.code(answer.status).type(JSON_TYPE);
    // What Node.js passes over by itself it passes over however small the pieces are.
    const inChunks = request.raw.headers['transfer-encoding'] !== undefined;
    if (request.raw.complete || (reply.raw.shouldKeepAlive && !inChunks)) reply.send(text);
    else {
      reply.header('Content-Length', Buffer.byteLength(text));
      reply.send(Readable.from(beforeBodyEnds(text, request.raw), { objectMode: false }));
    }
  };
