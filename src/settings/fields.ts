/** Fields, labels and select lists of the organisation, and what `with_schema` shows of them. */
import { z } from 'zod';
import { organisationLists } from '../derive/apply-settings.ts';
import { answerMetadata } from '../derive/field-metadata.ts';
import { fail } from '../errors.ts';
import { customKinds, type KindName, kinds } from '../model/kinds.ts';
import { madeLists, optionLists } from '../model/option-lists.ts';
import { removeField, setField, setLabel, setOptions } from '../operations/organisation/organisation-fields.ts';
import { authorOf, contextFor } from './acting.ts';
import { call, DONE, field, listOf, type SettingsCall, type SettingsRoute, send } from './route.ts';

const kindNames = new Map(Object.entries(kinds).map(([name, kind]) => [kind, name]));

const list = async (here: SettingsCall) => {
  const { model } = await contextFor(here);
  const { lists } = organisationLists(model.settings);
  const own = model.settings.options ?? {};
  return {
    kinds: customKinds,
    resources: model.registry.resources
      .filter(({ place, settings }) => place.topLevel && settings.configurable)
      .map(({ path, title, fields }) => ({
        path,
        title,
        per_sparte: 'sparte' in fields,
        fields: Object.entries(fields)
          .filter(([, one]) => !one.sameAs)
          .map(([name, one]) => ({
            name,
            label: one.label,
            kind: kindNames.get(one.kind) ?? 'text',
            list: one.list ?? null,
            custom: one.custom === true,
            sparte: one.sparte ?? null,
          })),
      })),
    lists: Object.entries(lists).map(([name, options]) => ({
      name,
      numeric: typeof (optionLists[name] ?? options)[0]?.value === 'number',
      own: Object.hasOwn(own, name),
      fixed: Object.hasOwn(madeLists, name),
      options: options.map(({ value, display }) => ({ value, display })),
    })),
  };
};

const preview = async (here: SettingsCall) => {
  const { model } = await contextFor(here);
  const resource = model.registry.resources.find(({ path }) => path === here.params.path);
  if (!resource?.place.topLevel) throw fail('not_found');
  const sparte = Number.parseInt(here.query.sparte ?? '', 10) || null;
  const used = resource.settings.shownOptions && {
    list: resource.settings.shownOptions.list,
    values: new Set<unknown>(),
    and: 'available' as const,
  };
  return answerMetadata(resource, [], model.registry, used, sparte);
};

const nameOf = ({ params }: SettingsCall<unknown>) => ({ path: params.path ?? '', name: params.name ?? '' });

const ownField = z.strictObject({
  label: field.name,
  kind: z.string().max(20),
  list: z.string().max(60).nullish(),
  sparte: field.id.nullish(),
});
const MAX_ENTRIES = 1000;
/** A list and what it was, both of the longest entries there can be. */
const LISTS_LIMIT = 1024 * 1024;
const entry = z.strictObject({ value: z.union([z.string().max(255), z.number()]), display: field.name });
const listChange = z.strictObject({
  options: listOf(entry, MAX_ENTRIES, 1),
  before: listOf(entry, MAX_ENTRIES).optional(),
});

const setList = async (here: SettingsCall<z.output<typeof listChange>>) => {
  const { params, body } = here;
  await setOptions(here.db, here.session.orgId, params.name ?? '', body.options, body.before, authorOf(here));
  return DONE;
};

export const fields: readonly SettingsRoute[] = [
  call('GET', '/fields', list),
  call('GET', '/fields/:path/preview', preview),
  send('PUT', '/fields/:path/:name', ownField, async (here) => {
    const { path, name } = nameOf(here);
    const { label, kind, list: listName, sparte } = here.body;
    const wish = {
      name,
      label,
      kind: kind as KindName,
      ...(listName ? { list: listName } : {}),
      ...(sparte ? { sparte } : {}),
    };
    await setField(here.db, here.session.orgId, path, wish, authorOf(here));
    return DONE;
  }),
  send('PUT', '/fields/:path/:name/label', z.strictObject({ label: field.name }), async (here) => {
    const { path, name } = nameOf(here);
    await setLabel(here.db, here.session.orgId, path, name, here.body.label, authorOf(here));
    return DONE;
  }),
  call('DELETE', '/fields/:path/:name', async (here) => {
    const { path, name } = nameOf(here);
    await removeField(here.db, here.session.orgId, path, name, authorOf(here));
    return DONE;
  }),
  send('PUT', '/lists/:name', listChange, setList, { limit: LISTS_LIMIT }),
];
