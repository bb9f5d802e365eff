/** Relation types, Sparten and names of users: read-only lists (rules 5.9, 5.15, 8.12, 16.15). */
import { userName } from '../../derive/full-name.ts';
import { relationCatalogue } from '../../derive/metadata/relation-catalogue.ts';
import { shownSparten } from '../../derive/metadata/sparten-view.ts';
import type { AnswerOf } from '../../model/calls/index.ts';
import { relationType, sparte } from '../../model/calls/system.ts';
import { ADMINISTRATOR, users } from '../../model/records/users.ts';
import { literal, prepared } from '../../sql/sql.ts';
import { type CallOf, json, type ResultOf } from '../call/call.ts';
import { plainInMemoryList } from '../call/in-memory-list.ts';

/** GET `/v3/system/users`: names of the users, for callers that may not read users (rules 8.12). */
const listUserNames = async ({ db, actor }: CallOf<'GET /v3/system/users'>): ResultOf<'GET /v3/system/users'> => {
  const items = await db.read<
    AnswerOf<'GET /v3/system/users'>['items'][number]
  >(prepared`select u.id as kid, ${userName} as name, u.aktiv,
    coalesce(u.rolle = ${ADMINISTRATOR}, false) as administrator
  from contact u
  where u.org_id = ${actor.orgId} and u.section = ${literal(users.storage.section ?? '')} and u.del = 0
  order by u.id`);
  return json(200, { items });
};

/** GET `/v3/system/relations`: the types that come with the service and the organisation's own. */
const listRelationTypes = async (call: CallOf<'GET /v3/system/relations'>): ResultOf<'GET /v3/system/relations'> => {
  const { items, folders, pairs } = relationCatalogue(call.model.settings);
  const { items: shown, total } = plainInMemoryList(items, relationType.shape, call.query);
  return json(200, { items: shown, total, folders, pairs });
};

/** GET `/v3/system/sparten`: the Sparten the organisation uses, both described forms at once. */
const listSparten = async (call: CallOf<'GET /v3/system/sparten'>): ResultOf<'GET /v3/system/sparten'> =>
  json(200, plainInMemoryList(shownSparten(call.model.settings), sparte.shape, call.query));

export const catalogueOperations = {
  'GET /v3/system/relations': listRelationTypes,
  'GET /v3/system/sparten': listSparten,
  'GET /v3/system/users': listUserNames,
};
