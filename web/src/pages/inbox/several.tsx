import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { laterDialog } from '../../parts/on-demand.ts';
import { useSave } from '../../parts/use-save.ts';
import { REFRESHED } from './shared.ts';
import { useTell } from './use-tell.ts';

const AssignSeveral = laterDialog(async () => (await import('./assign-several.tsx')).AssignSeveral);

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
    <Group className={ids.length ? 'marked-acts' : ''}>
      <Text size="sm" role="status">
        {t('selected', { count: ids.length })}
      </Text>
      <Button variant="light" disabled={!ids.length} onClick={() => setAssigning(true)}>
        {t('assign')}
      </Button>
      <ConfirmButton
        title={t('discardSeveral', { count: ids.length })}
        text={t('discardSeveralText', { count: ids.length })}
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
