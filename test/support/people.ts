/** Users with passwords and second factors, made as people make them. */
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { sql } from '../../src/sql/sql.ts';
import { askSettings, type SettingsClient, signIn } from './browser-session.ts';
import type { TestService } from './service.ts';

export const PASSWORD = 'ein langes Passwort';

export interface Person {
  readonly kid: number;
  /** Of the link that set the password. */
  readonly secret: string;
  readonly login: { readonly email: string; readonly password: string };
  signIn(): Promise<SettingsClient>;
}

/** A user with a password. */
export const newPerson = async (
  { address }: TestService,
  admin: SettingsClient,
  email: string,
  rolle = 'berater',
): Promise<Person> => {
  const made = await admin.send('POST', '/users', { email, name: 'Neu', rolle, lizenz: false });
  expect(made.status, made.text).toBe(201);
  const secret = made.body.link.split('/').at(-1);
  const accepted = await askSettings(address, 'POST', `/invitations/${secret}`, { password: PASSWORD });
  expect(accepted.body).toEqual({ success: true, email });
  const login = { email, password: PASSWORD };
  return { kid: made.body.kid, secret, login, signIn: () => signIn(address, login) };
};

export interface Factor {
  readonly recoveryCodes: readonly string[];
  /** A code that was not taken yet. Each is taken once, and the next one is half a minute away. */
  code(): Promise<string>;
}

/** Sets up a second factor for the signed-in user. */
export const setUpFactor = async (
  { db }: TestService,
  session: SettingsClient,
  password = PASSWORD,
  proof: object = {},
): Promise<Factor> => {
  const proposed = await session.send('POST', '/account/totp', { password, ...proof });
  expect(proposed.status, proposed.text).toBe(200);
  const totp = new TOTP({ secret: proposed.body.secret });
  const confirmed = await session.send('POST', '/account/totp/confirm', { code: totp.generate() });
  expect(confirmed.status, confirmed.text).toBe(200);
  const { kid } = (await session.get('/session')).body.user;
  return {
    recoveryCodes: confirmed.body.recovery_codes,
    code: async () => {
      await db.transaction((tx) => tx.run(sql`update credential set totp_step = 0 where kid = ${kid}`));
      return totp.generate();
    },
  };
};

/** Entries of the audit log that a user's record has, the latest first. */
export const actsOn = async (admin: SettingsClient, kid: number): Promise<string[]> =>
  (await admin.get(`/audit?record=users/${kid}&limit=500`)).body.items.map(({ action }: { action: string }) => action);
