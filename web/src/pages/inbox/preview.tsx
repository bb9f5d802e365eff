import { Alert, Box, Button, Image, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { addressOf, api } from '../../api/client.ts';
import type { InboxItem } from '../../api/types.ts';
import type { Texts } from '../../i18n/texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { useDownload } from '../../parts/use-download.ts';
import { endingOf, typeOf } from './file-type.ts';

const HEIGHT = '60vh';
const BORDER = '1px solid var(--mantine-color-default-border)';
/** What a browser shows by itself without running anything. */
const IMAGES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp']);
const FRAMED = new Set(['pdf', 'eml']);

const contentOf = ({ id }: InboxItem): string => addressOf('GET /inbox/:id/content', { id });

/** Says why there is nothing to see, and leads to the file itself. */
const NoPreview = ({ item, why }: { item: InboxItem; why: keyof Texts['inbox']['noText'] }) => {
  const { t } = useTranslation('inbox');
  const download = useDownload();
  return (
    <Alert color="blue" icon={<IconFileOff aria-hidden />}>
      <Stack align="flex-start">
        <Text size="sm">{t(`noText.${why}`)}</Text>
        <Button
          component="a"
          variant="default"
          href={contentOf(item)}
          download={item.name}
          {...download}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('download')}
        </Button>
      </Stack>
    </Alert>
  );
};

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
          <NoPreview item={item} why={problem} />
        ) : (
          <Stack gap="xs">
            {typeOf(item.extension) === 'text' ? null : (
              <Text size="sm" c="dimmed">
                {t('textOnly')}
              </Text>
            )}
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
  const address = contentOf(item);
  const ending = endingOf(item.extension);
  if (IMAGES.has(ending)) return <Image src={address} alt={item.name} fit="contain" mah={HEIGHT} />;
  if (!FRAMED.has(ending)) return <TextOf item={item} />;
  return <Box component="iframe" src={address} title={item.name} w="100%" h={HEIGHT} bd={BORDER} bg="white" />;
};
