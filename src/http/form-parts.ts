/**
 * The parts of a form (`multipart/form-data`, RFC 7578) one after the other, their content as it comes. The library finds
 * them; what it passes over in silence where a form is damaged is refused here.
 */
import type { Readable } from 'node:stream';
import busboy from '@fastify/busboy';
import { echo } from '../issues.ts';
import { decodeText } from '../operations/documents/decode-text.ts';

/** A part: its content has to be read before the next one comes. */
export interface Part {
  readonly name: string;
  /** What the sender calls the file, without folders; null where the part is a text. */
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

/** RFC 8187, which some programs send beside a name of ASCII characters. */
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

/** What a part's headers say of it. @throws MalformedForm */
const described = (headers: Headers): Omit<Part, 'content'> => {
  const said = (name: string): string | undefined => headers[name]?.[0]?.trim();
  if (Object.values(headers).flat().join().length > MAX_HEADERS) throw new MalformedForm('headers without an end');
  const disposition = decodeText(Buffer.from(said('content-disposition') ?? '', 'latin1'));
  if (!/^form-data(\s*;|$)/i.test(disposition)) throw new MalformedForm('a part that is no form-data');
  const encoding = said('content-transfer-encoding');
  if (encoding !== undefined && !PLAIN_ENCODING.test(encoding)) throw new MalformedForm(`a part in ${echo(encoding)}`);
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

/** What the library finds, in the order of the body; it goes on when a part was read. */
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

  /** What is thrown here ends the piece that is being looked through: thousands of parts stand in one. */
  #begin(stream: Readable): void {
    this.#count += 1;
    if (this.#withoutHeaders > 0) throw new MalformedForm('headers without an end');
    if (this.#count > MAX_PARTS) throw new MalformedForm(`more than ${MAX_PARTS} parts`);
    this.#withoutHeaders += 1;
    this.#open.add(stream);
    // Thrown to whoever reads it; a part that nobody reads yet must not end the process.
    stream.on('error', () => undefined);
    stream.once('end', () => this.#open.delete(stream));
    stream.once('header', (headers: Headers) => {
      this.#withoutHeaders -= 1;
      this.#arrived.push({ headers, stream });
      this.#wake();
    });
  }

  /** Nothing more comes; `failure` says why, where the form is not at its end. */
  end(failure: unknown): void {
    const cut = this.#withoutHeaders > 0 ? new MalformedForm('headers without an end') : null;
    this.#over ??= { failure: failure ?? cut };
    const { failure: why } = this.#over;
    for (const stream of why ? this.#open : []) stream.destroy(why as Error);
    this.#taken();
    this.#wake();
  }

  /** Hands a body over, piece by piece as its parts are read; once given up, it is passed over to its end. */
  async read(chunks: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of chunks) await this.#write(chunk);
      if (!this.#over) this.#parser.end();
    } catch (cause) {
      this.end(cause);
      throw cause;
    }
  }

  /** Resolves when more may come; the library does not say so of the piece that holds the form's end. */
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
export async function* formParts(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const parts = new Parts(boundary);
  const reading = parts.read(chunks);
  // What it throws is thrown by the parts, unless it comes after them.
  reading.catch(() => undefined);
  try {
    for (let part = await parts.next(); part; part = await parts.next()) {
      const { stream } = part;
      yield { ...described(part.headers), content: parts.content(stream) };
      // Whoever reads a part reads all of it, or none.
      if (!stream.readableEnded) for await (const _piece of parts.content(stream));
    }
    await reading;
  } finally {
    parts.abandon();
  }
}
