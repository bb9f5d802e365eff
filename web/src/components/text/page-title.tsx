import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { preload } from '../../router/preload.ts';

/** Heading of a page with its actions; also sets the browser tab's title. */
export const PageTitle = (props: { title: string; description?: ReactNode; actions?: ReactNode }) => {
  const { t } = useTranslation();
  const { title, description, actions } = props;
  useEffect(preload, []);
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Group justify="space-between" align="flex-start" gap="md" className="page-title">
      <Box flex={description ? '1 1 20rem' : '1 1 8rem'}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {description ? (
          <Text c="dimmed" mt={4} maw="46rem" className="break-anywhere">
            {description}
          </Text>
        ) : null}
      </Box>
      {actions ? <Group gap="sm">{actions}</Group> : null}
    </Group>
  );
};
