import { Alert, Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** An error with the way out of it. */
export const ErrorBox = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('errorTitle')} role="alert">
      <Group justify="space-between">
        <Text size="sm">{errorText(error)}</Text>
        {retry ? (
          <Button size="xs" variant="default" onClick={retry}>
            {t('retry')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
};

/** Content of an empty list. */
export const EmptyState = ({ text, action }: { text: string; action?: ReactNode }) => (
  <Center py={48}>
    <Stack align="center" gap="sm">
      <IconInbox size={40} stroke={1.2} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text c="dimmed" ta="center" maw="30rem">
        {text}
      </Text>
      {action}
    </Stack>
  </Center>
);

export const LoadingRows = ({ rows = 4 }: { rows?: number }) => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  );
};

/** Waits for a query: skeleton, error with retry, empty state, or its data. */
export const QueryState = <T,>(props: {
  query: UseQueryResult<T, Error>;
  children: (data: T) => ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  rows?: number;
}) => {
  const { query, children, isEmpty, empty, rows } = props;
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorBox error={query.error} retry={() => query.refetch()} />
    ) : (
      <LoadingRows {...(rows ? { rows } : {})} />
    );
  }
  return (
    <Stack>
      {query.isError ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : null}
      {isEmpty?.(query.data) ? empty : children(query.data)}
    </Stack>
  );
};
