/** The rows that the typed rules and the typed period would remove now and within a year, before they are saved. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { RetentionDue, RetentionRule } from '../../api/types.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

interface Body {
  readonly rules: RetentionRule[];
  readonly purge_days: number;
}

const DueTable = ({ due, nameOf }: { due: RetentionDue; nameOf: (section: string) => string }) => {
  const { t } = useTranslation('retention');
  if (!due.sections.length) return <Text size="sm">{t(due.is_minimum ? 'noneSoFar' : 'none')}</Text>;
  return (
    <Stack gap="xs">
      <DataTable label={t('due')} head={[t('section'), t('erased'), t('purged'), t('withinYear')]} minWidth={520}>
        {due.sections.map(({ section, erased, purged, within_year }) => (
          <tr key={section}>
            <th scope="row">{nameOf(section)}</th>
            <td>{erased}</td>
            <td>{purged}</td>
            <td>{within_year}</td>
          </tr>
        ))}
      </DataTable>
      {due.is_minimum && <Text size="sm">{t('atLeast')}</Text>}
    </Stack>
  );
};

/**
 * A button that counts the rows, and the result until something else is typed.
 * @param bodyOf the typed rules and period as they would be saved
 * @param nameOf the name of a section
 */
export const RetentionPreview = <V extends Record<string, unknown>>(props: {
  form: UseFormReturnType<V>;
  bodyOf: () => Body;
  nameOf: (section: string) => string;
}) => {
  const { form, bodyOf, nameOf } = props;
  const { t } = useTranslation('retention');
  const [shown, setShown] = useState<{ readonly of: string; readonly due: RetentionDue }>();
  const preview = useSave({
    send: async (body: { rules: RetentionRule[]; purge_days: number }) => {
      const due = await api('POST /privacy/preview', { body });
      setShown({ of: JSON.stringify(body), due });
    },
  });
  const isShown = shown?.of === JSON.stringify(bodyOf());
  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          loading={preview.isPending}
          onClick={() => {
            if (!form.validate().hasErrors) preview.mutate(bodyOf());
          }}
        >
          {t('preview')}
        </Button>
      </Group>
      <div aria-live="polite">
        {preview.error && <Alert color="red">{errorText(preview.error)}</Alert>}
        {isShown && shown && <DueTable due={shown.due} nameOf={nameOf} />}
      </div>
    </Stack>
  );
};
