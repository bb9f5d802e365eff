/** API tokens of the organisation (rules 6, 11). */
import { z } from 'zod';
import { scopeNames } from '../access/scopes.ts';
import { changeToken, createToken, deleteToken, listTokens, reissueToken, revokeToken } from '../access/tokens.ts';
import { sql } from '../sql.ts';
import { authorOf, numberOf } from './acting.ts';
import { call, DONE, field, listOf, type SettingsCall, type SettingsRoute, send } from './route.ts';

const scopes = listOf(z.string().max(60), 100);
const addresses = listOf(z.string().trim().min(1).max(60), 200);
const expires = field.time.nullable();
const wish = z.strictObject({
  name: field.name,
  user_kid: field.id,
  scopes,
  expires_at: expires.default(null),
  addresses: addresses.default([]),
});
const change = z.strictObject({ name: field.name, scopes, expires_at: expires, addresses }).partial();

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const nameOf = (here: SettingsCall<unknown>) => ({ tokenId: numberOf(here), orgId: here.session.orgId });

const listed = async ({ db, session }: SettingsCall) => {
  const names = await db.read<{ kid: number; name: string }>(
    sql`select id as kid, concat_ws(' ', nullif(vorname, ''), name) as name from contact where org_id = ${session.orgId} and section = 'users' and id in (select user_kid from api_token where org_id = ${session.orgId})`,
  );
  const byKid = new Map(names.map(({ kid, name }) => [kid, name]));
  const items = await listTokens(db, session.orgId);
  return { items: items.map((token) => ({ ...token, user_name: byKid.get(token.user_kid) ?? null })) };
};

const create = async (here: SettingsCall<z.output<typeof wish>>) => {
  const { db, session, body } = here;
  const made = await db.transaction((tx) =>
    createToken(
      tx,
      {
        orgId: session.orgId,
        userKid: body.user_kid,
        name: body.name,
        scopes: body.scopes,
        expires: dateOf(body.expires_at),
        addresses: body.addresses,
      },
      authorOf(here),
    ),
  );
  return { token_id: made.tokenId, token: made.token };
};

const changeOne = async (here: SettingsCall<z.output<typeof change>>) => {
  const { expires_at, ...others } = here.body;
  const wish = { ...others, ...(expires_at === undefined ? {} : { expires: dateOf(expires_at) }) };
  await changeToken(here.db, nameOf(here), wish, authorOf(here));
  return DONE;
};

/** `customers: [read, write]` for the matrix of the form. */
const families = (): { name: string; actions: string[] }[] => {
  const actions = new Map<string, string[]>();
  for (const scope of scopeNames) {
    const [, family = '', action = ''] = scope.split(':');
    actions.set(family, [...(actions.get(family) ?? []), action]);
  }
  return [...actions].map(([name, all]) => ({ name, actions: all }));
};

export const tokens: readonly SettingsRoute[] = [
  call('GET', '/scopes', async () => ({ families: families() })),
  call('GET', '/tokens', listed),
  send('POST', '/tokens', wish, create, { status: 201 }),
  send('PATCH', '/tokens/:id', change, changeOne),
  call('POST', '/tokens/:id/revoke', async (here) => {
    await revokeToken(here.db, nameOf(here), authorOf(here));
    return DONE;
  }),
  call('POST', '/tokens/:id/reissue', async (here) => ({
    token_id: numberOf(here),
    token: await reissueToken(here.db, nameOf(here), authorOf(here)),
  })),
  call('DELETE', '/tokens/:id', async (here) => {
    await deleteToken(here.db, nameOf(here), authorOf(here));
    return DONE;
  }),
];
