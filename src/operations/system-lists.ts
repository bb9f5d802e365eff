/** Relation types and Sparten: read-only lists (spec: System; decisions 5.9, 5.15). */
import { relationFolders, relationPairs, relationTypes } from '../model/seed/relation-types.ts';
import { sparten } from '../model/seed/sparten.ts';
import { type Answer, type Call, json } from './call.ts';

/** GET `/v3/system/relations`. */
export const listRelationTypes = async (_call: Call): Promise<Answer> =>
  json(200, { items: relationTypes, total: relationTypes.length, folders: relationFolders, pairs: relationPairs });

/** GET `/v3/system/sparten`: the Sparten the organisation uses, both described forms at once. */
export const listSparten = async (call: Call): Promise<Answer> => {
  const off = new Set(call.model.settings.sparten_off ?? []);
  const items = sparten
    .filter(({ id }) => !off.has(id))
    .map(({ gdv: _gdv, ...sparte }) => ({ ...sparte, value: sparte.sparte, display: sparte.name }));
  return json(200, { items, total: items.length });
};
