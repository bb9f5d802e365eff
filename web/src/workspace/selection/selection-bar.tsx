/** The bar below a list: the actions for its ticked records, and the outcome of the last one. */
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../api/v3.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { holdKeys } from '../../hooks/early-keys.ts';
import { useKeys } from '../../hooks/keys.ts';
import { notifyError, notifyFailure } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { POSTPONED_FIELDS, PostponeForm, postponed } from '../my-day/postpone.tsx';
import { ACTIVITIES } from '../schema/activity.ts';
import type { Section } from '../schema/section.ts';
import { idOf, useSections } from '../schema/sections.ts';
import type { Change } from './bulk.ts';
import { RunBar } from './run-bar.tsx';
import type { Bulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const SetForm = laterDialog(async () => (await import('./change-forms.tsx')).SetForm);
const TagForm = laterDialog(async () => (await import('./change-forms.tsx')).TagForm);

/** More records than that are not deleted without a question, although it can be undone. */
const ASKED_FROM = 51;

type Opened = 'set' | 'tag' | 'remove' | 'postpone' | null;

/** Buttons for changes, for users who may change records of the kind. */
const Changes = (props: {
  section: Section;
  selection: Selection;
  start: (change: Change) => void;
  /** Puts the ticked tasks off; null for other kinds. */
  postpone: ((day: string) => void) | null;
}) => {
  const { section, selection, start, postpone } = props;
  const { t } = useTranslation('selection');
  const { data: sections = [] } = useSections();
  const [opened, setOpened] = useState<Opened>(null);
  const count = selection.ids.size;
  const tool = { size: 'compact-sm', variant: 'default' } as const;
  const close = () => setOpened(null);
  const openPostpone = () => {
    setOpened('postpone');
    holdKeys();
  };
  useKeys(postpone ? { w: openPostpone } : {});
  const form = { opened: true, onClose: close, section, submit: t('change', { count }), onChange: start };
  const tagged = section.annotations.includes('tags') && sections.some(({ path }) => path === 'system/tags');
  const removes = section.verbs.includes('remove');
  return (
    <>
      <Button {...tool} onClick={() => setOpened('set')}>
        {t('setField')}
      </Button>
      {postpone ? (
        <Button {...tool} onClick={() => setOpened('postpone')}>
          {t('postpone')}
        </Button>
      ) : null}
      {tagged ? (
        <Button {...tool} onClick={() => setOpened('tag')}>
          {t('tag')}
        </Button>
      ) : null}
      {removes ? (
        <Button {...tool} onClick={() => (count < ASKED_FROM ? start({ remove: true }) : setOpened('remove'))}>
          {t('remove')}
        </Button>
      ) : null}
      {opened === 'set' ? <SetForm {...form} /> : null}
      {opened === 'postpone' && postpone ? (
        <PostponeForm opened onClose={close} title={t('postponeTitle', { count })} onDay={postpone} />
      ) : null}
      {opened === 'tag' ? <TagForm {...form} /> : null}
      <ConfirmModal
        opened={opened === 'remove'}
        onClose={close}
        title={t('removeTitle', { count })}
        text={t('removeText')}
        confirm={t('remove')}
        run={async () => start({ remove: true })}
      />
    </>
  );
};

/**
 * @param total records of the list
 * @param readAll reads these fields of all of them; null where they are too many
 * @param exports the button that exports the ticked records
 */
export const SelectionBar = (props: {
  section: Section;
  selection: Selection;
  bulk: Bulk;
  total: number;
  readAll: (fields: string) => Promise<readonly Row[] | null>;
  exports: ReactNode;
}) => {
  const { section, selection, bulk, total, readAll, exports } = props;
  const { t } = useTranslation('selection');
  const [busy, setBusy] = useState(false);
  const count = selection.ids.size;
  if (!count && !bulk.run) return null;
  const selectAll = async () => {
    setBusy(true);
    try {
      const rows = await readAll('id');
      if (rows)
        selection.set(
          rows.map((row) => idOf(section, row)),
          true,
        );
      else notifyError(new Error(t('tooMany')));
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  };
  const start = (change: Change) => {
    const rows = [...selection.ids].map((id) => ({ id }));
    selection.clear();
    void bulk.start([{ rows, change }]);
  };
  const postpone = async (day: string) => {
    const ids = selection.ids;
    try {
      const rows = await readAll(POSTPONED_FIELDS);
      const batches = postponed(
        (rows ?? []).filter((row) => ids.has(idOf(section, row))),
        day,
      );
      if (!batches.length) return notifyFailure(() => t('nothingToPostpone'));
      selection.clear();
      await bulk.start(batches);
    } catch (error) {
      notifyError(error);
    }
  };
  const changes = section.can.includes('write') && section.verbs.includes('bulk');
  return (
    <div className="selection-bar not-printed" role="toolbar" aria-label={t('title')}>
      {bulk.run ? (
        <RunBar section={section} run={bulk.run} bulk={bulk} />
      ) : (
        <Group gap="xs">
          <Text size="sm" role="status">
            {t('selected', { count })}
          </Text>
          {count < total ? (
            <Button size="compact-sm" variant="subtle" onClick={selectAll} loading={busy}>
              {t('selectAll', { count: total })}
            </Button>
          ) : null}
          {changes ? (
            <Changes
              section={section}
              selection={selection}
              start={start}
              postpone={section.path === ACTIVITIES ? postpone : null}
            />
          ) : null}
          {exports}
          <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
            {t('clear')}
          </Button>
        </Group>
      )}
    </div>
  );
};
