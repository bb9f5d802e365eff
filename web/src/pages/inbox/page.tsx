/** Documents that wait: looked at beside the form that assigns them, one after the other or several at once. */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { Inbox, InboxItem } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatBytes } from '../../parts/bytes.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { FileName } from '../../parts/file-name.tsx';
import { laterDialog } from '../../parts/on-demand.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Listed } from '../../parts/paged.tsx';
import { EmptyState } from '../../parts/query-state.tsx';
import { type ListState, useList } from '../../parts/use-list.ts';
import { useSave } from '../../parts/use-save.ts';
import { typeOf } from './file-type.ts';
import { Several } from './several.tsx';
import { INBOX_KEY, REFRESHED } from './shared.ts';

const DocumentDialog = laterDialog(async () => (await import('./document-dialog.tsx')).DocumentDialog);

/** The service takes so many at once. */
const MOST = 100;

const SORTS = ['name', 'absender', 'insert_datum', 'size'] as const;

const Row = (props: {
  item: InboxItem;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onOpen: () => void;
}) => {
  const { t, language } = useTranslation('inbox');
  const { item, selected, onSelect, onOpen } = props;
  const discard = useSave({
    send: () => api('POST /inbox/:id/discard', { id: item.id }),
    refresh: REFRESHED,
    message: () => t('discarded'),
  });
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={t('select', { name: item.name })}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </td>
      <th scope="row" className="break-anywhere">
        <Text size="sm" fw={600}>
          <FileName name={item.name} />
        </Text>
        {item.betreff ? (
          <Text size="sm" c="dimmed">
            {item.betreff}
          </Text>
        ) : null}
      </th>
      <td className="break-anywhere">{item.absender ?? item.kid_name ?? '–'}</td>
      <td>
        <DateText value={item.insert_datum.replace(' ', 'T')} />
      </td>
      <td>
        <Text size="sm">{t(`type.${typeOf(item.extension)}`)}</Text>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {formatBytes(item.size, language)}
        </Text>
      </td>
      <td>
        <Group gap="xs" justify="flex-end" className="beside">
          <Button size="xs" variant="default" aria-label={`${t('open')}: ${item.name}`} onClick={onOpen}>
            {t('open')}
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
      </td>
    </tr>
  );
};

/** The documents that a dialog leads through, as they were when it was opened. */
interface Opened {
  readonly items: readonly InboxItem[];
  readonly at: number;
}

/** What is shown when the document that is open waits no more: the next one, or the one before it. */
const without = ({ items, at }: Opened): Opened | null => {
  const left = items.filter((_, index) => index !== at);
  return left.length ? { items: left, at: Math.min(at, left.length - 1) } : null;
};

/** What is on the page, with what can be done with several. */
const Documents = (props: {
  items: readonly InboxItem[];
  list: ListState<Inbox, (typeof SORTS)[number]>;
  onOpen: (opened: Opened) => void;
}) => {
  const { items, list, onOpen } = props;
  const { t } = useTranslation('inbox');
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  // What is not on the page any more is not meant.
  const ids = items.map(({ id }) => id).filter((id) => marked.has(id));
  const mark = (which: readonly number[], on: boolean) =>
    setMarked(new Set([...ids.filter((id) => !which.includes(id)), ...(on ? which : [])].slice(0, MOST)));
  const head = [
    <Checkbox
      key="mark"
      aria-label={t('selectAll')}
      checked={ids.length === items.length}
      indeterminate={ids.length > 0 && ids.length < items.length}
      onChange={(event) =>
        mark(
          items.map(({ id }) => id),
          event.currentTarget.checked,
        )
      }
    />,
    list.sortedBy('name', t('column.name')),
    list.sortedBy('absender', t('column.from')),
    list.sortedBy('insert_datum', t('column.received')),
    list.sortedBy('size', t('column.size')),
    '',
  ];
  return (
    <Stack>
      <DataTable label={t('title')} head={head} minWidth={720}>
        {items.map((item, at) => (
          <Row
            key={item.id}
            item={item}
            selected={marked.has(item.id)}
            onSelect={(on) => mark([item.id], on)}
            onOpen={() => onOpen({ items, at })}
          />
        ))}
      </DataTable>
      <Several ids={ids} />
    </Stack>
  );
};

export default function InboxPage() {
  const { t } = useTranslation('inbox');
  const list = useList(INBOX_KEY, SORTS, (query) => callOf('GET /inbox', { query }));
  const [opened, setOpened] = useState<Opened | null>(null);
  const item = opened?.items[opened.at];
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} />
      <Listed list={list} named={t('title')} empty={<EmptyState text={t('empty')} />}>
        {({ items }) => <Documents items={items} list={list} onOpen={setOpened} />}
      </Listed>
      {opened && item ? (
        <DocumentDialog
          item={item}
          at={opened.at}
          count={opened.items.length}
          turn={(by) => setOpened({ ...opened, at: opened.at + by })}
          done={() => setOpened(without(opened))}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
