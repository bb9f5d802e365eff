/** Uploads with progress: `fetch` does not report it, `XMLHttpRequest` does. */

import { sendBy } from './client.ts';

const headersOf = (text: string): Headers => {
  const headers = new Headers();
  for (const line of text.trim().split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
};

const post = (address: string, { headers, signal }: RequestInit, form: FormData, listener: (share: number) => void) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => listener(total ? loaded / total : 0);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const init = { status, statusText, headers: headersOf(request.getAllResponseHeaders()) };
      resolve(new Response(responseText || null, init));
    };
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });

/** Sends a form with a listener for the sent share, from 0 to 1. */
export const watchUpload = (form: FormData, listener: (share: number) => void): void =>
  sendBy(form, (address, init = {}) => post(String(address), init, form, listener));
