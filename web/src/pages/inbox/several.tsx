import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { notify } from '../../parts/notify.ts';
import { useSave } from '../../parts/use-save.ts';
import { bodyOf, RecordFields, type Target, useTarget } from './record-fields.tsx';
import { REFRESHED } from './shared.ts';

/** Says what was done, and how many were gone already. */
const useTell = () => {
  const { t } = useTranslation('inbox');
  return (done: 'assignedSeveral' | 'discardedSeveral', count: number, gone: readonly number[]) =>
    notify([t(done, { count }), ...(gone.length ? [t('gone', { count: gone.length })] : [])].join(' '));
};

const AssignSeveral = ({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) => {
  const { t } = useTranslation('inbox');
  const tell = useTell();
  const form = useTarget();
  const save = useSave({
    form,
    send: (target: Target) => api('POST /inbox/assign', { body: { ids, ...bodyOf(target) } }),
    refresh: REFRESHED,
    done: ({ assigned, gone }) => {
      tell('assignedSeveral', assigned.length, gone);
      onClose();
    },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('assignSeveral', { count: ids.length })}
      submit={t('assign')}
      form={form}
      save={save}
    >
      <RecordFields form={form} />
    </FormModal>
  );
};

/** What can be done with the documents that are selected. */
export const Several = ({ ids }: { ids: readonly number[] }) => {
  const { t } = useTranslation('inbox');
  const tell = useTell();
  const [assigning, setAssigning] = useState(false);
  const discard = useSave({
    send: (_: Record<string, never>) => api('POST /inbox/discard', { body: { ids } }),
    refresh: REFRESHED,
    done: ({ discarded, gone }) => tell('discardedSeveral', discarded, gone),
  });
  return (
    <Group>
      <Text size="sm" role="status">
        {t('selected', { count: ids.length })}
      </Text>
      <Button variant="light" disabled={!ids.length} onClick={() => setAssigning(true)}>
        {t('assign')}
      </Button>
      <ConfirmButton
        title={t('discardSeveral', { count: ids.length })}
        text={t('discardText')}
        confirm={t('discard')}
        run={() => discard.mutateAsync({})}
        button={{ disabled: !ids.length }}
      >
        {t('discard')}
      </ConfirmButton>
      {assigning ? <AssignSeveral ids={ids} onClose={() => setAssigning(false)} /> : null}
    </Group>
  );
};
