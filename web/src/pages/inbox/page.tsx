import { Anchor, Box, Button, Group, Image, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api } from '../../api/client.ts';
import type { InboxItem } from '../../api/types.ts';
import { formatBytes } from '../../parts/bytes.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Listed } from '../../parts/paged.tsx';
import { EmptyState } from '../../parts/query-state.tsx';
import { useList } from '../../parts/use-list.ts';
import { useSave } from '../../parts/use-save.ts';
import { AssignModal } from './assign-modal.tsx';

const KEY = ['inbox'];
const IMAGES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp']);
const FRAMED = new Set(['pdf', 'txt', 'eml']);

const Preview = ({ item, onClose }: { item: InboxItem; onClose: () => void }) => {
  const { t } = useTranslation('inbox');
  const address = addressOf('GET /inbox/:id/content', { id: item.id });
  const kind = (item.extension ?? '').toLowerCase();
  return (
    <Dialog opened onClose={onClose} title={item.name} size="xl">
      <Stack>
        {IMAGES.has(kind) ? <Image src={address} alt={item.name} fit="contain" mah="70vh" /> : null}
        {FRAMED.has(kind) ? (
          <Box
            component="iframe"
            src={address}
            title={item.name}
            w="100%"
            h="70vh"
            bd="1px solid var(--mantine-color-default-border)"
            bg="white"
          />
        ) : null}
        {IMAGES.has(kind) || FRAMED.has(kind) ? null : <Text>{t('noPreview')}</Text>}
        <Anchor href={address} download={item.name}>
          {t('download')}
        </Anchor>
      </Stack>
    </Dialog>
  );
};

const Row = ({ item }: { item: InboxItem }) => {
  const { t, i18n } = useTranslation('inbox');
  const [open, setOpen] = useState<'preview' | 'assign' | null>(null);
  const discard = useSave({
    send: () => api('POST /inbox/:id/discard', { id: item.id }),
    refresh: [KEY, ['overview']],
    message: t('discarded'),
  });
  return (
    <Table.Tr>
      <Table.Td className="break-anywhere">
        <Text size="sm" fw={600}>
          {item.name}
        </Text>
        {item.betreff ? (
          <Text size="sm" c="dimmed">
            {item.betreff}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td className="break-anywhere">{item.absender ?? item.kid_name ?? '–'}</Table.Td>
      <Table.Td>
        <DateText value={item.insert_datum.replace(' ', 'T')} />
      </Table.Td>
      <Table.Td>{formatBytes(item.size, i18n.language)}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={`${t('preview')}: ${item.name}`}
            onClick={() => setOpen('preview')}
          >
            {t('preview')}
          </Button>
          <Button size="xs" aria-label={`${t('assign')}: ${item.name}`} onClick={() => setOpen('assign')}>
            {t('assign')}
          </Button>
          <ConfirmButton
            title={t('discardTitle', { name: item.name })}
            text={t('discardText')}
            confirm={t('discard')}
            run={() => discard.mutateAsync({})}
            button={{ size: 'xs', 'aria-label': `${t('discard')}: ${item.name}` }}
          >
            {t('discard')}
          </ConfirmButton>
        </Group>
        {open === 'preview' ? <Preview item={item} onClose={() => setOpen(null)} /> : null}
        {open === 'assign' ? <AssignModal item={item} onClose={() => setOpen(null)} /> : null}
      </Table.Td>
    </Table.Tr>
  );
};

export default function InboxPage() {
  const { t } = useTranslation('inbox');
  const list = useList(KEY, (query) => api('GET /inbox', { query }));
  const head = [
    list.sortedBy('name', t('column.name')),
    list.sortedBy('absender', t('column.from')),
    list.sortedBy('insert_datum', t('column.received')),
    list.sortedBy('size', t('column.size')),
    '',
  ];
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} />
      <Listed list={list} named={t('title')} empty={<EmptyState text={t('empty')} />}>
        {({ items }) => (
          <DataTable label={t('title')} head={head} minWidth={860}>
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </DataTable>
        )}
      </Listed>
    </>
  );
}
