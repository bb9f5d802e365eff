/**
 * A document as `multipart/form-data`. Written here and not by `FormData`, which makes CRLF of every line end of a text,
 * calls a file without a name "blob", and takes no streams.
 */
import { randomKey } from './idempotency.ts';

/** Bytes that can be read as often as needed. */
export type Bytes = Blob | Uint8Array | ArrayBuffer;

/** Bytes that come once: a web stream, one of Node.js, or anything else that yields them. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A body and its `Content-Type`. */
export interface Form {
  readonly type: string;
  readonly body: Blob | ReadableStream<Uint8Array>;
  /** Ends the reading of a stream, of which nothing more is needed once there is an answer. */
  readonly close: () => void;
}

/** The parts of a `Blob`; the platforms' types have different names for them. */
type BlobParts = NonNullable<ConstructorParameters<typeof Blob>[0]>;

const isStream = (content: Bytes | ByteStream): content is ByteStream =>
  'getReader' in content || Symbol.asyncIterator in content;

/** Browsers send a stream over HTTP/2 only, if at all. */
const sendsStreams = (): boolean => {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
};

/** Whether the content can be sent only once (a stream that is not buffered). */
export const comesOnce = (content: Bytes | ByteStream): boolean => isStream(content) && sendsStreams();

async function* chunksOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  // Not every browser can iterate over its streams.
  if (!('getReader' in stream)) return yield* stream;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

async function* around(head: string, stream: ByteStream, tail: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  yield* chunksOf(stream);
  yield encoder.encode(tail);
}

/** Reads on only when asked. */
const streamed = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });

const gathered = async (stream: ByteStream): Promise<Blob> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(stream)) chunks.push(chunk);
  return new Blob(chunks as BlobParts);
};

/** As browsers write a name into a part's header. */
const quoted = (name: string): string =>
  `"${name.replace(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}"`;

const textPart = (boundary: string, name: string, value: unknown): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}\r\n\r\n${String(value)}\r\n`;

/**
 * The form of a document: its fields as texts, then the content as `file`. Fields that are null are left out, since a
 * form has no null and a new document nothing to reset. A stream is sent chunk by chunk where the platform can
 * (Node.js), and buffered first where it cannot (browsers).
 */
export const formOf = async (content: Bytes | ByteStream, fields: Readonly<Record<string, unknown>>): Promise<Form> => {
  const boundary = `broker-crm-${randomKey()}`;
  const name = typeof fields.name === 'string' ? fields.name : '';
  const type = (content instanceof Blob && content.type) || 'application/octet-stream';
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]) => textPart(boundary, field, value));
  const disposition = `Content-Disposition: form-data; name="file"; filename=${quoted(name)}`;
  const head = `${texts.join('')}--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const form = { type: `multipart/form-data; boundary=${boundary}` };
  if (isStream(content) && sendsStreams()) {
    const chunks = around(head, content, tail);
    // Errors while the stream is closed are ignored.
    return { ...form, body: streamed(chunks), close: () => void chunks.return(undefined).catch(() => undefined) };
  }
  const bytes = isStream(content) ? await gathered(content) : content;
  return { ...form, body: new Blob([head, bytes, tail] as BlobParts), close: () => undefined };
};
