import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { memo, useState } from 'react';
import { api } from '../../api/client.ts';
import type { RelationType, RelationTypes } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { EmptyState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { FoundStatus } from '../../components/table/search-status.tsx';
import { useProgressiveRender } from '../../hooks/use-progressive-render.ts';
import { useSave } from '../../hooks/use-save.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RELATION_TYPES_KEY } from './query-keys.ts';

const TypeNameForm = laterDialog(async () => (await import('./type-form.tsx')).TypeNameForm);

/** Groups stand below one another: their columns too. */
const WIDTHS = ['11%', '28%', '12%', '30%', '13%', '6%'];

/** Ids and names of the types that answer one. */
const reversesOf = (types: RelationTypes, id: number): readonly RelationType[] =>
  types.pairs
    .filter(({ beziehung }) => beziehung === id)
    .flatMap(({ reverse_beziehung: reverse }) => types.items.filter((type) => type.id === reverse));

const namesOf = (types: readonly RelationType[]): string => types.map(({ name }) => name).join(', ');

const RemoveQuestion = (props: { type: RelationType | null; reverse: string; onClose: () => void }) => {
  const { t } = useTranslation('relation-types');
  const { t: c } = useTranslation();
  const { type, reverse, onClose } = props;
  const remove = useSave({
    send: ({ id }: { id: number }) => api('DELETE /relation-types/:id', { id }),
    refresh: [RELATION_TYPES_KEY],
    message: () => c('deleted'),
  });
  return (
    <ConfirmModal
      opened={type !== null}
      onClose={onClose}
      title={t('removeTitle', { name: type?.name })}
      text={reverse === type?.name ? t('removeAlone') : t('removePair', { reverse })}
      confirm={t('remove')}
      run={() => remove.mutateAsync({ id: type?.id ?? 0 })}
    />
  );
};

/** The page has hundreds of rows: unchanged ones are not rendered again. */
const Row = memo(
  (props: {
    type: RelationType;
    reverse: string;
    onRename: (type: RelationType) => void;
    onRemove: (type: RelationType) => void;
  }) => {
    const { type, reverse, onRename, onRemove } = props;
    const { t } = useTranslation('relation-types');
    return (
      <tr>
        <td>{type.id}</td>
        <th scope="row">
          <Group gap="xs">
            <Text size="sm" fw={type.parent_id === null ? 600 : 400} className="break-anywhere">
              {type.name}
            </Text>
            {type.own ? (
              <Badge size="sm" variant="light">
                {t('own')}
              </Badge>
            ) : null}
          </Group>
        </th>
        <td>{builtInText(type.anrede ?? '–')}</td>
        <td className="break-anywhere">{reverse}</td>
        <td>{type.relations}</td>
        <td className="end">
          {type.own ? (
            <RowMenu
              name={type.name}
              actions={[
                { name: t('rename'), run: () => onRename(type) },
                { name: t('remove'), danger: true, run: () => onRemove(type) },
              ]}
            />
          ) : null}
        </td>
      </tr>
    );
  },
);

/** Groups that fill the window of most people. */
const FIRST_FOLDERS = 2;

/**
 * Types whose name or reverse contains the text, by group; custom ones can be renamed and removed. Rendered only for
 * another text.
 */
export const TypeTables = memo(({ types, text }: { types: RelationTypes; text: string }) => {
  const { t } = useTranslation('relation-types');
  const [renamed, setRenamed] = useState<RelationType | null>(null);
  const [removed, setRemoved] = useState<RelationType | null>(null);
  const reverses = new Map(types.items.map(({ id }) => [id, namesOf(reversesOf(types, id))]));
  const reverseOf = (id: number) => reverses.get(id) ?? '';
  const word = text.trim().toLowerCase();
  const found = types.items.filter(({ id, name }) => `${name} ${reverseOf(id)}`.toLowerCase().includes(word));
  const head = [t('column.id'), t('column.name'), t('column.anrede'), t('column.reverse'), t('column.relations'), ''];
  const folders = types.folders.filter(({ id }) => found.some(({ kreis }) => kreis === id));
  const { shown, complete } = useProgressiveRender(folders, FIRST_FOLDERS);
  return (
    <Stack aria-busy={!complete}>
      <FoundStatus word={word} count={found.length} />
      {found.length ? null : <EmptyState text={t('noHit')} />}
      {shown.map((folder) => {
        const members = found.filter(({ kreis }) => kreis === folder.id);
        return (
          <Stack key={folder.id} gap="xs">
            <Title order={2} size="h4">
              {builtInText(folder.name)}
            </Title>
            <DataTable label={builtInText(folder.name)} head={head} widths={WIDTHS} minWidth={720}>
              {members.map((type) => (
                <Row
                  key={type.id}
                  type={type}
                  reverse={reverseOf(type.id)}
                  onRename={setRenamed}
                  onRemove={setRemoved}
                />
              ))}
            </DataTable>
          </Stack>
        );
      })}
      {renamed ? <TypeNameForm type={renamed} onClose={() => setRenamed(null)} /> : null}
      <RemoveQuestion type={removed} reverse={removed ? reverseOf(removed.id) : ''} onClose={() => setRemoved(null)} />
    </Stack>
  );
});
