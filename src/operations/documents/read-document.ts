/** GET of a document: its metadata, its content as base64, or its bytes (rules 16.5). */
import type { Readable } from 'node:stream';
import { fail } from '../../errors/api-error.ts';
import { encode } from '../../files/base64.ts';
import type { ByteRange } from '../../files/object-store.ts';
import { isOn } from '../../model/calls/paging.ts';
import type { Call, OperationResult } from '../call/call.ts';
import { matchesEtag } from '../call/etag.ts';
import { readRecord, retrieve } from '../records/retrieve.ts';
import { contentHeaders, type Disposition, parseRange } from './content-headers.ts';

/** The stored content of a document record. */
interface Located {
  readonly name: string;
  readonly extension: string | null;
  readonly url: string;
  readonly size: number;
  readonly aws: number;
}

/** @throws 503 `service_unavailable` if the store does not return the bytes */
const openContent = async (call: Call, { aws, url }: Located, range?: ByteRange): Promise<Readable> => {
  try {
    return await call.files.of(aws).open(url, range);
  } catch (cause) {
    throw fail('service_unavailable', { cause, message: 'The content of the document cannot be read now.' });
  }
};

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The bytes of a document, whole or a range of them; 304 where the client has them. */
export const sendDocument = async (call: Call, disposition: Disposition): Promise<OperationResult> => {
  const record = JSON.parse(await readRecord(call, [])) as Located;
  const etag = `"${record.url.slice(record.url.lastIndexOf('/') + 1)}"`;
  const headers = { ...contentHeaders(record.name, record.extension, disposition), ETag: etag };
  const known = one(call.headers['if-none-match']);
  if (known && matchesEtag(known, etag)) return { status: 304, body: null, headers };
  const condition = one(call.headers['if-range']);
  const range = condition && condition !== etag ? null : parseRange(call.headers.range, record.size);
  if (range === 'unsatisfiable') {
    throw fail('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${record.size}` } });
  }
  const body = await openContent(call, record, range ?? undefined);
  if (!range) return { status: 200, body, headers: { ...headers, 'Content-Length': String(record.size) } };
  return {
    status: 206,
    body,
    headers: {
      ...headers,
      'Content-Range': `bytes ${range.start}-${range.end}/${record.size}`,
      'Content-Length': String(range.end - range.start + 1),
    },
  };
};

/** GET of one document: metadata, with `with_base64` its content too, with `file` the bytes alone. */
export const readDocument = async (call: Call): Promise<OperationResult> => {
  if (isOn(call.query.file)) return sendDocument(call, 'attachment');
  const answer = await retrieve(call);
  if (!isOn(call.query.with_base64)) return answer;
  const text = String(answer.body);
  const content = await encode(await openContent(call, JSON.parse(text) as Located));
  return { status: 200, body: [Buffer.from(`${text.slice(0, -1)},"base64":"`), ...content, Buffer.from('"}')] };
};
