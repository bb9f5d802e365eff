/** Fields by which a list can be narrowed: those of its records, of their parts, and their tags. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readV3 } from '../../api/v3.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field, Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';

/** The filter that every record with annotations has, in place of a part's field. */
const TAG = 'tags.tag_id';

/** A field that others lack says nothing but this. */
const NO_FIELD: Omit<Field, 'name' | 'label' | 'options' | 'filters'> = {
  kind: 'select',
  format: null,
  references: [],
  required: false,
  readOnly: false,
  fixed: false,
  default: null,
  max: null,
  sortable: false,
};

/** The fields of parts with the filters that the list has by them. */
const partFields = (filters: readonly string[], schema: Schema): readonly Field[] =>
  [...schema.parts].flatMap(([part, fields]) =>
    [...fields.values()].flatMap((field) => {
      const name = `${part}.${field.name}`;
      const own = filters.filter((one) => one === name || one.startsWith(`${name}[`));
      return own.length ? [{ ...field, name, filters: own }] : [];
    }),
  );

/**
 * @param tagged whether tags are needed: they cost a call
 */
export const useFilterFields = (section: Section, schema: Schema, tagged: boolean): ReadonlyMap<string, Field> => {
  const { t } = useTranslation('selection');
  const { data: tags } = useQuery({
    queryKey: ['v3', 'system/tags', 'all'],
    queryFn: () => readV3('/system/tags'),
    staleTime: 60_000,
    enabled: tagged && section.filters.includes(TAG),
  });
  return useMemo(() => {
    const options =
      tags?.items.map(({ id, tag: name }) => ({ value: Number(id), display: String(name), stored: String(name) })) ??
      [];
    const tag = { ...NO_FIELD, name: TAG, label: t('tag'), options, filters: [TAG] };
    const own = [...schema.fields.values(), ...partFields(section.filters, schema)];
    const fields = options.length ? [...own, tag] : own;
    return new Map(fields.map((field) => [field.name, field]));
  }, [schema, tags, section.filters, t]);
};
