/** The fields of a record kind as described by `with_schema` (rules 9.5). */
import { isLongText } from '../../model/declaration/clean-value.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { kinds } from '../../model/declaration/value-kinds.ts';
import { MAX_TEXT } from '../../shared/limits.ts';
import { memoizeByIdentity } from '../memoize.ts';
import { filtersOf } from '../query/filters.ts';
import { sortFields } from '../query/ordering.ts';

/** One field. */
export interface FieldDescription {
  readonly label: string;
  readonly data_type: string;
  readonly data_format?: string;
  readonly select_fields_name: string | null;
  readonly kind: string;
  readonly required: boolean;
  readonly read_only: boolean;
  readonly fixed: boolean;
  readonly default: unknown;
  readonly note: string | null;
  readonly references: readonly string[];
  readonly format: string | null;
  readonly format_by?: Field['formatBy'];
  readonly past?: true;
  readonly same_as?: string;
  readonly today?: true;
  readonly begins?: string;
  readonly distinct?: true;
  readonly open?: true;
  readonly name_of?: string;
  readonly shares?: string;
  readonly shown_for?: Field['shownFor'];
  readonly max: number | null;
  readonly division: number | null;
  readonly filters: readonly string[];
  readonly sortable: boolean;
}

/** Names of all kinds of values, including those of single fields: pages choose inputs by them. */
export const fieldKinds: readonly string[] = [...Object.keys(kinds), 'longText', 'select', 'reference'];

const kindOf = (field: Field): string => {
  if (field.list) return 'select';
  if (referencedKinds(field).length) return 'reference';
  if (field.kind === kinds.text && isLongText(field)) return 'longText';
  return Object.keys(kinds).find((name) => kinds[name as keyof typeof kinds] === field.kind) ?? 'text';
};

/** The record kinds that a field can reference. */
export const referencedKinds = ({ reference, pointsTo }: Field): readonly string[] => reference?.to ?? pointsTo ?? [];

const maxOf = ({ kind, max }: Field): number | null => max ?? (kind.dataType === 'string' ? MAX_TEXT : null);

/** Descriptions of all fields by name. Those of an organisation are computed once per version of its settings. */
export const describeFields = memoizeByIdentity((resource: Resource): Readonly<Record<string, FieldDescription>> => {
  const sorts = sortFields(resource);
  const parameters = new Map<string, string[]>();
  for (const [parameter, { name, field }] of filtersOf(resource)) {
    const of = field.madeOf ?? name;
    parameters.set(of, [...(parameters.get(of) ?? []), parameter]);
  }
  return Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [
      name,
      {
        label: field.label,
        data_type: field.kind.dataType,
        ...(field.kind.dataFormat ? { data_format: field.kind.dataFormat } : {}),
        select_fields_name: field.list ?? null,
        kind: kindOf(field),
        required: field.required ?? false,
        read_only: Boolean(field.server ?? field.sameAs),
        fixed: field.fixed ?? false,
        default: field.default ?? null,
        note: field.note ?? null,
        references: referencedKinds(field),
        format: field.format ?? null,
        ...(field.formatBy ? { format_by: field.formatBy } : {}),
        ...(field.past ? { past: true as const } : {}),
        ...(field.sameAs ? { same_as: field.sameAs } : {}),
        ...(field.today ? { today: true as const } : {}),
        ...(field.begins ? { begins: field.begins } : {}),
        ...(field.distinct ? { distinct: true as const } : {}),
        ...(field.open ? { open: true as const } : {}),
        ...(field.nameOf ? { name_of: field.nameOf } : {}),
        ...(field.reference?.shares ? { shares: field.reference.shares } : {}),
        ...(field.shownFor ? { shown_for: field.shownFor } : {}),
        max: maxOf(field),
        division: field.division ?? null,
        filters: parameters.get(name) ?? [],
        sortable: sorts.has(name),
      },
    ]),
  );
});
