/** The parts of a form (`multipart/form-data`, RFC 7578) one after the other, their content as it comes. */

/** A part: its content has to be read before the next one comes. */
export interface Part {
  readonly name: string;
  /** What the sender calls the file, without folders; null where the part is a text. */
  readonly fileName: string | null;
  readonly content: AsyncIterable<Buffer>;
}

/** The body is no form, or breaks off. */
export class MalformedForm extends Error {}

const LINE_END = '\r\n';
const MAX_HEADERS = 16 * 1024;
const PARAMETER = /;\s*([\w*-]+)=(?:"((?:\\["\\]|[^"])*)"|([^\s;]*))/g;
/** The others are no longer in use (RFC 7578, 4.7), and such content would be stored encoded. */
const PLAIN_ENCODING = /^(7bit|8bit|binary)$/i;

/** @throws MalformedForm where a `Content-Type` names none */
export const boundaryOf = (contentType: string): string => {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (!found) throw new MalformedForm('no boundary');
  return found[1] ?? found[2] ?? '';
};

/** Takes bytes off a stream: up to a mark, or some of them. */
const reader = (chunks: AsyncIterator<Buffer>, first: string) => {
  let rest: Buffer = Buffer.from(first);
  const next = async (): Promise<Buffer> => {
    const { done, value } = await chunks.next();
    if (done) throw new MalformedForm('breaks off');
    return value;
  };
  const cut = (length: number): Buffer => {
    const piece = rest.subarray(0, length);
    rest = rest.subarray(length);
    return piece;
  };
  return {
    take: async (length: number): Promise<string> => {
      while (rest.length < length) rest = Buffer.concat([rest, await next()]);
      return cut(length).toString('latin1');
    },
    /** What comes before the mark, in pieces; the mark itself is passed over. */
    upTo: async function* (mark: string): AsyncGenerator<Buffer> {
      const length = Buffer.byteLength(mark);
      for (let at = rest.indexOf(mark); ; at = rest.indexOf(mark)) {
        // Without the mark, the last bytes may be its beginning.
        const piece = cut(at < 0 ? Math.max(0, rest.length - length + 1) : at);
        if (piece.length) yield piece;
        if (at >= 0) break;
        const begun = rest;
        const more = await next();
        // Only what lies across the two is put together: content is not copied.
        const across = more.length < length || Buffer.concat([begun, more.subarray(0, length)]).includes(mark);
        rest = across ? Buffer.concat([begun, more]) : more;
        if (!across && begun.length) yield begun;
      }
      cut(length);
    },
  };
};

/** All of a short content. @throws MalformedForm where it is longer */
const shortText = async (content: AsyncIterable<Buffer>, most: number): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > most) throw new MalformedForm('headers without an end');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** Browsers write quotes and line ends of a name as escapes of an address, older programs with a backslash. */
const unescaped = (text: string): string =>
  text.replace(/\\(["\\])/g, '$1').replace(/%(22|0d|0a)/gi, (escaped) => decodeURIComponent(escaped));

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

/** What a part's headers say of it. @throws MalformedForm */
const described = (head: string): Omit<Part, 'content'> => {
  const [padding = '', ...lines] = head.split(LINE_END);
  if (padding.trim() !== '') throw new MalformedForm('a delimiter with something behind it');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).trim().toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data(\s*;|$)/i.test(disposition)) throw new MalformedForm('a part that is no form-data');
  const encoding = headers.get('content-transfer-encoding');
  if (encoding !== undefined && !PLAIN_ENCODING.test(encoding)) throw new MalformedForm(`a part in ${encoding}`);
  const given = new Map(
    [...disposition.matchAll(PARAMETER)].map(([, key = '', quoted, plain]) => [
      key.toLowerCase(),
      quoted ?? plain ?? '',
    ]),
  );
  const name = unescaped(given.get('name') ?? '');
  if (name === '') throw new MalformedForm('a part without a name');
  const fileName = extended(given.get('filename*')) ?? given.get('filename');
  const isBytes = /^application\/octet-stream\b/i.test(headers.get('content-type') ?? '');
  if (fileName === undefined) return { name, fileName: isBytes ? '' : null };
  return { name, fileName: lastStep(unescaped(fileName)) };
};

const passOver = async (content: AsyncIterable<Buffer>): Promise<void> => {
  for await (const _piece of content);
};

/**
 * The parts of a body.
 * @throws MalformedForm, or whatever `chunks` throws
 */
export async function* formParts(chunks: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const source = chunks[Symbol.asyncIterator]();
  // Every delimiter stands at the beginning of a line; so does the first one, with nothing before it.
  const { take, upTo } = reader(source, LINE_END);
  const delimiter = `${LINE_END}--${boundary}`;
  try {
    for (await passOver(upTo(delimiter)); ; ) {
      const next = await take(2);
      if (next === '--') break;
      const head = next + (await shortText(upTo(LINE_END + LINE_END), MAX_HEADERS));
      const content = upTo(delimiter);
      yield { ...described(head), content };
      await passOver(content);
    }
    for (let one = await source.next(); !one.done; ) one = await source.next();
  } finally {
    await source.return?.();
  }
}
