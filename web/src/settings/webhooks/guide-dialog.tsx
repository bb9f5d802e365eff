import { SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Dialog } from '../../components/dialog/dialog.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

const javascript = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Throws where a message does not come from us. \`body\` is the request's body as it came, as text. */
const verify = (secret, headers, body) => {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('The message is too old.');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const fits = headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.split(',')[1] ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits) throw new Error('The signature is wrong.');
};
`;

const python = `import base64, hmac, time

def verify(secret: str, headers: dict, body: bytes) -> None:
    """Raises where a message does not come from us. body is the request's body as it came."""
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The message is too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    given = [one.partition(",")[2] for one in headers["webhook-signature"].split(" ")]
    if not any(hmac.compare_digest(one, expected) for one in given):
        raise ValueError("The signature is wrong.")
`;

const snippets = [
  { name: 'JavaScript', text: javascript },
  { name: 'Python', text: python },
] as const;

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
