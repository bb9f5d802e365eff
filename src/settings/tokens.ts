/** API tokens of the organisation (rules 6, 11). */
import { scopeNames } from '../access/scopes.ts';
import { changeToken, createToken, deleteToken, listTokens, reissueToken, revokeToken } from '../access/tokens.ts';
import { sql } from '../sql.ts';
import { authorOf, numberOf } from './acting.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';

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

const create = async (here: CallOf<'POST /tokens'>) => {
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

const changeOne = async (here: CallOf<'PATCH /tokens/:id'>) => {
  const { expires_at, ...others } = here.body;
  const expires = expires_at === undefined ? {} : { expires: dateOf(expires_at) };
  await changeToken(here.db, nameOf(here), { ...others, ...expires }, authorOf(here));
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

export const tokens = {
  'GET /scopes': async () => ({ families: families() }),
  'GET /tokens': listed,
  'POST /tokens': create,
  'PATCH /tokens/:id': changeOne,
  'POST /tokens/:id/revoke': async (here) => {
    await revokeToken(here.db, nameOf(here), authorOf(here));
    return DONE;
  },
  'POST /tokens/:id/reissue': async (here) => ({
    token_id: numberOf(here),
    token: await reissueToken(here.db, nameOf(here), authorOf(here)),
  }),
  'DELETE /tokens/:id': async (here) => {
    await deleteToken(here.db, nameOf(here), authorOf(here));
    return DONE;
  },
} satisfies Partial<Handlers>;
