/** The folders of a contact above the list of its documents: each narrows the list, and takes documents that are dropped on it. */
import { Button, Group, Stack } from '@mantine/core';
import { IconDots, IconFolder, IconFolderPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useMemo, useState } from 'react';
import { type Row, readV3 } from '../../api/v3.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { ActionMenu } from '../../components/menu/action-menu.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import type { Further } from '../lists/list.tsx';
import type { Section } from '../schema/section.ts';
import { FolderForm, FolderRemoval } from './folder-dialogs.tsx';

/** The field of a document, and its value without a folder. */
export const FOLDER = 'ordner';
export const NONE = 0;
/** Record kinds whose documents have folders. */
export const CONTACTS: readonly string[] = ['customers', 'products', 'users'];

interface Folder {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
}

const folderOf = ({ id, name, parent_id: above }: Row): Folder => ({
  id: Number(id),
  name: String(name),
  parent_id: above === null ? null : Number(above),
});

/** The state of the list that the folders belong to. */
type ListTools = Parameters<Further['draw']>[1];

const pathOf = (documents: string): string => `${documents}/folders`;

/** The folders with the names of those above them, in the order of these names. */
export const useFolders = (documents: string): readonly { id: number; name: string }[] | undefined => {
  const { data } = useQuery({
    queryKey: ['v3', 'folders', documents],
    queryFn: () => readV3(pathOf(documents)),
    enabled: CONTACTS.includes(documents.split('/')[1] ?? ''),
    staleTime: 60_000,
    retry: false,
  });
  return useMemo(() => {
    if (!data) return undefined;
    const known = new Map(data.items.map(folderOf).map((one) => [one.id, one]));
    const nameOf = ({ name, parent_id: above }: Folder): string => {
      const parent = known.get(above ?? NONE);
      return parent ? `${nameOf(parent)} / ${name}` : name;
    };
    return [...known.values()]
      .map((one) => ({ id: one.id, name: nameOf(one) }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  }, [data]);
};

const move = ({ bulk, selection }: ListTools, ids: readonly number[], folder: number): void => {
  selection.clear();
  void bulk.start([{ rows: ids.map((id) => ({ id })), change: { set: { [FOLDER]: folder } } }]);
};

/** The documents that are dragged: that of the dragged link, with the ticked ones if it is one of them. */
const draggedIds = (event: DragEvent, { path }: Section, { ids }: ListTools['selection']): readonly number[] => {
  const address = event.dataTransfer.getData('text/uri-list');
  const end = address.lastIndexOf('/');
  const id = Number(address.slice(end + 1));
  if (!address.slice(0, end).endsWith(`/${path}`) || !Number.isSafeInteger(id)) return [];
  return ids.has(id) ? [...ids] : [id];
};

const isChange = ({ can, verbs }: Section): boolean => can.includes('write') && verbs.includes('bulk');

/** @param documents the list behind `/v3` */
const FolderBar = ({ section, documents, tools }: { section: Section; documents: string; tools: ListTools }) => {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const [params, change] = useSearch();
  const [over, setOver] = useState<number | null>(null);
  const [opened, setOpened] = useState<{ way: 'change' | 'remove'; id: number | null } | null>(null);
  const folders = useFolders(documents);
  const changes = isChange(section);
  if (!folders || (!folders.length && !changes)) return null;
  const chosen = params.get(FOLDER);
  const shown = folders.find(({ id }) => String(id) === chosen);
  const close = () => setOpened(null);
  const edit = (id: number) => setOpened({ way: 'change', id });
  const show = (folder: string | null) =>
    change((search) => {
      search.delete('page');
      if (folder === null) search.delete(FOLDER);
      else search.set(FOLDER, folder);
    });
  const target = (id: number) =>
    changes
      ? {
          'data-over': over === id || undefined,
          onDragOver: (event: DragEvent) => {
            event.preventDefault();
            setOver(id);
          },
          onDragLeave: () => setOver(null),
          onDrop: (event: DragEvent) => {
            setOver(null);
            const ids = draggedIds(event, section, tools.selection);
            if (!ids.length) return;
            event.preventDefault();
            event.stopPropagation();
            move(tools, ids, id);
          },
        }
      : {};
  const choice = { size: 'compact-sm', fw: 400, className: 'folder' } as const;
  const variant = (is: boolean) => (is ? 'light' : 'default');
  return (
    <Group gap={6} mb="xs" role="group" aria-label={t('folders')}>
      <Button {...choice} variant={variant(chosen === null)} aria-pressed={chosen === null} onClick={() => show(null)}>
        {t('all')}
      </Button>
      {[{ id: NONE, name: t('noFolder') }, ...folders].map(({ id, name }) => (
        <Button
          key={id}
          {...choice}
          variant={variant(chosen === String(id))}
          aria-pressed={chosen === String(id)}
          leftSection={id === NONE ? null : <IconFolder size={14} aria-hidden />}
          onClick={() => show(String(id))}
          onKeyDown={({ key }) => (key === 'F2' && changes && id !== NONE ? edit(id) : undefined)}
          {...target(id)}
        >
          {name}
        </Button>
      ))}
      {changes && shown ? (
        <ActionMenu
          label={common('actionsFor', { name: shown.name })}
          icon={IconDots}
          variant="subtle"
          color="gray"
          actions={[
            { name: t('changeFolder'), icon: IconPencil, run: () => edit(shown.id) },
            {
              name: t('deleteFolder'),
              icon: IconTrash,
              danger: true,
              run: () => setOpened({ way: 'remove', id: shown.id }),
            },
          ]}
        />
      ) : null}
      {changes ? (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFolderPlus size={14} aria-hidden />}
          onClick={() => setOpened({ way: 'change', id: null })}
        >
          {t('newFolder')}
        </Button>
      ) : null}
      {opened?.way === 'change' ? <FolderForm path={pathOf(documents)} id={opened.id} onClose={close} /> : null}
      {opened?.way === 'remove' && shown ? (
        <FolderRemoval path={pathOf(documents)} folder={shown} onClose={close} removed={() => show(null)} />
      ) : null}
    </Group>
  );
};

const MoveButton = ({ section, documents, tools }: { section: Section; documents: string; tools: ListTools }) => {
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState(false);
  const folders = useFolders(documents);
  if (!folders || !isChange(section)) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        {t('move')}
      </Button>
      {opened ? (
        <Dialog opened onClose={() => setOpened(false)} title={t('moveTitle', { count: tools.selection.ids.size })}>
          <Stack gap={6}>
            {[{ id: NONE, name: t('noFolder') }, ...folders].map(({ id, name }) => (
              <Button
                key={id}
                variant="default"
                justify="flex-start"
                leftSection={<IconFolder size={16} aria-hidden />}
                onClick={() => {
                  setOpened(false);
                  move(tools, [...tools.selection.ids], id);
                }}
              >
                {name}
              </Button>
            ))}
          </Stack>
        </Dialog>
      ) : null}
    </>
  );
};

/** The folders of the documents of a contact, for their list. */
export const foldersOf = (section: Section, documents: string): Further => ({
  filter: FOLDER,
  draw: (place, tools) => {
    const Drawn = place === 'above' ? FolderBar : MoveButton;
    return <Drawn section={section} documents={documents} tools={tools} />;
  },
});
