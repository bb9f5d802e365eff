import { Group, Pagination, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { type ListState, PAGE, pageInAddress, searchedAndPaged } from '../../hooks/use-list.ts';
import { useSearchParams } from '../../hooks/use-search-params.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EmptyState, QueryState } from '../feedback/query-state.tsx';
import { SearchField } from './search-field.tsx';

/** A list that fits the window needs no search. */
const FEW = 10;
/** Typing a word is several changes; long tables are drawn once. */
const PAUSE_MS = 150;

interface Part {
  /** The first row, from 1, and how many there are on the page and in all. */
  readonly from: number;
  readonly count: number;
  readonly total: number;
  /** Not all rows were looked at: there may be more. */
  readonly more?: boolean;
}

const PartText = ({ from, count, total, more = false, pages }: Part & { pages: number }) => {
  const { t, language } = useTranslation();
  const number = (value: number) => value.toLocaleString(language);
  const values = { from: number(from), to: number(from + count - 1), total: number(total) };
  if (more) return t('shownOfMore', values);
  return pages > 1 ? t('shown', values) : t('entries', { count: total });
};

interface FrameProps {
  /** Null where nothing was answered. */
  readonly part: Part | null;
  readonly page: number;
  readonly pages: number;
  readonly turnTo: (page: number) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Names the list for assistive technology. */
  readonly named: string;
  /** Placeholder of the search field. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** Search, count and pages around a list. The search text stays in its field after an error. */
const Frame = ({ part, page, pages, turnTo, text, setText, named, hint, children }: FrameProps) => {
  const { t } = useTranslation();
  const top = useRef<HTMLDivElement>(null);
  const turn = (to: number) => {
    turnTo(to);
    top.current?.scrollIntoView();
  };
  return (
    <Stack ref={top}>
      {text || (part && part.total > FEW) ? (
        <Group justify="space-between" align="flex-end">
          <SearchField label={t('searchIn', { name: named })} description={hint} value={text} onChange={setText} />
          <Text size="sm" c="dimmed" role="status">
            {part ? <PartText {...part} pages={pages} /> : null}
          </Text>
        </Group>
      ) : null}
      {!part || part.total || !text ? children : <EmptyState text={t('noHit')} />}
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

/** A list that the service pages: `list` is that of `useList`, `empty` its content without any row. */
export const Listed = <Answer extends { items: readonly unknown[]; total: number; complete: boolean }>(props: {
  list: ListState<Answer>;
  named: string;
  hint?: string;
  empty: ReactNode;
  children: (answer: Answer) => ReactNode;
}) => {
  const { list, named, hint, empty, children } = props;
  const { data: answer } = list.query;
  return (
    <Frame
      {...list}
      named={named}
      {...(hint ? { hint } : {})}
      part={
        answer ? { from: list.from, count: answer.items.length, total: answer.total, more: !answer.complete } : null
      }
    >
      <QueryState query={list.query}>{(found) => (found.total ? children(found) : empty)}</QueryState>
    </Frame>
  );
};

/**
 * A list that is loaded as a whole, in pages of fifty; `textOf` is the searched text. Text and page are in the
 * address.
 */
export const Paged = <T,>(props: {
  items: readonly T[];
  textOf: (item: T) => string;
  named: string;
  children: (shown: readonly T[]) => ReactNode;
}) => {
  const { items, textOf, named, children } = props;
  const [{ search: text, page: turned }, change] = useSearchParams(searchedAndPaged);
  const [word] = useDebouncedValue(text.trim().toLowerCase(), PAUSE_MS);
  const found = word ? items.filter((item) => textOf(item).toLowerCase().includes(word)) : items;
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(Number(turned) || 1, pages);
  const from = (page - 1) * PAGE;
  const shown = found.slice(from, from + PAGE);
  return (
    <Frame
      part={{ from: from + 1, count: shown.length, total: found.length }}
      page={page}
      pages={pages}
      turnTo={(to) => change({ page: pageInAddress(to) })}
      text={text}
      setText={(to) => change({ search: to, page: '' })}
      named={named}
    >
      {children(shown)}
    </Frame>
  );
};
