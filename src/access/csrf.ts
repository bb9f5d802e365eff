/** Protection of cookie sessions against requests from pages of other sites. */
import { fail } from '../errors.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A request of a browser. */
export interface BrowserRequest {
  readonly method: string;
  readonly headers: Headers;
}

/**
 * Where the page comes from that may call: PUBLIC_URL, or the address that the browser calls. Its `Host` says that, and
 * no page of another site can make a browser name another one; for links it would not do (`linkOrigin`).
 */
const pageOrigin = ({ host = '' }: Headers, publicUrl: string, secure: boolean): string =>
  publicUrl ? new URL(publicUrl).origin : `${secure ? 'https' : 'http'}://${String(host)}`;

/**
 * Refuses what a page of another site makes the browser send.
 * @param csrf the token of the session, which the header `x-csrf-token` of a change must repeat; null before signing in
 * @throws 403 `csrf_failed`
 */
export const requireOwnPage = (
  { method, headers }: BrowserRequest,
  { publicUrl, secure }: { readonly publicUrl: string; readonly secure: boolean },
  csrf: string | null,
): void => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw fail('csrf_failed');
  const from = headers.origin;
  if (from !== undefined && from !== pageOrigin(headers, publicUrl, secure)) throw fail('csrf_failed');
  if (method === 'GET' || method === 'HEAD') return;
  if (csrf !== null && headers['x-csrf-token'] !== csrf) throw fail('csrf_failed');
};
