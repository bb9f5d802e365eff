/** Records as assistants read them: without empty fields, with names next to numbers (rules 8.13). */
import { referencedKinds } from '../../derive/metadata/describe-fields.ts';
import { collectNamed, type NamedIds } from '../../derive/metadata/named-records.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import type { Context } from '../call/call.ts';
import { loadNames } from '../references/record-names.ts';

/** JSON without members that are null. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
};

interface Of {
  readonly resource: Resource;
  readonly registry: Registry;
  readonly names: Awaited<ReturnType<typeof loadNames>>;
}

/** The name of an entry of a list, or of a referenced record. */
const nameOf = ({ resource, names }: Of, record: Values, name: string): string | undefined => {
  const field = resource.fields[name];
  const value = record[name];
  if (!field || value === null) return undefined;
  const option = [...(field.options ?? []), ...(field.retired ?? [])].find((one) => one.value === value);
  if (option) return option.display === String(value) ? undefined : option.display;
  const section = name.replace(/_id$/, '_section');
  const kinds = resource.fields[section]?.section ? [String(record[section])] : referencedKinds(field);
  return kinds.map((kind) => names[kind]?.[String(value)]).find((found) => found !== undefined);
};

const withNames = (of: Of, record: Values): Values =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const part = of.resource.embeds.find(({ as }) => as === name)?.of;
      if (part && Array.isArray(value)) {
        const below = { ...of, resource: of.registry.get(part) };
        return [[name, value.map((row: Values) => withNames(below, row))]];
      }
      const shown = nameOf(of, record, name);
      const label = `${name}_name`;
      return [[name, value], ...(shown === undefined || label in record ? [] : [[label, shown] as [string, string]])];
    }),
  );

/** Records with `<field>_name` next to each list value and reference that the caller may read. */
export const nameRecords = async (
  context: Context,
  resource: Resource,
  records: readonly Values[],
): Promise<readonly Values[]> => {
  const { registry } = context.model;
  const ids: NamedIds = new Map();
  for (const record of records) collectNamed({ resource, embeds: resource.embeds, registry }, record, ids);
  const names = await loadNames(context, ids);
  return records.map((record) => withNames({ resource, registry, names }, record));
};
