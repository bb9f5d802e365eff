/** Documents: bytes in, bytes out. */
import type { Client } from './client.ts';
import type { Answer, Arguments, Body, CallOptions, DownloadPath, Operation, PathOf, UploadPath } from './types.ts';

/** What a document is made of; a `File` brings its name along. */
export type FileContent = Blob | Uint8Array | ArrayBuffer;

/** A document's fields besides its content. */
export type UploadFields<P extends UploadPath> = Omit<Body<Operation<P, 'post'>>, 'base64' | 'file'>;

export type UploadInit<P extends UploadPath> = PathOf<Operation<P, 'post'>> &
  CallOptions & { readonly fields?: UploadFields<P> };

/** Bytes that become base64 at once: a multiple of three, and few enough for a call's arguments. */
const CHUNK = 3 * 8192;

const toBase64 = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(from, from + CHUNK))));
  }
  return parts.join('');
};

const bytesOf = async (content: FileContent): Promise<Uint8Array> => {
  if (content instanceof Uint8Array) return content;
  return new Uint8Array(content instanceof ArrayBuffer ? content : await content.arrayBuffer());
};

const nameOf = (content: FileContent): { name?: string } =>
  'name' in content && typeof content.name === 'string' && content.name !== '' ? { name: content.name } : {};

/**
 * Uploads a document, or submits one to the inbox. `fields` are its metadata; without a `name` a `File` gives its own.
 * @throws BrokerCrmError `file_too_large` above 25 MiB
 */
export const upload = async <P extends UploadPath>(
  client: Client,
  path: P,
  content: FileContent,
  ...[init]: Arguments<UploadInit<P>>
): Promise<Answer<Operation<P, 'post'>>> => {
  const { path: numbers, fields, ...options } = (init ?? {}) as { path?: object; fields?: object } & CallOptions;
  const base64 = toBase64(await bytesOf(content));
  const body = { ...nameOf(content), ...fields, base64 };
  const response = await client.send('POST', path, { ...options, body, params: { path: numbers ?? {} } });
  return (await response.json()) as Answer<Operation<P, 'post'>>;
};

/**
 * The bytes of a document, as a response whose `body` can be streamed (`.blob()`, `.arrayBuffer()` read it whole). A
 * `Range` among the headers asks for a part.
 * @throws BrokerCrmError
 */
export const download = <P extends DownloadPath>(
  client: Client,
  path: P,
  init: PathOf<Operation<P, 'get'>> & CallOptions,
): Promise<Response> => {
  const { path: numbers, ...options } = init as { path: object } & CallOptions;
  return client.send('GET', path, { ...options, params: { path: numbers } });
};
