/** Documents: bytes in, bytes out. */
import type { Client } from './client.ts';
import { jsonOf } from './errors.ts';
import { type ByteStream, type Bytes, comesOnce, type Form, formOf } from './form.ts';
import type { Forms } from './retry.ts';
import type { Answer, Arguments, Body, CallOptions, DownloadPath, Operation, PathOf, UploadPath } from './types.ts';

/** Content of a document; a `File` also has a name. */
export type FileContent = Bytes | ByteStream;

/** A document's fields other than its content. */
export type UploadFields<P extends UploadPath> = Omit<Body<Operation<P, 'post'>>, 'base64' | 'file'>;

export type UploadInit<P extends UploadPath> = PathOf<Operation<P, 'post'>> &
  CallOptions & { readonly fields?: UploadFields<P> };

/** What to send, or where to get it before each attempt. */
export type FileSource = FileContent | (() => FileContent | Promise<FileContent>);

const nameOf = (content: FileContent): { name?: string } =>
  'name' in content && typeof content.name === 'string' && content.name !== '' ? { name: content.name } : {};

/** The forms of a call's attempts. */
const formsOf = (source: FileSource, fields: object | undefined): Forms => {
  const make = (content: FileContent): Promise<Form> => formOf(content, { ...nameOf(content), ...fields });
  if (typeof source === 'function') return { next: async () => make(await source()), repeatable: true };
  let form: Promise<Form> | undefined;
  const next = (): Promise<Form> => {
    form ??= make(source);
    return form;
  };
  return { next, repeatable: !comesOnce(source) };
};

/**
 * Uploads a document, or submits one to the inbox, as a form. `fields` are its metadata; without a `name` a `File` gives
 * its own. A stream can be read only once, so a call that sends one is never sent again by itself: give a function that
 * opens the stream where it should be.
 * @throws BrokerCrmError `file_too_large` above 25 MiB; `network_error` with its cause where the content cannot be read
 */
export const upload = async <P extends UploadPath>(
  client: Client,
  path: P,
  content: FileSource,
  ...[init]: Arguments<UploadInit<P>>
): Promise<Answer<Operation<P, 'post'>>> => {
  const { path: numbers, fields, ...options } = (init ?? {}) as { path?: object; fields?: object } & CallOptions;
  const forms = formsOf(content, fields);
  const response = await client.send('POST', path, { ...options, forms, params: { path: numbers ?? {} } });
  return (await jsonOf(response)) as Answer<Operation<P, 'post'>>;
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
