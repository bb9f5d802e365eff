import { Card, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { Children, type CSSProperties, type ReactNode } from 'react';
import type { Sorting } from '../../hooks/use-list.ts';
import { useProgressiveRender } from '../../hooks/use-progressive-render.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const ARROWS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/** Rows that fill the window of most people. */
const FIRST_ROWS = 12;

const isSorting = (title: ReactNode | Sorting): title is Sorting =>
  typeof title === 'object' && title !== null && 'turn' in title;

const SortButton = ({ title, way, turn }: Sorting) => {
  const Arrow = ARROWS[way];
  return (
    <UnstyledButton onClick={turn} fz="inherit" fw="inherit">
      <Group gap={4} wrap="nowrap" component="span">
        {title}
        <Arrow size={14} aria-hidden opacity={way === 'none' ? 0.5 : 1} style={{ flex: 'none' }} />
      </Group>
    </UnstyledButton>
  );
};

/** Titles as texts, for the stacked cells of a phone (shell.css): of a list, and of a table in one of its rows. */
export const labelsOf = (head: readonly (ReactNode | Sorting)[]): CSSProperties =>
  Object.fromEntries(
    head.flatMap((title, column) => {
      const text = isSorting(title) ? title.title : title;
      return typeof text === 'string' && text ? [[`--label-${column + 1}`, JSON.stringify(`${text}:`)]] : [];
    }),
  );

/**
 * A table in a card that scrolls sideways inside itself in a narrow window; on a phone its rows are stacked. `label`
 * names it for assistive technology; `head` are the column titles (an empty one gets no visible text, one of
 * `sortedBy` sorts); `widths` are those of the columns, for tables below one another; `firstRows` fill the window.
 */
export const DataTable = (props: {
  label: string;
  head: readonly (ReactNode | Sorting)[];
  widths?: readonly string[];
  minWidth?: number;
  firstRows?: number;
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  const { label, head, widths, minWidth = 640, firstRows = FIRST_ROWS, children } = props;
  const rows = useProgressiveRender(Children.toArray(children), firstRows);
  return (
    <Card withBorder padding={0} radius="md">
      {/* It scrolls sideways: the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be focused */}
      <section className="stacks" tabIndex={0} aria-label={t('scrollHint', { name: label })}>
        <table
          className="table"
          data-fixed={Boolean(widths)}
          aria-label={label}
          aria-busy={!rows.complete}
          style={{ ...labelsOf(head), '--least': `${minWidth}px` } as CSSProperties}
        >
          <thead>
            <tr>
              {head.map((title, column) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                  key={column}
                  scope="col"
                  style={{ width: widths?.[column] }}
                  aria-sort={isSorting(title) ? title.way : undefined}
                >
                  {isSorting(title) ? (
                    <SortButton {...title} />
                  ) : (
                    title || <VisuallyHidden>{t('actions')}</VisuallyHidden>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.shown}</tbody>
        </table>
      </section>
    </Card>
  );
};
