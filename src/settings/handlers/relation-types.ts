/** Relation types: built-in ones are listed; custom ones are created, renamed and removed. */
import { FIRST_OWN_TYPE, relationCatalogue } from '../../derive/metadata/relation-catalogue.ts';
import {
  addRelationTypes,
  relationTypeUse,
  removeRelationTypes,
  renameRelationType,
} from '../../operations/org-settings/custom-relation-types.ts';
import { readSettings } from '../../operations/org-settings/settings-document.ts';
import { authorOf, numberOf } from '../request/perform.ts';
import { DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';

const list = async ({ db, session }: SettingsCall) => {
  const { items, folders, pairs } = relationCatalogue(await readSettings(db, session.orgId));
  const rows = await db.queryLong<{ id: number; n: number }>(relationTypeUse(session.orgId));
  const used = new Map(rows.map(({ id, n }) => [id, n]));
  return {
    items: items.map((type) => ({ ...type, own: type.id >= FIRST_OWN_TYPE, relations: used.get(type.id) ?? 0 })),
    folders,
    pairs,
  };
};

export const relationTypes = {
  'GET /relation-types': list,
  'POST /relation-types': (here) => addRelationTypes(here.db, here.session.orgId, here.body, authorOf(here)),
  'PATCH /relation-types/:id': async (here) => {
    await renameRelationType(here.db, here.session.orgId, numberOf(here), here.body.name, authorOf(here));
    return DONE;
  },
  'DELETE /relation-types/:id': async (here) => {
    await removeRelationTypes(here.db, here.session.orgId, numberOf(here), authorOf(here));
    return DONE;
  },
} satisfies Partial<Handlers>;
