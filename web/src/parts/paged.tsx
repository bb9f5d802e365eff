import { Group, Pagination, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './query-state.tsx';

const PAGE = 50;
/** A list that fits the window needs no search. */
const FEW = 10;
/** Typing a word is several changes; long tables are drawn once. */
const PAUSE_MS = 150;

/**
 * A list that may be long: a search from ten entries on, pages of fifty. `textOf` is what the search looks at; `named`
 * names the list for assistive technology.
 */
export const Paged = <T,>(props: {
  items: readonly T[];
  textOf: (item: T) => string;
  named: string;
  children: (shown: readonly T[]) => ReactNode;
}) => {
  const { items, textOf, named, children } = props;
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState(1);
  const top = useRef<HTMLDivElement>(null);
  const [word] = useDebouncedValue(text.trim().toLowerCase(), PAUSE_MS);
  const found = word ? items.filter((item) => textOf(item).toLowerCase().includes(word)) : items;
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(wanted, pages);
  const from = (page - 1) * PAGE;
  const shown = found.slice(from, from + PAGE);
  const turn = (to: number) => {
    setWanted(to);
    top.current?.scrollIntoView();
  };
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <Stack ref={top} style={{ scrollMarginTop: '4.5rem' }}>
      {items.length > FEW ? (
        <Group justify="space-between" align="flex-end">
          <TextInput
            type="search"
            label={t('searchIn', { name: named })}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setWanted(1);
            }}
            w={420}
            maw="100%"
          />
          <Text size="sm" c="dimmed" role="status">
            {pages > 1
              ? t('shown', { from: number(from + 1), to: number(from + shown.length), total: number(found.length) })
              : t('entries', { count: found.length })}
          </Text>
        </Group>
      ) : null}
      {found.length || !items.length ? children(shown) : <EmptyState text={t('noHit')} />}
      {pages > 1 ? (
        <Group justify="center" component="nav" aria-label={t('pagesOf', { name: named })}>
          <Pagination
            total={pages}
            value={page}
            onChange={turn}
            getItemProps={(number) => ({ 'aria-label': t('page', { number }) })}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('nextPage') : t('previousPage') })}
          />
        </Group>
      ) : null}
    </Stack>
  );
};
