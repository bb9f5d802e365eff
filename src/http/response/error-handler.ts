/** Turns every exception into a response; no other code does. */

import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, answerTooLarge, type Code, fail, isTooLong } from '../../errors/api-error.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { drain } from '../body/body-stream.ts';
import { SECURITY_HEADER_LINES } from './security-headers.ts';

/** Codes of the framework and of Node's HTTP parser. */
const known: Readonly<Record<string, Code>> = lookupTable({
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'empty_body',
  FST_ERR_BAD_URL: 'endpoint_not_found',
  FST_ERR_NOT_FOUND: 'endpoint_not_found',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  // PostgreSQL: a character that it cannot store.
  22021: 'validation_failed',
  // The client disconnected while it sent its body; the response is never read.
  ECONNRESET: 'invalid_request',
});

/** The API error for any exception; an unknown one is 500 and must be logged. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  if (isTooLong(error)) return answerTooLarge(error);
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const match = known[code];
  if (match) return fail(match, { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500) return fail('invalid_request', { cause: error });
  return fail('internal_error', { cause: error });
};

/** Refused connections that may still send: their data is drained until they have read the response. */
const refused = new WeakSet<Duplex>();

/** Reports a refusal without a request. */
type NoteRefusal = (requestId: string, status: number, code: Code) => void;

/** Responses of each connection that are not finished, oldest first. */
const pending = new WeakMap<Duplex, Set<ServerResponse>>();

/** Remembers a response until it is closed: a refusal on its connection is sent after it. */
export const trackResponse = (response: ServerResponse): void => {
  const { socket } = response.req;
  const responses = pending.get(socket) ?? new Set();
  pending.set(socket, responses.add(response));
  response.once('close', () => responses.delete(response));
};

/** Runs `send` when the responses before it are finished. A request whose own body is damaged gets no other response. */
const afterPending = (socket: Duplex, send: () => void): void => {
  const last = [...(pending.get(socket) ?? [])].findLast(({ req, headersSent }) => req.complete || headersSent);
  if (last) last.once('close', () => afterPending(socket, send));
  else send();
};

/** Sends an error without a Fastify reply, then closes the connection. */
const refuse = (socket: Duplex, code: Code, noted: NoteRefusal, headers = ''): void => {
  refused.add(socket);
  afterPending(socket, () => {
    if (!socket.writable) return;
    drain(socket);
    const answer = fail(code);
    const requestId = randomUUID();
    noted(requestId, answer.status, code);
    const body = JSON.stringify(answer.body());
    socket.end(
      `HTTP/1.1 ${answer.status} Error\r\n${headers}${SECURITY_HEADER_LINES}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
};

/** Responds to input that Node's parser refuses before there is a request. */
export const answerClientError = (error: Error & { code?: string }, socket: Socket, noted: NoteRefusal): void => {
  // The parser fails again at each further chunk; closing the connection now would lose the response.
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refuse(socket, known[error.code ?? ''] ?? 'invalid_request', noted);
};

/** Refuses CONNECT; Node hands such connections over without a response. */
export const refuseConnect = (socket: Duplex, noted: NoteRefusal): void => {
  socket.on('error', () => socket.destroy());
  // Node has removed its limits from this connection: it gets the timeout of refused ones.
  drain(socket);
  refuse(socket, 'method_not_allowed', noted, 'Allow: GET, HEAD, POST, PATCH, DELETE\r\n');
};
