import { Loader, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
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
 * A picker that searches its options at the service while the user types. `known` is the chosen option, as far as it
 * is known before a search.
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
  // An address may name an option that was not picked here.
  const named = useQuery({
    queryKey: [...queryKey, 'only', value],
    queryFn: () => load({ search: '', only: value ?? '' }),
    enabled: !isKnown,
  });
  // Without a label, a filter without results would be invisible.
  const gone = !isKnown && value && named.data?.length === 0 ? { value, label: t('choiceGone', { value }) } : null;
  const chosen = [picked, known, gone, ...(isKnown ? [] : (named.data ?? []))].find((one) => one?.value === value);
  // The label of the chosen option is no search text.
  const [search] = useDebouncedValue(chosen?.label === text ? '' : text.trim(), PAUSE_MS);
  const found = useQuery({
    queryKey: [...queryKey, search],
    queryFn: () => load({ search }),
    placeholderData: keepPreviousData,
  });
  const hits = found.data ?? [];
  const fits = new Set(hits.map((hit) => hit.value));
  const typed = text.trim();
  const isPending = chosen?.label !== text && (typed !== search || found.isPlaceholderData || found.isLoading);
  /** The text whose first option is to be chosen as soon as it is there, and its field. */
  const [wanted, setWanted] = useState<{ readonly text: string; readonly input: Element } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the answer is there
  useEffect(() => {
    if (wanted === null || isPending) return;
    setWanted(null);
    const list = document.getElementById(wanted.input.getAttribute('aria-controls') ?? '');
    if (wanted.text === typed) list?.querySelector<HTMLElement>('[data-combobox-option]')?.click();
  }, [wanted, isPending]);
  /** Enter before the answer waits for it, and never takes an option of an older text. Without any it sends no form. */
  const waitAtEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !typed || !(isPending || (chosen?.label !== text && hits.length === 0))) return;
    event.preventDefault();
    event.stopPropagation();
    if (isPending) setWanted({ text: typed, input: event.currentTarget });
  };
  /** A text that was left before anything was chosen. It is no empty value: forms bring the focus back (../form/form.tsx). */
  const [left, setLeft] = useState('');
  const data = chosen && !hits.some((hit) => hit.value === chosen.value) ? [chosen, ...hits] : [...hits];
  return (
    <Select
      // Without a text an empty list says nothing, and stays closed.
      nothingFoundMessage={found.error ? errorText(found.error) : typed ? t('nothingFound') : undefined}
      rightSection={found.isFetching ? <Loader size="xs" /> : undefined}
      {...rest}
      searchable
      data={data}
      // The service has filtered them; the chosen option stays in the list only while the field shows it.
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
      onKeyDownCapture={waitAtEnter}
      onBlurCapture={() => setLeft(value === null ? typed : '')}
      onFocus={() => {
        if (left) setText(left);
        setLeft('');
      }}
      {...(left ? { 'data-unchosen': true } : {})}
    />
  );
};
