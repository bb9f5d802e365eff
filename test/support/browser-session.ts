/** Asks the settings API as the UI does: with a cookie and the CSRF token of its session. */
import type { Reply } from './service.ts';

export interface SettingsClient {
  readonly cookie: string;
  readonly csrf: string;
  /** Headers of the last answer to signing in. */
  readonly signedIn: Reply;
  get(path: string): Promise<Reply>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

const reply = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body, text, error: body?.data?.error };
};

/** One call of the settings API. */
export const askSettings = async (
  address: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  reply(
    await fetch(`${address}/settings/api${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    }),
  );

/** Signs in. @throws where that is refused */
export const signIn = async (
  address: string,
  login: { readonly email: string; readonly password: string; readonly code?: string },
): Promise<SettingsClient> => {
  const signedIn = await askSettings(address, 'POST', '/session', {
    email: login.email,
    password: login.password,
    ...(login.code ? { code: login.code } : {}),
  });
  if (signedIn.status !== 200) throw new Error(`Sign-in was refused: ${signedIn.text}`);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { csrf } = signedIn.body;
  return {
    cookie,
    csrf,
    signedIn,
    get: (path) => askSettings(address, 'GET', path, undefined, { cookie }),
    send: (method, path, body, headers) =>
      askSettings(address, method, path, body, { cookie, 'x-csrf-token': csrf, ...headers }),
  };
};
