/** `fields` and `select_fields` of with_schema (rules 4.2, 9.5). */
import type { Field, Option } from '../../model/declaration/field-shape.ts';
import type { Embed, Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { describeFields, type FieldDescription } from './describe-fields.ts';

interface Metadata {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly select_fields: Readonly<Record<string, unknown>>;
}

const shown = (options: readonly Option[], organisation: string) =>
  options.map(({ value, display, isOrganisation }) => ({ value, display: isOrganisation ? organisation : display }));

/** A select list of which the response names the used entries, alone or together with the available ones. */
export interface UsedOptions {
  readonly list: string;
  readonly values: ReadonlySet<unknown>;
  readonly and: 'available' | 'nothing';
}

const listed = (field: Field, used: UsedOptions | undefined): readonly Option[] => {
  const options = field.options ?? [];
  if (!used || used.list !== field.list) return options;
  const isUsed = (option: Option): boolean => used.values.has(option.value);
  const retired = (field.retired ?? []).filter(isUsed);
  return used.and === 'available' ? [...options, ...retired] : [...options.filter(isUsed), ...retired];
};

/** Metadata of one record kind. @param division restricts the fields that an organisation added to one division */
const metadataOf = (
  resource: Resource,
  organisation: string,
  used?: UsedOptions,
  division: number | null = null,
): Metadata => {
  const fields: Record<string, FieldDescription> = {};
  const descriptions = describeFields(resource);
  const lists: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.division !== undefined && division !== null && field.division !== division) continue;
    fields[name] = descriptions[name] as FieldDescription;
    if (field.list && field.options) lists[field.list] = shown(listed(field, used), organisation);
  }
  return { fields, select_fields: lists };
};

/** Whether a response groups its metadata by record kind. */
const isGrouped = (resource: Resource, embeds: readonly Embed[]): boolean =>
  resource.responses.metadata === 'grouped' ||
  (resource.responses.metadata === 'grouped-with-embeds' && embeds.length > 0);

/**
 * Metadata of a response with its embedded arrays, grouped if the record kind declares it.
 * @param organisation its name
 */
export const answerMetadata = (
  resource: Resource,
  embeds: readonly Embed[],
  registry: Registry,
  organisation: string,
  used?: UsedOptions,
  division: number | null = null,
): Metadata => {
  const own = metadataOf(resource, organisation, used, division);
  if (!isGrouped(resource, embeds)) return own;
  const fields: Record<string, unknown> = { [resource.path]: own.fields };
  const select: Record<string, unknown> = { [resource.path]: own.select_fields };
  for (const embed of embeds) {
    const embedded = metadataOf(registry.get(embed.of), organisation);
    fields[embed.as] = embedded.fields;
    select[embed.as] = embedded.select_fields;
  }
  return { fields, select_fields: select };
};
