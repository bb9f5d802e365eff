/** A text input that suggests values which records have, read by the filter of their beginning. */
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readV3 } from '../../api/v3.ts';
import type { Field } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { SEPARATOR, severalText } from './filters.ts';

const PAUSE_MS = 250;
/** Records that are read for the values. */
const READ = 200;
const SHOWN = 10;

/** @param props.several several values with commas between them: the last one is completed */
export const StoredValueInput = (
  props: AutocompleteProps & { section: Section; field: Field; several: boolean; value: string },
) => {
  const { section, field, several, ...input } = props;
  const { name, filters, sortable } = field;
  const last = (several ? input.value.split(SEPARATOR).at(-1) : input.value) ?? '';
  const before = input.value.slice(0, input.value.length - last.length);
  const [typed] = useDebouncedValue(last.trim(), PAUSE_MS);
  const prefix = `${name}[prefix]`;
  const { data: values = [] } = useQuery({
    queryKey: ['v3', section.path, 'values', name, typed],
    queryFn: async () => {
      const order = sortable ? { sort: name } : {};
      const { items } = await readV3(`/${section.path}`, { [prefix]: typed, fields: name, limit: READ, ...order });
      return [...new Set(items.map((row) => String(row[name])))].slice(0, SHOWN);
    },
    enabled: typed !== '' && filters.includes(prefix) && !name.includes('.'),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return (
    <Autocomplete
      {...input}
      data={values.map((value) => `${before}${several ? severalText([value]) : value}`)}
      filter={({ options }) => options}
    />
  );
};
