import { Box, Card, Center, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { LanguageMenu } from '../components/menu/language-menu.tsx';
import { SchemeMenu } from '../components/menu/scheme-menu.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { preload } from '../router/preload.ts';

/** Frame of the pages before the login: a card in the middle, with language and colours above. */
export const Entrance = (props: { title: string; text?: ReactNode; children: ReactNode }) => {
  const { t } = useTranslation();
  const { title, text, children } = props;
  useEffect(preload, []);
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Box mih="100dvh" p="md">
      <Group component="header" justify="space-between">
        <Group gap="xs">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <Text fw={600}>{t('product')}</Text>
        </Group>
        <Group gap="xs">
          <LanguageMenu />
          <SchemeMenu />
        </Group>
      </Group>
      <Center component="main" pt="10vh">
        <Card withBorder shadow="sm" padding="xl" radius="md" w="100%" maw={420}>
          <Stack gap={4} mb="lg">
            <Title order={1} size="h3">
              {title}
            </Title>
            {text ? (
              <Text size="sm" c="dimmed" className="break-anywhere">
                {text}
              </Text>
            ) : null}
          </Stack>
          {children}
        </Card>
      </Center>
    </Box>
  );
};
