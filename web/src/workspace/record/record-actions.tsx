/** Actions on a record, for users who may change it. */
import { Button, Group } from '@mantine/core';
import {
  IconArrowMerge,
  IconChecklist,
  IconDots,
  IconFileText,
  IconMail,
  IconNote,
  IconPencil,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import type { Row } from '../../api/v3.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { ActionMenu } from '../../components/menu/action-menu.tsx';
import { holdKeys } from '../../hooks/early-keys.ts';
import { useKeys } from '../../hooks/keys.ts';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/router.ts';
import { TEMPLATE_SECTIONS, WRITES_MESSAGES } from '../messages/templates.ts';
import { PostponeButton } from '../my-day/postpone.tsx';
import { type About, ACTIVITIES, contactOf } from '../schema/activity.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection, useSections } from '../schema/sections.ts';
import { isRestorable, useRemove } from '../schema/use-removal.ts';
import { DoneButton } from './done-button.tsx';

const ActivityForm = laterDialog(async () => (await import('../forms/activity-form.tsx')).ActivityForm);
const LetterForm = laterDialog(async () => (await import('../messages/letter-form.tsx')).LetterForm);
const MessageForm = laterDialog(async () => (await import('../messages/message-form.tsx')).MessageForm);

/** Notes and tasks for the record, where the user may make them and a contact is known. */
const ActivityButtons = ({ about, activities }: { about: About; activities: Section }) => {
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState<'note' | 'task' | null>(null);
  const openAtKey = (form: 'note' | 'task') => () => {
    setOpened(form);
    holdKeys();
  };
  useKeys({ n: openAtKey('note'), t: openAtKey('task') });
  return (
    <>
      <Button variant="default" onClick={() => setOpened('note')} leftSection={<IconNote size={16} aria-hidden />}>
        {t('note')}
      </Button>
      <Button variant="default" onClick={() => setOpened('task')} leftSection={<IconChecklist size={16} aria-hidden />}>
        {t('task')}
      </Button>
      {opened ? (
        <ActivityForm
          key={opened}
          opened
          task={opened === 'task'}
          onClose={() => setOpened(null)}
          about={about}
          activities={activities}
        />
      ) : null}
    </>
  );
};

/** The way to the privacy of a record; null where the record has none or the user may not see it. */
const usePrivacyLink = ({ path }: Section, id: number): string | null => {
  const reads = useSession().user.scopes.includes('v3:privacy:read');
  return reads && path === 'customers' ? `/${path}/${id}/privacy` : null;
};

/** For users who may see the privacy of a customer, but not change records. */
export const PrivacyButton = ({ section, id }: { section: Section; id: number }) => {
  const { t } = useTranslation('privacy');
  const to = usePrivacyLink(section, id);
  if (!to) return null;
  return (
    <Button component={Link} to={to} variant="default" leftSection={<IconShieldLock size={16} aria-hidden />}>
      {t('title')}
    </Button>
  );
};

const contractsOf = ({ counts }: Row): number =>
  (counts as Readonly<Record<string, number>> | undefined)?.contracts ?? 0;

/** The lists below a record with their numbers: `Verträge 4, Schäden 2`. */
const contentsOf = ({ children }: Section, { counts }: Row, sections: readonly Section[]): string =>
  children
    .flatMap((path) => {
      const count = (counts as Readonly<Record<string, number>>)[path];
      const kind = sections.find((one) => one.path === path);
      return kind && count ? [`${titleOfSection(kind)} ${count}`] : [];
    })
    .join(', ');

export const RecordActions = (props: { section: Section; id: number; title: string; row: Row }) => {
  const { section, id, title, row } = props;
  const { data: sections = [] } = useSections();
  const activities = sections.find(({ path, can }) => path === ACTIVITIES && can.includes('write'));
  const about = { section, row };
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const { t: privacy } = useTranslation('privacy');
  const privacyLink = usePrivacyLink(section, id);
  const { t: messages } = useTranslation('messages');
  const writesMail =
    useSession().user.scopes.includes(WRITES_MESSAGES) && TEMPLATE_SECTIONS.some((path) => path === section.path);
  const [writing, setWriting] = useState<'mail' | 'letter' | null>(null);
  const [asked, setAsked] = useState(false);
  const edit = `/${section.path}/${id}?edit=1`;
  useKeys({
    e: () => {
      navigate(edit);
      holdKeys();
    },
  });
  const remove = useRemove(section, id, title);
  const contents = contractsOf(row) ? contentsOf(section, row, sections) : '';
  const ask = () => (isRestorable(section) && !contents ? void remove().catch(notifyError) : setAsked(true));
  return (
    <Group gap="xs">
      {section.path === ACTIVITIES ? <DoneButton row={row} title={title} /> : null}
      <PostponeButton section={section} row={row} />
      {section.path !== ACTIVITIES && activities && contactOf(about, activities) ? (
        <ActivityButtons about={about} activities={activities} />
      ) : null}
      <Button component={Link} to={edit} leftSection={<IconPencil size={16} aria-hidden />}>
        {common('edit')}
      </Button>
      <ActionMenu
        label={t('actionsOf', { title })}
        icon={IconDots}
        actions={[
          ...(writesMail
            ? [
                { name: messages('write'), icon: IconMail, run: () => setWriting('mail') },
                { name: messages('letter.one'), icon: IconFileText, run: () => setWriting('letter') },
              ]
            : []),
          ...(section.path === 'customers'
            ? [{ name: t('merge'), icon: IconArrowMerge, to: `/customers/${id}/merge` }]
            : []),
          ...(privacyLink ? [{ name: privacy('title'), icon: IconShieldLock, to: privacyLink }] : []),
          { name: common('delete'), icon: IconTrash, danger: true, run: ask },
        ]}
      />
      {writing === 'mail' ? <MessageForm section={section} row={row} onClose={() => setWriting(null)} /> : null}
      {writing === 'letter' ? (
        <LetterForm kind="letter" section={section} ids={[id]} onClose={() => setWriting(null)} />
      ) : null}
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('deleteTitle', { title })}
        text={contents ? t('deleteContents', { contents }) : t('deleteText')}
        confirm={common('delete')}
        run={remove}
      />
    </Group>
  );
};
