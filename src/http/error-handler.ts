/** Anything thrown becomes an answer here, and only here. */

import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, answerTooLarge, type Code, fail, isTooLong } from '../errors.ts';
import { table } from '../table.ts';
import { passOver } from './body-chunks.ts';
import { PROTECTIVE_LINES } from './protective-headers.ts';

/** Codes of the framework and of Node's HTTP parser. */
const known: Readonly<Record<string, Code>> = table({
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'empty_body',
  FST_ERR_BAD_URL: 'endpoint_not_found',
  FST_ERR_NOT_FOUND: 'endpoint_not_found',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  // PostgreSQL: a character that cannot be stored came through.
  22021: 'validation_failed',
  // The client went away while it sent its body; nobody reads the answer.
  ECONNRESET: 'invalid_request',
});

/** The API's error for anything thrown; what is unknown is 500 and has to be logged. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  if (isTooLong(error)) return answerTooLarge(error);
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const match = known[code];
  if (match) return fail(match, { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500) return fail('invalid_request', { cause: error });
  return fail('internal_error', { cause: error });
};

/** Connections that were refused and may still send: what they send is passed over until they have read the answer. */
const refused = new WeakSet<Duplex>();

/** Reports a refusal that belongs to no request. */
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

/** Answers in the error shape where there is no reply to do it with; then the connection closes. */
const refuse = (socket: Duplex, code: Code, noted: NoteRefusal, headers = ''): void => {
  refused.add(socket);
  afterPending(socket, () => {
    if (!socket.writable) return;
    passOver(socket);
    const answer = fail(code);
    const requestId = randomUUID();
    noted(requestId, answer.status, code);
    const body = JSON.stringify(answer.body());
    socket.end(
      `HTTP/1.1 ${answer.status} Error\r\n${headers}${PROTECTIVE_LINES}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
};

/** Answers what Node's parser refuses before there is a request. */
export const answerClientError = (error: Error & { code?: string }, socket: Socket, noted: NoteRefusal): void => {
  // The parser fails again at each further piece; closing the connection now would lose the answer.
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refuse(socket, known[error.code ?? ''] ?? 'invalid_request', noted);
};

/** The service connects nobody with other hosts (CONNECT); Node hands such connections over without a reply. */
export const refuseConnect = (socket: Duplex, noted: NoteRefusal): void => {
  socket.on('error', () => socket.destroy());
  // Node has taken off the connection what bounds the answers before it: they get the time of who is refused.
  passOver(socket);
  refuse(socket, 'method_not_allowed', noted, 'Allow: GET, HEAD, POST, PATCH, DELETE\r\n');
};
