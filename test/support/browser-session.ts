/** Asks the settings API as the UI does: with a cookie and the CSRF token of its session. */
import { settingsRoutes } from '../../src/settings/routes/index.ts';
import type { Reply } from './service.ts';
import { refuseSessionZone } from './session-zone.ts';

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

const patterns = settingsRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** @throws where a success has members that its route does not declare, or lacks some that it does */
const checkAnswer = (method: string, path: string, { status, headers, body }: Reply): void => {
  if (status >= 300 || !headers.get('content-type')?.startsWith('application/json')) return;
  const address = path.split('?')[0] ?? '';
  const { route } = patterns.find((one) => one.route.method === method && one.pattern.test(address)) ?? {};
  const wrong = route?.answer?.safeParse(body).error;
  if (!route?.answer || wrong) throw new Error(`${method} ${address} is not answered as declared: ${wrong?.message}`);
};

/** One call of the settings API; a successful response must match its route's declaration. */
export const askSettings = async (
  address: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const answer = await reply(
    await fetch(`${address}/settings/api${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    }),
  );
  checkAnswer(method, path, answer);
  refuseSessionZone(`${method} ${path}`, answer.text);
  return answer;
};

/** Signs in. @throws where that is refused */
export const signIn = async (
  address: string,
  login: { readonly email: string; readonly password: string; readonly code?: string; readonly org_id?: number },
): Promise<SettingsClient> => {
  const signedIn = await askSettings(address, 'POST', '/session', {
    email: login.email,
    password: login.password,
    ...(login.code ? { code: login.code } : {}),
    ...(login.org_id ? { org_id: login.org_id } : {}),
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
