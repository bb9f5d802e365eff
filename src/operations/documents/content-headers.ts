/** Headers of file content: names by RFC 6266 and 8187, ranges, and nothing that lets content act (rules 16.5). */
import { lookupTable } from '../../shared/lookup-table.ts';

export type Disposition = 'attachment' | 'inline';

const types: Readonly<Record<string, string>> = lookupTable({
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  xml: 'application/xml',
  json: 'application/json',
  eml: 'message/rfc822',
  zip: 'application/zip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  msg: 'application/vnd.ms-outlook',
  heic: 'image/heic',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

/** Control characters, separators and marks that turn the direction of text would make a name misleading. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}/\\]/gu;
const UMLAUTS: Readonly<Record<string, string>> = lookupTable({
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
});

const asciiName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[äöüÄÖÜß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%]/gu, '_');

/** `Content-Disposition`: `filename` for old clients (ASCII only), `filename*` for all others. */
const dispositionOf = (disposition: Disposition, given: string): string => {
  const name = given.replace(UNSAFE, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${asciiName(name)}"; filename*=UTF-8''${encoded}`;
};

/** Media type by extension; nothing is guessed from the content. */
const mediaTypeOf = (extension: string): string =>
  (Object.hasOwn(types, extension) && types[extension]) || 'application/octet-stream';

/** Headers of a document's bytes. */
export const contentHeaders = (name: string, extension: string | null, disposition: Disposition) => ({
  'Content-Type': mediaTypeOf((extension ?? '').toLowerCase()),
  'Content-Disposition': dispositionOf(disposition, name),
  // Shown inline, it is in a frame of the workspace as well.
  'Content-Security-Policy': `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors ${disposition === 'inline' ? "'self'" : "'none'"}`,
  'Accept-Ranges': 'bytes',
});

/** One byte range of a `Range` header; null for none, several or a malformed one, which count as none (RFC 9110). */
export const parseRange = (
  header: string | string[] | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null => {
  const match = typeof header === 'string' ? /^bytes=(\d*)-(\d*)$/.exec(header.trim()) : null;
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length ? { start: size - length, end: size - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
};
