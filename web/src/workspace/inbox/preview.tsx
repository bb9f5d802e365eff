/** The content of a waiting document. No script of it runs: pictures and frames are sandboxed, other files are shown as text. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readV3 } from '../../api/v3.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { FileFrame } from '../../components/file-frame.tsx';
import { useDownload } from '../../hooks/use-download.ts';
import type { Texts } from '../../i18n/texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MailView } from '../documents/mail-view.tsx';
import { endingOf, typeOf } from './file-type.ts';
import { INBOX, INBOX_KEY, type Waiting } from './waiting.ts';

/** Files that a browser shows by itself without running anything. */
const IMAGES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp']);
const FRAMED = new Set(['pdf']);

export const contentOf = ({ id }: Waiting): string => `/v3${INBOX}/${id}/content`;

/** The text of a document, as the service reads it. */
interface ReadText {
  readonly text: string | null;
  readonly truncated: boolean;
  readonly problem: keyof Texts['inbox']['noText'] | null;
}

/** The reason why a preview is missing, and a link to the file itself. */
const NoPreview = ({ item, why }: { item: Waiting; why: keyof Texts['inbox']['noText'] }) => {
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

const TextPreview = ({ item }: { item: Waiting }) => {
  const { t } = useTranslation('inbox');
  const query = useQuery({
    queryKey: [...INBOX_KEY, 'text', item.id],
    queryFn: () => readV3<ReadText>(`${INBOX}/${item.id}/text`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryState query={query}>
      {({ text, truncated, problem }) =>
        problem ? (
          <NoPreview item={item} why={problem} />
        ) : (
          <Stack gap="xs">
            {typeOf(item.extension) === 'page' ? (
              <Text size="sm" c="dimmed">
                {t('textOnly')}
              </Text>
            ) : null}
            {truncated ? <Alert color="blue">{t('truncated')}</Alert> : null}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
            <section tabIndex={0} aria-label={t('textOf', { name: item.name })} className="inbox-text break-anywhere">
              {text || t('emptyText')}
            </section>
          </Stack>
        )
      }
    </QueryState>
  );
};

export const Preview = ({ item }: { item: Waiting }) => {
  const ending = endingOf(item.extension);
  if (IMAGES.has(ending)) return <img src={contentOf(item)} alt={item.name} className="file-image" />;
  if (ending === 'eml') return <MailView address={contentOf(item)} size={item.size} name={item.name} />;
  if (!FRAMED.has(ending)) return <TextPreview item={item} />;
  return <FileFrame address={contentOf(item)} name={item.name} />;
};
