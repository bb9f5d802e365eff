/** Says that a form shows a text that was typed earlier, and offers to discard it. */
import { Alert, Button, Group, Text } from '@mantine/core';
import type { FormDraft } from '../../hooks/use-draft.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

export const DraftNotice = ({ draft }: { draft: FormDraft }) => {
  const { t, language } = useTranslation();
  const { restored, discard } = draft;
  if (restored === null) return null;
  return (
    <Alert color="blue" role="status" p="xs">
      <Group gap="xs">
        <Text size="sm">{t('draft.restored', { time: dateFormat(language, 'time').format(restored) })}</Text>
        <Button size="compact-sm" variant="default" onClick={discard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
};
