import { Badge, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { Tag, Tags } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { Listed } from '../../components/table/paged-list.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { type ListState, useList } from '../../hooks/use-list.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TAGS_KEY } from './query-keys.ts';

const TagForm = laterDialog(async () => (await import('./tag-form.tsx')).TagForm);

const SORTS = ['tag', 'user_name', 'insert_datum'] as const;

const TagTable = (props: {
  tags: readonly Tag[];
  list: ListState<Tags, (typeof SORTS)[number]>;
  onEdit: (tag: Tag) => void;
}) => {
  const { t } = useTranslation('tags');
  const { t: c } = useTranslation();
  const [removing, setRemoving] = useState<Tag | null>(null);
  const remove = useSave({
    send: ({ id }: { id: number }) => api('DELETE /tags/:id', { id }),
    refresh: [TAGS_KEY],
    message: () => c('deleted'),
  });
  const { sortedBy } = props.list;
  const head = [
    sortedBy('tag', t('column.tag')),
    t('column.visible'),
    sortedBy('user_name', t('column.owner')),
    sortedBy('insert_datum', t('column.date')),
    t('column.uses'),
    '',
  ];
  return (
    <>
      <DataTable label={t('title')} head={head}>
        {props.tags.map((tag) => (
          <tr key={tag.id}>
            <th scope="row" className="break-anywhere">
              {tag.tag}
            </th>
            <td>
              <Badge variant="light" color={tag.freigabe ? 'teal' : 'gray'}>
                {tag.freigabe ? t('everyone') : t('private')}
              </Badge>
            </td>
            <td className="break-anywhere">{tag.user_name ?? '–'}</td>
            <td>
              <DateText value={tag.insert_datum} kind="date" />
            </td>
            <td>{tag.uses}</td>
            <td className="end">
              <RowMenu
                name={tag.tag}
                actions={[
                  { name: c('edit'), run: () => props.onEdit(tag) },
                  { name: c('delete'), danger: true, run: () => setRemoving(tag) },
                ]}
              />
            </td>
          </tr>
        ))}
      </DataTable>
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('removeTitle', { tag: removing?.tag })}
        text={t('removeText', { count: removing?.uses ?? 0 })}
        confirm={c('delete')}
        run={() => remove.mutateAsync({ id: removing?.id ?? 0 })}
      />
    </>
  );
};

export default function TagsPage() {
  const { t } = useTranslation('tags');
  const [edited, setEdited] = useState<Tag | 'new' | null>(null);
  const list = useList(TAGS_KEY, SORTS, ({ sort, ...place }) =>
    callOf('GET /tags', { query: { ...place, sort: sort || 'tag' } }),
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} actions={add} />
      <Listed list={list} named={t('title')} empty={<EmptyState text={t('empty')} />}>
        {({ items }) => <TagTable tags={items} list={list} onEdit={setEdited} />}
      </Listed>
      {edited ? <TagForm tag={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
