import { Badge, Button, Menu, Switch, Table, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { Tag, Tags } from '../../api/types.ts';
import { ConfirmModal } from '../../parts/confirm-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DateText } from '../../parts/date-text.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Listed } from '../../parts/paged.tsx';
import { EmptyState } from '../../parts/query-state.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useChange } from '../../parts/use-change.ts';
import { type ListState, useList } from '../../parts/use-list.ts';
import { useSave } from '../../parts/use-save.ts';

const KEY = ['tags'];

const valuesOf = (tag: Pick<Tag, 'tag' | 'freigabe'>) => ({ tag: tag.tag, freigabe: tag.freigabe === 1 });

/** Creates a tag or changes one. */
const TagModal = ({ tag, onClose }: { tag: Tag | null; onClose: () => void }) => {
  const { t } = useTranslation('tags');
  const { t: c } = useTranslation();
  const form = useForm({ initialValues: valuesOf(tag ?? { tag: '', freigabe: 1 }) });
  const save = useChange({
    form,
    shown: tag,
    valuesOf,
    bodyOf: (values) => ({ tag: values.tag.trim(), freigabe: values.freigabe ? (1 as const) : (0 as const) }),
    current: async () => (await api('GET /tags', { query: { only: tag?.id ?? 0 } })).items[0],
    create: (body) => api('POST /tags', { body }),
    change: (changed, before, { id }) => api('PATCH /tags/:id', { id, body: { ...changed, before } }),
    wording: ({ code }) => (code === 'duplicate_name' ? t('taken') : null),
    refresh: [KEY],
    message: tag ? c('saved') : c('created'),
    done: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={tag ? t('edit') : t('add')}
      submit={tag ? c('save') : c('create')}
      form={form}
      save={save}
      words={{
        labels: { tag: t('name'), freigabe: t('column.visible') },
        show: (name, value) => (name === 'freigabe' ? t(value ? 'everyone' : 'private') : null),
      }}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('tag')} />
      <Switch label={t('team')} description={t('teamHint')} {...form.getInputProps('freigabe', { type: 'checkbox' })} />
    </FormModal>
  );
};

const TagTable = (props: { tags: readonly Tag[]; list: ListState<Tags>; onEdit: (tag: Tag) => void }) => {
  const { t } = useTranslation('tags');
  const { t: c } = useTranslation();
  const [removing, setRemoving] = useState<Tag | null>(null);
  const remove = useSave({
    send: ({ id }: { id: number }) => api('DELETE /tags/:id', { id }),
    refresh: [KEY],
    message: c('deleted'),
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
          <Table.Tr key={tag.id}>
            <Table.Td className="break-anywhere">{tag.tag}</Table.Td>
            <Table.Td>
              <Badge variant="light" color={tag.freigabe ? 'teal' : 'gray'}>
                {tag.freigabe ? t('everyone') : t('private')}
              </Badge>
            </Table.Td>
            <Table.Td className="break-anywhere">{tag.user_name ?? '–'}</Table.Td>
            <Table.Td>
              <DateText value={tag.insert_datum} kind="date" />
            </Table.Td>
            <Table.Td>{tag.uses}</Table.Td>
            <Table.Td ta="right">
              <RowMenu name={tag.tag}>
                <Menu.Item onClick={() => props.onEdit(tag)}>{c('edit')}</Menu.Item>
                <Menu.Item color="red" onClick={() => setRemoving(tag)}>
                  {c('delete')}
                </Menu.Item>
              </RowMenu>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('removeTitle', { tag: removing?.tag })}
        text={t('removeText')}
        confirm={c('delete')}
        run={() => remove.mutateAsync({ id: removing?.id ?? 0 })}
      />
    </>
  );
};

export default function TagsPage() {
  const { t } = useTranslation('tags');
  const [edited, setEdited] = useState<Tag | 'new' | null>(null);
  const list = useList(KEY, ({ sort, ...place }) => api('GET /tags', { query: { ...place, sort: sort || 'tag' } }));
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
      {edited ? <TagModal tag={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
