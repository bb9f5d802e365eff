import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Webhook } from '../../api/types.ts';
import { DateText } from '../../components/text/date-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { failureOf } from './failure-text.ts';

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <List.Item>
    <Text size="sm" component="span" c="dimmed">
      {name}:{' '}
    </Text>
    <Text size="sm" component="span">
      {children}
    </Text>
  </List.Item>
);

/** Statistics of the deliveries of a webhook. */
export const Health = ({ health }: { health: Webhook['health'] }) => {
  const { t, language } = useTranslation('webhooks');
  const { delivered, failed, backlog, waiting_since, caught_up_at, last_error } = health;
  const number = (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString(language, options);
  const ended = delivered + failed;
  if (!ended && !backlog) return null;
  return (
    <List size="sm" listStyleType="none" mt="sm" aria-label={t('health.title')}>
      {ended ? (
        <Line name={t('health.success')}>
          {t('health.rate', {
            rate: number(delivered / ended, { style: 'percent', maximumFractionDigits: 1 }),
            ended: number(ended),
          })}
        </Line>
      ) : null}
      <Line name={t('health.backlog')}>
        {backlog ? (
          <>
            {number(backlog)} ({t('health.since')} <DateText value={waiting_since} />)
          </>
        ) : (
          <>
            {t('health.nothing')} <DateText value={caught_up_at} fallback="" kind="seconds" />
          </>
        )}
      </Line>
      {last_error ? (
        <Line name={t('health.lastError')}>
          {failureOf(last_error)}, <DateText value={last_error.at} kind="seconds" />
        </Line>
      ) : null}
    </List>
  );
};
