import { Box, Card, Group, Text, Title } from '@mantine/core';
import type { DayCount } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Bars } from './bars.tsx';
import { Figure } from './minute-chart.tsx';

const WEEK = 7;

const sum = (days: readonly DayCount[], of: (day: DayCount) => number): number =>
  days.reduce((total, day) => total + of(day), 0);
const requestsOf = ({ requests }: DayCount) => requests;
const wrongOf = ({ refused, failed }: DayCount) => refused + failed;

/** The requests of each day; those that were refused or failed in red. */
export const DayChart = ({ days }: { days: readonly DayCount[] }) => {
  const { t, language } = useTranslation('usage');
  const number = (value: number) => value.toLocaleString(language);
  // A day has no time zone.
  const dayText = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const week = days.slice(-WEEK);
  const total = number(sum(days, requestsOf));
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="sm">
        {t('days')}
      </Title>
      <Group gap="xl" mb="sm">
        <Figure label={t('today')} value={number(sum(days.slice(-1), requestsOf))} />
        <Figure label={t('week')} value={number(sum(week, requestsOf))} />
        <Figure label={t('wrongDays')} value={number(sum(week, wrongOf))} />
      </Group>
      <Box role="img" aria-label={t('daysChart', { days: days.length, total, wrong: number(sum(days, wrongOf)) })}>
        <Bars
          bars={days.map((day) => ({
            name: dayText.format(new Date(day.day)),
            value: day.requests,
            wrong: wrongOf(day),
          }))}
          peak={Math.max(1, ...days.map(requestsOf))}
        />
      </Box>
      <Text size="sm" c="dimmed" mt="xs">
        {t('daysText')}
      </Text>
    </Card>
  );
};
