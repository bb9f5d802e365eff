import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { CopyField } from '../../components/text/copy-field.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const KEY = ['account-calendar'];

/** The secret address at which calendar programs read tasks, appointments and deadlines. */
export const CalendarCard = () => {
  const { t, language } = useTranslation('account');
  const [url, setUrl] = useState<string | null>(null);
  const query = useQuery({ queryKey: KEY, ...callOf('GET /account/calendar') });
  const make = useSave({
    send: async (_: Record<string, never>) => {
      const made = await api('POST /account/calendar');
      setUrl(language === 'en' ? `${made.url}?lang=en` : made.url);
    },
    refresh: [KEY],
    message: () => t('calendarMade'),
  });
  const end = useSave({
    send: async (_: Record<string, never>) => {
      await api('DELETE /account/calendar');
      setUrl(null);
    },
    refresh: [KEY],
    message: () => t('calendarEnded'),
  });
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('calendar')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('calendarText')}
      </Text>
      <QueryState query={query}>
        {({ active }) => (
          <Stack>
            {url ? <CopyField label={t('calendarAddress')} value={url} first /> : null}
            <Text size="sm">{t(url ? 'calendarOnce' : active ? 'calendarActive' : 'calendarNone')}</Text>
            <Group>
              <Button variant="default" loading={make.isPending} onClick={() => make.mutate({})}>
                {t(active ? 'calendarRenew' : 'calendarMake')}
              </Button>
              {active ? (
                <Button variant="light" color="red" loading={end.isPending} onClick={() => end.mutate({})}>
                  {t('calendarEnd')}
                </Button>
              ) : null}
            </Group>
          </Stack>
        )}
      </QueryState>
    </Card>
  );
};
