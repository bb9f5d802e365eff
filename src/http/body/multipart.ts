/**
 * The parts of a form (`multipart/form-data`, RFC 7578) one after the other, with their content as a stream. The
 * library parses them; damaged forms that it accepts silently are refused here.
 */
import type { Readable } from 'node:stream';
import busboy from '@fastify/busboy';
import { truncateForEcho } from '../../errors/issues.ts';
import { decodeText } from '../../operations/documents/decode-text.ts';

/** A part: its content must be read before the next part. */
export interface Part {
  readonly name: string;
  /** The file name of the client, without folders; null for a text. */
  readonly fileName: string | null;
  readonly content: AsyncIterable<Buffer>;
}

/** The body is no form, or breaks off. */
export class MalformedForm extends Error {}

const MAX_HEADERS = 16 * 1024;
/** Characters of a boundary (RFC 2046, 5.1.1). */
const MAX_BOUNDARY = 70;
/** More than their reader takes. */
const MAX_PARTS = 200;
/** Each character of a quoted value can be read in one way only: with two, backslashes double the time. */
const PARAMETER = /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gs;
/** The others are no longer in use (RFC 7578, 4.7), and such content would be stored encoded. */
const PLAIN_ENCODING = /^(7bit|8bit|binary)$/i;

/** @throws MalformedForm where a `Content-Type` names none */
export const boundaryOf = (contentType: string): string => {
  const found = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  if (boundary.length < 1 || boundary.length > MAX_BOUNDARY) throw new MalformedForm('no boundary');
  return boundary;
};

/** Browsers write quotes and line ends of a name as escapes of an address, older programs with a backslash. */
const unescaped = (text: string): string =>
  text
    .replace(/\\(["\\])/g, (_, bare: string) => bare)
    .replace(/%(22|0d|0a)/gi, (escaped) => decodeURIComponent(escaped));

/** RFC 8187, which some programs send together with an ASCII name. */
const extended = (text: string | undefined): string | null => {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(text ?? '')?.[1];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
};

const lastStep = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** A part's headers, in lower case, each with the values it has. */
type Headers = Readonly<Record<string, readonly string[]>>;

/** Name and type from a part's headers. @throws MalformedForm */
const described = (headers: Headers): Omit<Part, 'content'> => {
  const said = (name: string): string | undefined => headers[name]?.[0]?.trim();
  if (Object.values(headers).flat().join().length > MAX_HEADERS) throw new MalformedForm('headers without an end');
  const disposition = decodeText(Buffer.from(said('content-disposition') ?? '', 'latin1'));
  if (!/^form-data(\s*;|$)/i.test(disposition)) throw new MalformedForm('a part that is no form-data');
  const encoding = said('content-transfer-encoding');
  if (encoding !== undefined && !PLAIN_ENCODING.test(encoding))
    throw new MalformedForm(`a part in ${truncateForEcho(encoding)}`);
  const given = new Map(
    [...disposition.matchAll(PARAMETER)].map(([, key = '', quoted, plain]) => [
      key.toLowerCase(),
      quoted ?? plain ?? '',
    ]),
  );
  const name = unescaped(given.get('name') ?? '');
  if (name === '') throw new MalformedForm('a part without a name');
  const fileName = extended(given.get('filename*')) ?? given.get('filename');
  const isBytes = /^application\/octet-stream\b/i.test(said('content-type') ?? '');
  if (fileName === undefined) return { name, fileName: isBytes ? '' : null };
  return { name, fileName: lastStep(unescaped(fileName)) };
};

interface Arrived {
  readonly headers: Headers;
  readonly stream: Readable;
}

/** The parts that the library finds, in order; it continues when a part was read. */
class Parts {
  readonly #parser: busboy.Dicer;
  readonly #arrived: Arrived[] = [];
  readonly #open = new Set<Readable>();
  #withoutHeaders = 0;
  #count = 0;
  #over: { readonly failure: unknown } | null = null;
  #wake: () => void = () => undefined;
  #taken: () => void = () => undefined;

  constructor(boundary: string) {
    this.#parser = new busboy.Dicer({ boundary, maxHeaderSize: 2 * MAX_HEADERS } as busboy.Dicer.Config);
    this.#parser.on('part', (stream) => this.#begin(stream));
    this.#parser.on('finish', () => this.end(null));
    this.#parser.on('error', () => this.end(new MalformedForm('breaks off')));
  }

  /** An error here ends the parsing of the current chunk, which may have thousands of parts. */
  #begin(stream: Readable): void {
    this.#count += 1;
    if (this.#withoutHeaders > 0) throw new MalformedForm('headers without an end');
    if (this.#count > MAX_PARTS) throw new MalformedForm(`more than ${MAX_PARTS} parts`);
    this.#withoutHeaders += 1;
    this.#open.add(stream);
    // The reader gets this error; a part without a reader must not end the process.
    stream.on('error', () => undefined);
    stream.once('end', () => this.#open.delete(stream));
    stream.once('header', (headers: Headers) => {
      this.#withoutHeaders -= 1;
      this.#arrived.push({ headers, stream });
      this.#wake();
    });
  }

  /** Ends the parts; `failure` is the reason where the form is incomplete. */
  end(failure: unknown): void {
    const cut = this.#withoutHeaders > 0 ? new MalformedForm('headers without an end') : null;
    this.#over ??= { failure: failure ?? cut };
    const { failure: why } = this.#over;
    for (const stream of why ? this.#open : []) stream.destroy(why as Error);
    this.#taken();
    this.#wake();
  }

  /** Parses a body as its parts are read; after a failure it is drained. */
  async read(chunks: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of chunks) await this.#write(chunk);
      if (!this.#over) this.#parser.end();
    } catch (cause) {
      this.end(cause);
      throw cause;
    }
  }

  /** Resolves when the parser accepts more; the library does not report that for the last chunk. */
  #write(chunk: Buffer): Promise<void> | undefined {
    if (this.#over) return undefined;
    return new Promise((resolve) => {
      this.#taken = resolve;
      this.#parser.write(chunk, () => resolve());
    });
  }

  /** The next part, or null behind the last one. @throws MalformedForm, or what `chunks` threw */
  async next(): Promise<Arrived | null> {
    while (!this.#arrived.length && !this.#over) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const part = this.#arrived.shift();
    if (!part && this.#over?.failure) throw this.#over.failure;
    return part ?? null;
  }

  /** A part's bytes. @throws MalformedForm, or what `chunks` threw */
  async *content(stream: Readable): AsyncGenerator<Buffer> {
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) yield piece;
    } catch (cause) {
      // The library has words of its own for it.
      throw this.#over?.failure ?? cause;
    }
  }

  /** Gives the rest up. */
  abandon(): void {
    this.end(null);
    this.#parser.destroy();
  }
}

/**
 * The parts of a body.
 * @throws MalformedForm, or whatever `chunks` throws
 */
export async function* readMultipart(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const parts = new Parts(boundary);
  const reading = parts.read(chunks);
  // The parts throw its error, unless it occurs after them.
  reading.catch(() => undefined);
  try {
    for (let part = await parts.next(); part; part = await parts.next()) {
      const { stream } = part;
      yield { ...described(part.headers), content: parts.content(stream) };
      // A reader reads a part completely, or not at all.
      if (!stream.readableEnded) for await (const _piece of parts.content(stream));
    }
    await reading;
  } finally {
    parts.abandon();
  }
}
