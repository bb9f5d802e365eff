/** Protection of cookie sessions against requests from pages of other sites. */
import { fail } from '../../errors/api-error.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A request of a browser. */
export interface BrowserRequest {
  readonly method: string;
  readonly headers: Headers;
}

/**
 * The origin of the page that may call: PUBLIC_URL, or the address that the browser calls. `Host` is sufficient here,
 * because a page of another site cannot make a browser send another one; for links it is not (`publicOrigin`).
 */
export const pageOrigin = ({ host = '' }: Headers, publicUrl: string, secure: boolean): string =>
  publicUrl ? new URL(publicUrl).origin : `${secure ? 'https' : 'http'}://${String(host)}`;

/**
 * Refuses requests that a page of another site triggers.
 * @param csrf the token of the session, which a change must repeat in the header `x-csrf-token`; null before the
 * login
 * @throws 403 `csrf_failed`
 */
export const assertSameOrigin = (
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
