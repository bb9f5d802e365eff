/** Relation types: those that come with the service are shown, the organisation's own are made, renamed and removed. */
import { FIRST_OWN_TYPE, relationCatalogue } from '../derive/relation-catalogue.ts';
import {
  addRelationTypes,
  relationTypeUse,
  removeRelationTypes,
  renameRelationType,
} from '../operations/organisation/relation-types.ts';
import { readSettings } from '../operations/organisation/settings-document.ts';
import { authorOf, numberOf } from './acting.ts';
import { DONE, type Handlers, type SettingsCall } from './call.ts';

const list = async ({ db, session }: SettingsCall) => {
  const { items, folders, pairs } = relationCatalogue(await readSettings(db, session.orgId));
  const rows = await db.readLong<{ id: number; n: number }>(relationTypeUse(session.orgId));
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
