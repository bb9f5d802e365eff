/** Relation types and Sparten: read-only lists (rules 5.9, 5.15, 16.15). */
import { relationCatalogue } from '../derive/relation-catalogue.ts';
import { shownSparten } from '../derive/sparten.ts';
import { type Answer, json, type SpecialCall } from './call.ts';
import { plainList } from './short-list.ts';

/** GET `/v3/system/relations`: the types that come with the service and the organisation's own. */
export const listRelationTypes = async (call: SpecialCall): Promise<Answer> => {
  const { items, folders, pairs } = relationCatalogue(call.model.settings);
  const { items: shown, total } = plainList(items, items[0], call.query);
  return json(200, { items: shown, total, folders, pairs });
};

/** GET `/v3/system/sparten`: the Sparten the organisation uses, both described forms at once. */
export const listSparten = async (call: SpecialCall): Promise<Answer> => {
  const { items, total } = plainList(shownSparten(call.model.settings), shownSparten({})[0], call.query);
  return json(200, { items, total });
};
