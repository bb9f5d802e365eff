/** Relation types: those that come with the service are shown, the organisation's own are made, renamed and removed. */
import { z } from 'zod';
import { FIRST_OWN_TYPE, relationCatalogue } from '../derive/relation-catalogue.ts';
import {
  addRelationTypes,
  relationTypeUse,
  removeRelationTypes,
  renameRelationType,
} from '../operations/relation-types.ts';
import { readSettings } from '../operations/settings-document.ts';
import { note, numberOf } from './acting.ts';
import { call, DONE, field, type SettingsCall, type SettingsRoute, send } from './route.ts';

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

const pair = z.strictObject({ kreis: field.id, name: field.name, reverse: field.name.nullable() });

export const relationTypes: readonly SettingsRoute[] = [
  call('GET', '/relation-types', list),
  send(
    'POST',
    '/relation-types',
    pair,
    async (here) => {
      const ids = await addRelationTypes(here.db, here.session.orgId, here.body);
      await note(here, 'settings', 0, 'relation-type', { [`relation_types.${ids.id}`]: [null, here.body] });
      return ids;
    },
    { status: 201 },
  ),
  send('PATCH', '/relation-types/:id', z.strictObject({ name: field.name }), async (here) => {
    const id = numberOf(here);
    const before = await renameRelationType(here.db, here.session.orgId, id, here.body.name);
    await note(here, 'settings', 0, 'relation-type', { [`relation_types.${id}.name`]: [before, here.body.name] });
    return DONE;
  }),
  call('DELETE', '/relation-types/:id', async (here) => {
    const removed = await removeRelationTypes(here.db, here.session.orgId, numberOf(here));
    const changes = Object.fromEntries(
      removed.map(({ id, name }): [string, [string, null]] => [`relation_types.${id}.name`, [name, null]]),
    );
    await note(here, 'settings', 0, 'relation-type', changes);
    return DONE;
  }),
];
