import { Loader, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../i18n/error-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Select } from './select.tsx';

const PAUSE_MS = 250;

/** A text that was typed, or one whose value is known. */
export interface Wanted {
  readonly search: string;
  readonly only?: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * A picker of many that looks for them at the service while one types, and shows the few that it answers. `known` is what
 * is chosen, as far as that is known before anything is looked for.
 */
export const ServerSelect = (
  props: Omit<SelectProps, 'data' | 'searchable' | 'filter' | 'searchValue' | 'onSearchChange'> & {
    queryKey: QueryKey;
    load: (wanted: Wanted) => Promise<readonly Choice[]>;
    known?: Choice | null;
  },
) => {
  const { queryKey, load, known = null, value = null, onChange, ...rest } = props;
  const { t } = useTranslation();
  const [picked, setPicked] = useState(known);
  const [text, setText] = useState(known && value === known.value ? known.label : '');
  const isKnown = value === null || [picked, known].some((one) => one?.value === value);
  // An address may name one that nobody has picked here.
  const named = useQuery({
    queryKey: [...queryKey, 'only', value],
    queryFn: () => load({ search: '', only: value ?? '' }),
    enabled: !isKnown,
  });
  // Without a name, what narrows a list to nothing would not be seen.
  const gone = !isKnown && value && named.data?.length === 0 ? { value, label: t('choiceGone', { value }) } : null;
  const chosen = [picked, known, gone, ...(isKnown ? [] : (named.data ?? []))].find((one) => one?.value === value);
  // What is chosen is shown in the field; nobody looks for it.
  const [search] = useDebouncedValue(chosen?.label === text ? '' : text.trim(), PAUSE_MS);
  const found = useQuery({
    queryKey: [...queryKey, search],
    queryFn: () => load({ search }),
    placeholderData: keepPreviousData,
  });
  const hits = found.data ?? [];
  const fits = new Set(hits.map((hit) => hit.value));
  const data = chosen && !hits.some((hit) => hit.value === chosen.value) ? [chosen, ...hits] : [...hits];
  return (
    <Select
      nothingFoundMessage={found.error ? errorText(found.error) : t('nothingFound')}
      rightSection={found.isFetching ? <Loader size="xs" /> : undefined}
      {...rest}
      searchable
      data={data}
      // The service has found them; what is chosen stays in the list only while it is what the field says.
      filter={({ options }) =>
        options.filter((one) => text === chosen?.label || !('value' in one) || fits.has(one.value))
      }
      searchValue={text}
      onSearchChange={setText}
      value={value}
      onChange={(to, option) => {
        setPicked(option ?? null);
        onChange?.(to, option);
      }}
    />
  );
};
