/** Sign-in with the work account: the issuer of the organisation, with a test that walks through it. */
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, callOf } from '../../api/client.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { CopyField } from '../../components/text/copy-field.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useHasDraft } from '../../hooks/use-draft.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ProofModal } from '../account/reauth-modal.tsx';
import { SSO_DRAFT, SSO_KEY, type Sso } from './sso-query.ts';

const SsoForm = laterDialog(async () => (await import('./sso-form.tsx')).SsoForm);

const Help = () => {
  const { t } = useTranslation('sso');
  return (
    <Stack gap="xs">
      {(['entra', 'google', 'keycloak'] as const).map((name) => (
        <details key={name}>
          <summary>{t(`help.${name}.title`)}</summary>
          <Text size="sm" mt={4} className="break-anywhere">
            {t(`help.${name}.text`)}
          </Text>
        </details>
      ))}
    </Stack>
  );
};

const State = ({ settings, onEdit }: { settings: Sso | null; onEdit: () => void }) => {
  const { t } = useTranslation('sso');
  const { t: common } = useTranslation();
  const [removes, setRemoves] = useState(false);
  const test = useSave({
    send: (_: Record<string, never>) => api('POST /sso/test'),
    done: ({ url }: { url: string }) => window.location.assign(url),
  });
  const said = test.error instanceof ApiError ? test.error.details.said : undefined;
  if (!settings)
    return (
      <Stack>
        <Text size="sm">{t('none')}</Text>
        <Group justify="flex-end">
          <Button onClick={onEdit}>{t('create')}</Button>
        </Group>
      </Stack>
    );
  const { issuer, client_id: client, active, local_passwords: local } = settings;
  return (
    <Stack>
      <Text size="sm" className="break-anywhere">
        {t(active ? 'isActive' : 'isInactive', { issuer, client })}
      </Text>
      {local ? null : <Alert color="blue">{t('localOff')}</Alert>}
      <FormErrors error={test.error} />
      {said ? <Text size="sm">{t('said', { said: String(said) })}</Text> : null}
      <Text size="sm" c="dimmed">
        {t('testText')}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setRemoves(true)}>
          {t('remove')}
        </Button>
        <Button variant="default" onClick={onEdit}>
          {common('edit')}
        </Button>
        <Button variant="light" loading={test.isPending} onClick={() => test.mutate({})}>
          {t('test')}
        </Button>
      </Group>
      {removes ? (
        <ProofModal
          title={t('removeTitle')}
          submit={t('remove')}
          send={(proof) => api('POST /sso/remove', { body: proof })}
          done={() => setRemoves(false)}
          onClose={() => setRemoves(false)}
          refresh={[SSO_KEY]}
          message={() => common('deleted')}
        >
          <Text size="sm">{t('removeText')}</Text>
        </ProofModal>
      ) : null}
    </Stack>
  );
};

export default function SsoSettingsPage() {
  const { t } = useTranslation('sso');
  const hasDraft = useHasDraft();
  const [edits, setEdits] = useState(() => hasDraft(SSO_DRAFT));
  const query = useQuery({ queryKey: SSO_KEY, ...callOf('GET /sso') });
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <QueryState query={query} rows={3}>
        {({ settings, redirect_uri, signed_out_uri, link }) => (
          <Stack>
            <Card withBorder component="section" padding="lg">
              <State settings={settings} onEdit={() => setEdits(true)} />
            </Card>
            <Card withBorder component="section" padding="lg">
              <Title order={2} size="h4" mb="sm">
                {t('addresses')}
              </Title>
              <Stack>
                <CopyField label={t('redirect')} description={t('redirectText')} value={redirect_uri} />
                <CopyField label={t('signedOut')} description={t('signedOutText')} value={signed_out_uri} />
                {settings ? <CopyField label={t('link')} description={t('linkText')} value={link} /> : null}
                <Help />
              </Stack>
            </Card>
            {edits ? <SsoForm settings={settings} onClose={() => setEdits(false)} /> : null}
          </Stack>
        )}
      </QueryState>
    </>
  );
}
