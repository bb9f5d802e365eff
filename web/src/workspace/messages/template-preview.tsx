/** Shows a template with the values of a chosen record. */
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog/dialog.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { ServerSelect } from '../../components/select/server-select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRecordSearch } from '../search/use-record-search.ts';
import { filledQuery, type Template } from './templates.ts';

export const TemplatePreview = ({ template, onClose }: { template: Template; onClose: () => void }) => {
  const { t } = useTranslation('messages');
  const [record, setRecord] = useState<string | null>(null);
  const search = useRecordSearch(({ path }) => path === template.section);
  const query = useQuery({
    ...filledQuery(template.id, template.section, Number(record?.split('/')[1])),
    enabled: record !== null,
  });
  return (
    <Dialog opened size="xl" onClose={onClose} title={t('previewOf', { name: template.name })}>
      <Stack>
        <ServerSelect
          label={t('previewRecord')}
          placeholder={t('previewHint')}
          {...search}
          value={record}
          onChange={setRecord}
          data-autofocus
        />
        {query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : null}
        {query.data ? (
          <>
            {query.data.empty.length ? (
              <Alert color="yellow">{t('empty', { names: query.data.empty.join(', ') })}</Alert>
            ) : null}
            <Text fw={600}>{query.data.subject}</Text>
            <Text style={{ whiteSpace: 'pre-wrap' }}>{query.data.text}</Text>
          </>
        ) : null}
      </Stack>
    </Dialog>
  );
};
