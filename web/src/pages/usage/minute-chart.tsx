import { Box, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { MinuteCount } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fw={650}>{value}</Text>
  </div>
);

const HEIGHT = 150;

/** One bar a minute; its time and number show where it is pointed at. */
const Bars = ({ counts, peak }: { counts: readonly MinuteCount[]; peak: number }) => {
  const { language } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(language);
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const timeOf = (place: number) => clock.format(new Date(counts[place]?.minute ?? 0));
  const last = counts.length - 1;
  return (
    <Group gap="xs" wrap="nowrap" align="stretch" h={180}>
      <Stack justify="space-between" h={HEIGHT} gap={0} ta="end">
        <Text size="xs" c="dimmed" lh={1}>
          {number(peak)}
        </Text>
        <Text size="xs" c="dimmed" lh={1}>
          0
        </Text>
      </Stack>
      <Box flex={1} miw={0}>
        <svg
          viewBox={`0 0 ${counts.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          width="100%"
          height={HEIGHT}
          aria-hidden="true"
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line
              key={y}
              x1={0}
              x2={counts.length}
              y1={y}
              y2={y}
              stroke="var(--mantine-color-default-border)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {counts.map(({ minute, used }, place) => (
            <g key={minute} fill="var(--mantine-color-petrol-7)">
              <title>{`${timeOf(place)}: ${number(used)}`}</title>
              <rect x={place} y={0} width={1} height={HEIGHT} fill="transparent" />
              <rect x={place + 0.1} y={HEIGHT * (1 - used / peak)} width={0.8} height={(HEIGHT * used) / peak} />
            </g>
          ))}
        </svg>
        <Group justify="space-between" wrap="nowrap">
          {[0, Math.round(last / 2), last].map((place) => (
            <Text key={place} size="xs" c="dimmed">
              {timeOf(place)}
            </Text>
          ))}
        </Group>
      </Box>
    </Group>
  );
};

/** What one budget was used for, minute by minute. */
export const MinuteChart = (props: { title: string; counts: readonly MinuteCount[]; limit: number | string }) => {
  const { title, counts, limit } = props;
  const { t, language } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(language);
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
          <Bars counts={counts} peak={peak} />
        )}
      </Box>
    </Card>
  );
};
