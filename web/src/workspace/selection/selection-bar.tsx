/** The bar below a list: the actions for its ticked records, and the outcome of the last one. */
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import { useSections } from '../schema/sections.ts';
import type { Change } from './bulk.ts';
import { RunBar } from './run-bar.tsx';
import type { Bulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const SetForm = laterDialog(async () => (await import('./change-forms.tsx')).SetForm);
const TagForm = laterDialog(async () => (await import('./change-forms.tsx')).TagForm);

/** More records than that are not deleted without a question, although it can be undone. */
const ASKED_FROM = 51;

type Opened = 'set' | 'tag' | 'remove' | null;

/** Buttons for changes, for users who may change records of the kind. */
const Changes = (props: { section: Section; selection: Selection; start: (change: Change) => void }) => {
  const { section, selection, start } = props;
  const { t } = useTranslation('selection');
  const { data: sections = [] } = useSections();
  const [opened, setOpened] = useState<Opened>(null);
  const count = selection.ids.size;
  const tool = { size: 'compact-sm', variant: 'default' } as const;
  const close = () => setOpened(null);
  const form = { opened: true, onClose: close, section, submit: t('change', { count }), onChange: start };
  const tagged = section.annotations.includes('tags') && sections.some(({ path }) => path === 'system/tags');
  const removes = section.verbs.includes('remove');
  return (
    <>
      <Button {...tool} onClick={() => setOpened('set')}>
        {t('setField')}
      </Button>
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
 * @param allIds reads the ids of all of them; null where they are too many
 * @param exports the button that exports the ticked records
 */
export const SelectionBar = (props: {
  section: Section;
  selection: Selection;
  bulk: Bulk;
  total: number;
  allIds: () => Promise<readonly number[] | null>;
  exports: ReactNode;
}) => {
  const { section, selection, bulk, total, allIds, exports } = props;
  const { t } = useTranslation('selection');
  const [busy, setBusy] = useState(false);
  const count = selection.ids.size;
  if (!count && !bulk.run) return null;
  const selectAll = async () => {
    setBusy(true);
    try {
      const ids = await allIds();
      if (ids) selection.set(ids, true);
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
          {changes ? <Changes section={section} selection={selection} start={start} /> : null}
          {exports}
          <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
            {t('clear')}
          </Button>
        </Group>
      )}
    </div>
  );
};
