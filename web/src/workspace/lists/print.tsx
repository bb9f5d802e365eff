/** Prints a list with all its rows, below the sentence of its filters, the day and the organisation. */
import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSession } from '../../api/session.ts';
import type { Page } from '../../api/v3.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Rows that a list prints. */
const MAX_PRINTED = 5_000;

/** The address of a list with all the rows that it prints. */
export const withAllRows = (params: URLSearchParams): URLSearchParams => {
  const all = new URLSearchParams(params);
  all.delete('page');
  all.set('limit', String(MAX_PRINTED));
  return all;
};

/**
 * Prints a list as soon as all its rows are there.
 * @param page all of its rows; null as long as they are loaded
 * @param done ends the printing, also where the rows cannot be loaded
 */
export const usePrint = (printing: boolean, page: Page | null, failed: boolean, done: () => void) => {
  const ready = printing && (failed || page?.page_size === MAX_PRINTED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!ready) return;
    if (!failed) window.print();
    done();
  }, [ready]);
};

export const PrintButton = ({ print, busy }: { print: () => void; busy: boolean }) => {
  const { t } = useTranslation('records');
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      fw={400}
      className="list-tool not-printed"
      leftSection={<IconPrinter size={14} aria-hidden />}
      aria-label={t('print')}
      disabled={busy}
      onClick={print}
    >
      {t('print')}
    </Button>
  );
};

/** On paper alone: the day, the organisation, and how many rows there are. */
export const PrintHead = ({ page }: { page: Page }) => {
  const { t, language } = useTranslation('records');
  const { organisation } = useSession();
  const { items, total } = page;
  return (
    <Text size="sm" mb="xs" className="on-paper">
      {t('printed', { date: dateFormat(language, 'date').format(new Date()), organisation: organisation.name })}
      {items.length < total ? ` · ${t('printedRows', { count: items.length, total })}` : null}
    </Text>
  );
};
