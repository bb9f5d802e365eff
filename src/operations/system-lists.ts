/** Relation types and Sparten: read-only lists (rules 5.9, 5.15, 16.15). */
import { relationCatalogue } from '../derive/relation-catalogue.ts';
import { sparten } from '../model/seed/sparten.ts';
import { type Answer, json, type SpecialCall } from './call.ts';

/** GET `/v3/system/relations`: the types that come with the service and the organisation's own. */
export const listRelationTypes = async (call: SpecialCall): Promise<Answer> => {
  const { items, folders, pairs } = relationCatalogue(call.model.settings);
  return json(200, { items, total: items.length, folders, pairs });
};

/** GET `/v3/system/sparten`: the Sparten the organisation uses, both described forms at once. */
export const listSparten = async (call: SpecialCall): Promise<Answer> => {
  const off = new Set(call.model.settings.sparten_off ?? []);
  const items = sparten
    .filter(({ id }) => !off.has(id))
    .map(({ gdv: _gdv, ...sparte }) => ({ ...sparte, value: sparte.sparte, display: sparte.name }));
  return json(200, { items, total: items.length });
};
