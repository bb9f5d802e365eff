/** Menu of the views of a list: selects, saves, shares and deletes a view. */
import { Group, Text } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconLayoutList,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { sendV3 } from '../../api/v3.ts';
import { laterDialog } from '../../components/lazy.ts';
import { ActionMenu } from '../../components/menu/action-menu.tsx';
import { notify, notifyError, notifyWith } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { navigate } from '../../router/router.ts';
import { useSearch } from '../../router/use-router.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection, useSections } from '../schema/sections.ts';
import { addressOf, queryOf, useStars, useViews, VIEWS, type View } from './views.ts';

const ViewForm = laterDialog(async () => (await import('./view-form.tsx')).ViewForm);

/** Changes of views; each reports its errors. */
const useViewChanges = (section: Section) => {
  const { t } = useTranslation('views');
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['v3', VIEWS] });
  const change = async (view: View, values: Partial<View>): Promise<void> => {
    try {
      await sendV3('PATCH', `/${VIEWS}/${view.id}`, values);
      notify(() => t('saved', { name: view.name }));
    } catch (error) {
      notifyError(error);
    }
    await refresh();
  };
  const create = async (values: Pick<View, 'name' | 'freigabe'>, query: string): Promise<void> => {
    const { id, name } = await sendV3('POST', `/${VIEWS}`, { ...values, section: section.path, query });
    await refresh();
    navigate(addressOf({ section: section.path, id: Number(id), query }), { replace: true });
    notify(() => t('saved', { name }));
  };
  const restore = async (view: View): Promise<void> => {
    await sendV3('POST', `/${VIEWS}/${view.id}/restore`).catch(notifyError);
    await refresh();
  };
  const remove = async (view: View): Promise<void> => {
    try {
      await sendV3('DELETE', `/${VIEWS}/${view.id}`);
      navigate(`/${section.path}`);
      const undo = { name: () => t('undo'), run: () => void restore(view) };
      notifyWith(() => t('deleted', { name: view.name }), undo);
    } catch (error) {
      notifyError(error);
    }
    await refresh();
  };
  return { change, create, remove };
};

/** @param savable whether the service accepts the query of the list */
export const ViewMenu = ({ section, savable }: { section: Section; savable: boolean }) => {
  const { t } = useTranslation('views');
  const { user } = useSession();
  const { data: sections = [] } = useSections();
  const [params] = useSearch();
  const views = useViews(section);
  const { change, create, remove } = useViewChanges(section);
  const { starred, turn } = useStars();
  const [naming, setNaming] = useState(false);
  const access = sections.find(({ path }) => path === VIEWS);
  if (!access) return null;
  const writes = access.can.includes('write');
  const shares = section.can.includes('write');
  const shown = views.find(({ id }) => String(id) === params.get('view'));
  const query = queryOf(params);
  const changed = shown !== undefined && query !== queryOf(new URLSearchParams(shown.query ?? ''));
  const all = t('all', { title: titleOfSection(section) });
  const name = shown?.name ?? all;
  const mayChange = shown && writes && (shown.kid === user.kid || user.administrator);
  const isShared = shown?.freigabe === 1;
  const choices = views.map((view) => ({
    name: view.freigabe ? t('shared', { name: view.name }) : view.name,
    icon: starred.has(view.id) ? IconStarFilled : IconBookmark,
    to: addressOf(view),
    chosen: view === shown,
  }));
  const star =
    shown && writes
      ? {
          name: t(starred.has(shown.id) ? 'unstar' : 'star'),
          icon: starred.has(shown.id) ? IconStarFilled : IconStar,
          run: () => void turn(shown).catch(notifyError),
        }
      : null;
  const onShown = mayChange
    ? [
        changed && savable
          ? { name: t('save'), icon: IconDeviceFloppy, run: () => void change(shown, { query }) }
          : null,
        isShared || shares
          ? {
              name: isShared ? t('unshare') : t('share'),
              icon: IconUsersGroup,
              run: () => void change(shown, { freigabe: isShared ? 0 : 1 }),
            }
          : null,
        { name: t('remove'), icon: IconTrash, danger: true, run: () => void remove(shown) },
      ]
    : [];
  return (
    <Group gap={6} wrap="nowrap" className="not-printed">
      <ActionMenu
        label={t('view', { name })}
        icon={IconLayoutList}
        start
        actions={[
          { name: all, icon: IconLayoutList, to: `/${section.path}`, chosen: !shown },
          ...choices,
          ...(writes && savable ? [{ name: t('saveAs'), icon: IconBookmarkPlus, run: () => setNaming(true) }] : []),
          star,
          ...onShown,
        ]}
      />
      {shown ? (
        <Text size="sm" className="break-anywhere">
          {name}
          {changed ? ` · ${t('changed')}` : null}
        </Text>
      ) : null}
      {naming ? (
        <ViewForm opened shares={shares} onClose={() => setNaming(false)} create={(values) => create(values, query)} />
      ) : null}
    </Group>
  );
};
