/** Fields, labels and select lists of the organisation, and what `with_schema` shows of them. */
import { type CustomField, organisationLists } from '../derive/apply-settings.ts';
import { answerMetadata } from '../derive/field-metadata.ts';
import { fail } from '../errors.ts';
import type { Field } from '../model/field-shape.ts';
import { customKinds, customKindsChoosing, type KindName, kindNames, kinds } from '../model/kinds.ts';
import { listedType, madeLists, optionLists } from '../model/option-lists.ts';
import {
  orderFields,
  removeOptions,
  setField,
  setLabel,
  setOptions,
} from '../operations/organisation/organisation-fields.ts';
import { removeField } from '../operations/organisation/remove-field.ts';
import { countValues } from '../operations/reprint.ts';
import { authorOf, contextFor } from './acting.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from './call.ts';

/** Milliseconds that the removal of a field keeps somebody waiting: proxies wait for a minute. */
const REMOVAL_WITHIN = 10_000;

const nameOfKind = new Map(kindNames.map((name) => [kinds[name], name]));

/** What an own field has beside what a declaration says. @param field what is stored of one */
const traitsOf = (field: CustomField | undefined, { required }: Field) => ({
  group: field?.group ?? null,
  note: field?.note ?? null,
  default: field?.default ?? null,
  required: (field ?? { required }).required === true,
});

const list = async (here: SettingsCall) => {
  const { model } = await contextFor(here);
  const { lists } = organisationLists(model.settings);
  const own = model.settings.options ?? {};
  return {
    kinds: customKinds,
    resources: model.registry.resources
      .filter(({ place, settings }) => place.topLevel && settings.configurable)
      .map(({ path, title, fields, settings }) => ({
        path,
        title,
        per_sparte: settings.division !== undefined,
        leaving: (model.settings.leaving?.[path] ?? []).map(({ name }) => name),
        fields: Object.entries(fields)
          .filter(([, one]) => !one.sameAs)
          .map(([name, one]) => ({
            name,
            label: one.label,
            kind: nameOfKind.get(one.kind) ?? 'text',
            list: one.list ?? null,
            custom: one.custom === true,
            sparte: one.division ?? null,
            ...traitsOf(
              model.settings.fields?.[path]?.find((field) => field.name === name),
              one,
            ),
          })),
      })),
    lists: Object.entries(lists).map(([name, options]) => ({
      name,
      numeric: listedType(options) === 'number',
      kinds: Object.hasOwn(madeLists, name) ? [] : customKindsChoosing(listedType(options)),
      own: Object.hasOwn(own, name),
      shipped: Object.hasOwn(optionLists, name),
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
  const used = resource.settings.division && {
    list: resource.settings.division.list,
    values: new Set<unknown>(),
    and: 'available' as const,
  };
  return answerMetadata(resource, [], model.registry, here.session.organisation, used, sparte);
};

/** @throws 404 where the organisation has no such field of its own */
const uses = async (here: SettingsCall) => {
  const { path, name } = nameOf(here);
  const { model } = await contextFor(here);
  const resource = model.registry.resources.find((one) => one.path === path && one.place.topLevel);
  const field = resource && Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!resource || !field?.custom) throw fail('not_found');
  return { records: await countValues(here.db, here.session.orgId, resource, name) };
};

const nameOf = ({ params }: SettingsCall<unknown>) => ({ path: params.path ?? '', name: params.name ?? '' });

const setList = async (here: CallOf<'PUT /lists/:name'>) => {
  const { params, body } = here;
  await setOptions(here.db, here.session.orgId, params.name ?? '', body.options, authorOf(here));
  return DONE;
};

export const fields = {
  'GET /fields': list,
  'GET /fields/:path/preview': preview,
  'PUT /fields/:path/:name': async (here) => {
    const { path, name } = nameOf(here);
    const { label, kind, list: listName, sparte, group, note, default: initially, required } = here.body;
    const field = {
      name,
      label,
      kind: kind as KindName,
      ...(listName ? { list: listName } : {}),
      ...(sparte ? { sparte } : {}),
      // What is null is taken away, what is left out stays.
      ...(group === undefined ? {} : { group: group ?? '' }),
      ...(note === undefined ? {} : { note: note ?? '' }),
      ...(initially === undefined ? {} : { default: initially ?? '' }),
      ...(required === undefined ? {} : { required }),
    };
    await setField(here.db, here.session.orgId, path, field, authorOf(here));
    return DONE;
  },
  'PUT /fields/:path': async (here) => {
    const { path } = nameOf(here);
    await orderFields(here.db, here.session.orgId, path, here.body.names, authorOf(here));
    return DONE;
  },
  'PUT /fields/:path/:name/label': async (here) => {
    const { path, name } = nameOf(here);
    await setLabel(here.db, here.session.orgId, path, name, here.body.label, authorOf(here));
    return DONE;
  },
  'GET /fields/:path/:name/uses': uses,
  'DELETE /fields/:path/:name': async (here) => {
    const { path, name } = nameOf(here);
    await removeField(here.db, here.session.orgId, path, name, authorOf(here), REMOVAL_WITHIN);
    return DONE;
  },
  'PUT /lists/:name': setList,
  'DELETE /lists/:name': async (here) => {
    await removeOptions(here.db, here.session.orgId, here.params.name ?? '', authorOf(here));
    return DONE;
  },
} satisfies Partial<Handlers>;
