/** Fields, labels and select lists of the organisation, and what `with_schema` shows of them. */

import { answerMetadata } from '../../derive/metadata/field-metadata.ts';
import { type CustomField, organisationLists } from '../../derive/org-settings/apply-settings.ts';
import { fail } from '../../errors/api-error.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import {
  customKinds,
  customKindsChoosing,
  type KindName,
  kindNames,
  kinds,
} from '../../model/declaration/value-kinds.ts';
import { generatedLists, listedType, optionLists } from '../../model/seed/option-lists.ts';
import {
  orderFields,
  removeOptions,
  setField,
  setLabel,
  setOptions,
} from '../../operations/org-settings/custom-fields.ts';
import { removeField } from '../../operations/org-settings/remove-field.ts';
import { countOption, countValues } from '../../operations/rebuild/rebuild-json.ts';
import { authorOf, contextFor } from '../request/perform.ts';
import { queryText } from '../request/query-values.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';

/** Milliseconds that a removal of a field waits; proxies time out after a minute. */
const REMOVAL_WITHIN = 10_000;

const nameOfKind = new Map(kindNames.map((name) => [kinds[name], name]));

/** The traits of an own field. @param field its stored definition */
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
      .filter(({ nesting: place, settings }) => place.topLevel && settings.configurable)
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
      kinds: Object.hasOwn(generatedLists, name) ? [] : customKindsChoosing(listedType(options)),
      own: Object.hasOwn(own, name),
      shipped: Object.hasOwn(optionLists, name),
      fixed: Object.hasOwn(generatedLists, name),
      options: options.map(({ value, display }) => ({ value, display })),
    })),
  };
};

const preview = async (here: SettingsCall) => {
  const { model } = await contextFor(here);
  const resource = model.registry.find(here.params.path ?? '');
  if (!resource?.nesting.topLevel) throw fail('not_found');
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
  const resource = model.registry.resources.find((one) => one.path === path && one.nesting.topLevel);
  const field = resource && Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!resource || !field?.custom) throw fail('not_found');
  return { records: await countValues(here.db, here.session.orgId, resource, name) };
};

/** @throws 404 where the organisation has no such list */
const optionUses = async (here: SettingsCall) => {
  const { model } = await contextFor(here);
  const list = here.params.name ?? '';
  if (!Object.hasOwn(organisationLists(model.settings).lists, list)) throw fail('not_found');
  const value = queryText('value', here.query.value);
  return { records: await countOption(here.db, here.session.orgId, model.registry, { list, value }) };
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
      // null removes a value, an absent one stays.
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
  'GET /lists/:name/uses': optionUses,
  'PUT /lists/:name': setList,
  'DELETE /lists/:name': async (here) => {
    await removeOptions(here.db, here.session.orgId, here.params.name ?? '', authorOf(here));
    return DONE;
  },
} satisfies Partial<Handlers>;
