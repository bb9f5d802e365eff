/** Name and logo of the organisation, and whether mails leave the service. */
import {
  Alert,
  Badge,
  Button,
  Card,
  FileButton,
  Group,
  Image,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, addressOf, api, callOf } from '../../api/client.ts';
import type { MailStatus, OrganisationProfile } from '../../api/types.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { Form } from '../../components/form/form.tsx';
import { Select } from '../../components/select/select.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { errorText, issueText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ArchiveCard } from './archive-card.tsx';
import { ORGANISATION_KEY, SHOWN_AT } from './query-keys.ts';

/** Time zones that the browser knows, and the present one. */
const zonesWith = (present: string): string[] => [
  ...new Set([present, ...Intl.supportedValuesOf('timeZone'), 'UTC'].sort()),
];

const valuesOf = ({ name, time_zone }: OrganisationProfile) => ({ name, time_zone });

const Fields = ({ organisation, saved }: { organisation: OrganisationProfile; saved: () => void }) => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(organisation),
    validate: { name: (value) => (value.trim() ? null : t('missing')) },
  });
  const save = useVersionedForm({
    form,
    shown: organisation,
    valuesOf,
    bodyOf: (values) => values,
    current: () => api('GET /organisation'),
    change: (changed, before) => api('PATCH /organisation', { body: { ...changed, before } }),
    refresh: SHOWN_AT,
    message: () => c('saved'),
    done: saved,
  });
  return (
    <Form form={form} save={save} words={{ labels: { name: t('name'), time_zone: t('timeZone') } }}>
      <TextInput label={t('name')} maxLength={255} required {...form.getInputProps('name')} />
      <Select
        label={t('timeZone')}
        description={t('timeZoneText')}
        data={zonesWith(organisation.time_zone)}
        searchable
        allowDeselect={false}
        limit={50}
        nothingFoundMessage={c('nothingFound')}
        {...form.getInputProps('time_zone')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          {c('save')}
        </Button>
      </Group>
    </Form>
  );
};

/** Name and time zone. */
const NameCard = ({ organisation }: { organisation: OrganisationProfile }) => {
  const { t } = useTranslation('organisation');
  // Saved values are the next initial values of the form.
  const [saves, setSaves] = useState(0);
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="md">
        {t('profile')}
      </Title>
      <Fields key={saves} organisation={organisation} saved={() => setSaves(saves + 1)} />
    </Card>
  );
};

/** Asked with the organisation, so that neither waits for the other. */
const useMail = () => useQuery({ queryKey: ['mail'], ...callOf('GET /mail') });

const Test = () => {
  const { t } = useTranslation('organisation');
  const test = useSave({ send: (_: Record<string, never>) => api('POST /mail/test') });
  const { data, error } = test;
  return (
    <>
      {data?.sent ? <Alert color="teal">{t('testSent', { to: data.to })}</Alert> : null}
      {data?.failure ? <Alert color="red">{t(`failure.${data.failure}`)}</Alert> : null}
      {error ? <Alert color="red">{errorText(error)}</Alert> : null}
      <Group justify="flex-end">
        <Button variant="light" loading={test.isPending} onClick={() => test.mutate({})}>
          {t('test')}
        </Button>
      </Group>
    </>
  );
};

const Status = ({ mail }: { mail: MailStatus }) => {
  const { t } = useTranslation('organisation');
  if (!mail.configured) return <Text size="sm">{t('noMail')}</Text>;
  return (
    <Stack>
      <Text size="sm" className="break-anywhere">
        {t('mailFrom', { from: mail.from, address: mail.links_to })}
      </Text>
      <Test />
    </Stack>
  );
};

/** Whether mails leave the service, and a mail that shows it. */
const MailCard = () => {
  const { t } = useTranslation('organisation');
  const query = useMail();
  const on = query.data?.configured;
  return (
    <Card withBorder component="section" padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('mail')}
        </Title>
        {on === undefined ? null : (
          <Badge color={on ? 'green' : 'gray'} variant="light">
            {on ? t('mailOn') : t('mailOff')}
          </Badge>
        )}
      </Group>
      <QueryState query={query} rows={1}>
        {(mail) => <Status mail={mail} />}
      </QueryState>
    </Card>
  );
};

const TOO_LARGE = 'payload_too_large';
const KINDS = 'image/png,image/jpeg,image/webp';

/** More bytes the service does not take. */
const MOST_BYTES = 256 * 1024;

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });

/** The body for a picture. @throws ApiError like that of the service for a picture that is too large */
const contentOf = async (file: File): Promise<string> => {
  if (file.size > MOST_BYTES) throw new ApiError(413, { error: TOO_LARGE, message: '' });
  return base64Of(file);
};

/**
 * The service checks the bytes and reports one issue for all errors; a picture that is too large gets the same text.
 */
const textOf = (error: Error): string => {
  if (!(error instanceof ApiError)) return errorText(error);
  const wrong = error.issues.length > 0 || error.error === TOO_LARGE;
  return wrong ? issueText({ path: [], message: '', code: 'invalid_picture' }) : errorText(error);
};

const Shown = ({ logo, name }: { logo: string | null; name: string }) => {
  const { t } = useTranslation('organisation');
  if (!logo) return <Text size="sm">{t('noLogo')}</Text>;
  return (
    <Image
      src={addressOf('GET /organisation/logo', { query: { name: logo } })}
      alt={t('logoOf', { name })}
      fit="contain"
      mah={96}
      w="auto"
      maw="100%"
    />
  );
};

const RemoveLogo = () => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const remove = useSave({
    send: (_: Record<string, never>) => api('DELETE /organisation/logo'),
    refresh: SHOWN_AT,
    message: () => c('deleted'),
  });
  return (
    <ConfirmButton
      title={t('removeLogoTitle')}
      text={t('removeLogoText')}
      confirm={c('delete')}
      run={() => remove.mutateAsync({})}
    >
      {c('delete')}
    </ConfirmButton>
  );
};

/** The logo: shown, replaced and removed. */
const LogoCard = ({ logo, name }: { logo: string | null; name: string }) => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const save = useSave({
    send: async ({ file }: { file: File }) => {
      return api('POST /organisation/logo', { body: { content: await contentOf(file) } });
    },
    refresh: SHOWN_AT,
    message: () => c('saved'),
  });
  const forget = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (!file) return;
    save.mutate({ file });
    // Browsers tell of no file that was chosen before: after a failure it is mostly the same one again.
    forget.current?.();
  };
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('logo')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('logoText')}
      </Text>
      {save.error ? (
        <Alert color="red" role="alert" mb="md">
          {textOf(save.error)}
        </Alert>
      ) : null}
      <Group justify="space-between">
        <Shown logo={logo} name={name} />
        <Group>
          {logo ? <RemoveLogo /> : null}
          <FileButton accept={KINDS} resetRef={forget} onChange={take}>
            {(props) => (
              <Button {...props} variant="light" loading={save.isPending}>
                {logo ? t('otherLogo') : t('chooseLogo')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
    </Card>
  );
};

export default function OrganisationPage() {
  const { t } = useTranslation('organisation');
  useMail();
  const query = useQuery({ queryKey: ORGANISATION_KEY, ...callOf('GET /organisation') });
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <QueryState query={query}>
        {(organisation) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
            <Stack>
              <NameCard organisation={organisation} />
              <ArchiveCard />
            </Stack>
            <Stack>
              <LogoCard logo={organisation.logo} name={organisation.name} />
              <MailCard />
            </Stack>
          </SimpleGrid>
        )}
      </QueryState>
    </>
  );
}
