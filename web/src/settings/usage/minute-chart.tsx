import { Box, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { MinuteCount } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Bars } from './bars.tsx';

/** A number with its name above it. */
export const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fw={600}>{value}</Text>
  </div>
);

/** The use of one budget, minute by minute. */
export const MinuteChart = (props: { title: string; counts: readonly MinuteCount[]; limit: number | string }) => {
  const { title, counts, limit } = props;
  const { t, language } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(language);
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const minutes = counts.length;
  const latest = counts.at(-1)?.used ?? 0;
  const peak = Math.max(0, ...counts.map(({ used }) => used));
  const total = counts.reduce((sum, { used }) => sum + used, 0);
  return (
    <Card withBorder component="section" padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {t('limit', { limit: limit.toLocaleString(language) })}
        </Text>
      </Group>
      <Group gap="xl" mb="sm">
        <Figure label={t('now')} value={number(latest)} />
        <Figure label={t('peak')} value={number(peak)} />
        <Figure label={t('total')} value={number(total)} />
      </Group>
      {typeof limit === 'number' ? (
        <Progress value={Math.min(100, (latest / limit) * 100)} mb="md" aria-label={`${title}: ${t('now')}`} />
      ) : null}
      <Box role="img" aria-label={t('chart', { title, minutes, total: number(total), peak: number(peak) })}>
        {total === 0 ? (
          <Stack h={180} justify="center" align="center">
            <Text c="dimmed">{t('quiet')}</Text>
          </Stack>
        ) : (
          <Bars
            bars={counts.map(({ minute, used }) => ({ name: clock.format(new Date(minute)), value: used }))}
            peak={peak}
          />
        )}
      </Box>
    </Card>
  );
};
