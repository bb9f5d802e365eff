import { SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { snippets } from './verify-snippets.ts';

const Catalogue = () => {
  const { t } = useTranslation('webhooks');
  const names = useQuery({
    queryKey: ['events'],
    queryFn: () => api('GET /events'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [name, setName] = useState('customers.insert');
  const sample = useQuery({ queryKey: ['events', name], queryFn: () => api('GET /events/:name', { name }) });
  return (
    <Stack gap="xs">
      <Select
        label={t('event')}
        data={[...(names.data?.items ?? [name])]}
        value={name}
        onChange={(value) => setName(value ?? name)}
        allowDeselect={false}
        searchable
        maxDropdownHeight={260}
        openOnFocus={false}
        data-autofocus
      />
      <QueryState query={sample}>
        {(answer) => <CodeBlock label={t('sample')} text={JSON.stringify(answer.sample, null, 2)} />}
      </QueryState>
    </Stack>
  );
};

/** Guide for authors of receivers: every event with a sample, and the verification of a message. */
export const GuideDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('webhooks');
  const [language, setLanguage] = useState<string>(snippets[0].name);
  const snippet = snippets.find(({ name }) => name === language) ?? snippets[0];
  return (
    <Dialog opened onClose={onClose} title={t('guide')} size="xl">
      <Stack>
        <Title order={3} size="h5">
          {t('catalogue')}
        </Title>
        <Text size="sm">{t('catalogueText')}</Text>
        <Catalogue />
        <Title order={3} size="h5">
          {t('verify')}
        </Title>
        <Text size="sm">{t('verifyText')}</Text>
        <div>
          <SegmentedControl
            size="xs"
            aria-label={t('programmingLanguage')}
            value={language}
            onChange={setLanguage}
            data={snippets.map(({ name }) => name)}
          />
        </div>
        <CodeBlock label={t('verify')} text={snippet.text} />
      </Stack>
    </Dialog>
  );
};
