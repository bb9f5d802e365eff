/** API tokens of the organisation (rules 6, 11). */

import {
  assertEndAhead,
  changeToken,
  createToken,
  deleteToken,
  reissueToken,
  revokeToken,
  revokeTokens,
  TOKEN_MEMBERS,
} from '../../access/tokens/manage-tokens.ts';
import { scopeNames } from '../../access/tokens/scopes.ts';
import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import { userName } from '../../derive/full-name.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { join, type Sql, sql } from '../../sql/sql.ts';
import { type Listing, listedPage } from '../request/paged-list.ts';
import { authorOf, numberOf } from '../request/perform.ts';
import { queryNumber, queryWord } from '../request/query-values.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import type { AnswerOf } from '../routes/index.ts';
import { type tokenSorts, tokenStates } from '../routes/tokens.ts';

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const nameOf = (here: SettingsCall<unknown>) => ({ tokenId: numberOf(here), orgId: here.session.orgId });

const SORTS: Readonly<Record<(typeof tokenSorts)[number], Sql>> = lookupTable({
  name: sql`lower(t.name collate "und-x-icu")`,
  expires_at: sql`t.expires_at`,
  last_used_at: sql`t.last_used_at`,
  created_at: sql`t.created_at`,
});

/** A token expires soon if at most this remains, as in responses of the API (rules 11.9). */
const SOON_MS = 30 * DAY_MS;

const inState: Readonly<Record<(typeof tokenStates)[number], (at: (later: number) => Sql) => Sql>> = lookupTable({
  valid: (at) => sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > ${at(0)})`,
  soon: (at) => sql`t.revoked_at is null and t.expires_at > ${at(0)} and t.expires_at <= ${at(SOON_MS)}`,
  expired: (at) => sql`t.revoked_at is null and t.expires_at <= ${at(0)}`,
  revoked: () => sql`t.revoked_at is not null`,
});

const narrowed = ({ query, now }: SettingsCall): Sql => {
  const state = queryWord('state', query.state, tokenStates);
  const scope = queryWord('scope', query.scope, scopeNames);
  const user = queryNumber('user', query.user, MAX_INT);
  const at = (later: number) => sql`${new Date(now() + later).toISOString()}::timestamptz`;
  return join(
    [
      ...(state ? [sql` and ${inState[state](at)}`] : []),
      ...(scope ? [sql` and ${scope}::text = any(t.scopes)`] : []),
      ...(user === null ? [] : [sql` and t.user_kid = ${user}::int`]),
    ],
    '',
  );
};

const listing = (here: SettingsCall): Listing => {
  const { orgId } = here.session;
  return {
    of: sql`api_token t where t.org_id = ${orgId}${narrowed(here)}`,
    joined: sql`left join contact u on u.org_id = ${orgId} and u.section = 'users' and u.id = t.user_kid`,
    shown: sql`json_build_object(${TOKEN_MEMBERS}, 'last_used_address', t.last_used_address,
      'user_name', case when u.id is not null then ${userName} end)`,
    texts: [sql`t.name`, userName],
    sorts: SORTS,
    newestFirst: true,
  };
};

const revokeSeveral = async (here: CallOf<'POST /tokens/revoke'>) => {
  const { db, session, body } = here;
  const revoked = await db.transaction((tx) =>
    revokeTokens(tx, session.orgId, { ids: body.token_ids }, authorOf(here)),
  );
  await waitForCacheExpiry();
  return { revoked };
};

const create = async (here: CallOf<'POST /tokens'>) => {
  const { db, session, body } = here;
  const expires = dateOf(body.expires_at);
  assertEndAhead(expires);
  const made = await db.transaction((tx) =>
    createToken(
      tx,
      {
        orgId: session.orgId,
        userKid: body.user_kid,
        name: body.name,
        scopes: body.scopes,
        expires,
        addresses: body.addresses,
      },
      authorOf(here),
    ),
  );
  return { token_id: made.tokenId, token: made.token };
};

/** The end that a body names, as operations take it; nothing where it names none. */
const endOf = (given: string | null | undefined) => (given === undefined ? {} : { expires: dateOf(given) });

const changeOne = async (here: CallOf<'PATCH /tokens/:id'>) => {
  const { expires_at, ...others } = here.body;
  await changeToken(here.db, nameOf(here), { ...others, ...endOf(expires_at) }, authorOf(here));
  return DONE;
};

const reissue = async (here: CallOf<'POST /tokens/:id/reissue'>) => {
  const end = endOf(here.body.expires_at);
  assertEndAhead(end.expires);
  return { token_id: numberOf(here), token: await reissueToken(here.db, nameOf(here), end, authorOf(here)) };
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
  'GET /tokens': (here) => listedPage<AnswerOf<'GET /tokens'>['items'][number]>(here, listing(here)),
  'POST /tokens': create,
  'POST /tokens/revoke': revokeSeveral,
  'PATCH /tokens/:id': changeOne,
  'POST /tokens/:id/revoke': async (here) => {
    await revokeToken(here.db, nameOf(here), authorOf(here));
    return DONE;
  },
  'POST /tokens/:id/reissue': reissue,
  'DELETE /tokens/:id': async (here) => {
    await deleteToken(here.db, nameOf(here), authorOf(here));
    return DONE;
  },
} satisfies Partial<Handlers>;
