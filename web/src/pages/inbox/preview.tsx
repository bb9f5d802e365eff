import { Alert, Box, Image, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, api } from '../../api/client.ts';
import type { InboxItem } from '../../api/types.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { endingOf } from './file-type.ts';

const HEIGHT = '60vh';
const BORDER = '1px solid var(--mantine-color-default-border)';
/** What a browser shows by itself without running anything. */
const IMAGES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp']);
const FRAMED = new Set(['pdf', 'txt', 'eml']);

/** What the service reads of a document: plain text, whatever the document holds. */
const TextOf = ({ item }: { item: InboxItem }) => {
  const { t } = useTranslation('inbox');
  const query = useQuery({
    queryKey: ['inbox-text', item.id],
    queryFn: () => api('GET /inbox/:id/text', { id: item.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryState query={query}>
      {({ text, truncated, problem }) =>
        problem ? (
          <Text>{t(`noText.${problem}`)}</Text>
        ) : (
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {t('textOnly')}
            </Text>
            {truncated ? <Alert color="blue">{t('truncated')}</Alert> : null}
            <Box
              component="pre"
              tabIndex={0}
              role="region"
              aria-label={item.name}
              m={0}
              p="sm"
              bd={BORDER}
              mah={HEIGHT}
              className="break-anywhere"
              style={{ overflow: 'auto', whiteSpace: 'pre-wrap', fontFamily: 'inherit' }}
            >
              {text || t('emptyText')}
            </Box>
          </Stack>
        )
      }
    </QueryState>
  );
};

/** What a waiting document holds. No script of it runs: pictures and frames are sandboxed, everything else is text. */
export const Preview = ({ item }: { item: InboxItem }) => {
  const address = addressOf('GET /inbox/:id/content', { id: item.id });
  const ending = endingOf(item.extension);
  if (IMAGES.has(ending)) return <Image src={address} alt={item.name} fit="contain" mah={HEIGHT} />;
  if (!FRAMED.has(ending)) return <TextOf item={item} />;
  return <Box component="iframe" src={address} title={item.name} w="100%" h={HEIGHT} bd={BORDER} bg="white" />;
};
