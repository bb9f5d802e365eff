import { BarChart } from '@mantine/charts';
import { Box, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MinuteCount } from '../../api/types.ts';

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fw={650}>{value}</Text>
  </div>
);

/** What one budget was used for, minute by minute. */
export const MinuteChart = (props: { title: string; counts: readonly MinuteCount[]; limit: number | string }) => {
  const { title, counts, limit } = props;
  const { t, i18n } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(i18n.language);
  const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' });
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
          {t('limit', { limit: limit.toLocaleString(i18n.language) })}
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
          <BarChart
            h={180}
            data={counts.map(({ minute, used }) => ({ minute: clock.format(new Date(minute)), used }))}
            dataKey="minute"
            series={[{ name: 'used', label: t('used'), color: 'petrol.7' }]}
            barProps={{ isAnimationActive: false, radius: 2 }}
            gridAxis="x"
            tickLine="none"
            xAxisProps={{ minTickGap: 40 }}
            // Room for half a label above the topmost line.
            barChartProps={{ margin: { top: 8 } }}
            yAxisProps={{ allowDecimals: false, width: 48, interval: 0 }}
            valueFormatter={number}
            withTooltip
          />
        )}
      </Box>
    </Card>
  );
};
