/** The own account, for every user. */
import { Button, Card, Checkbox, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import { SESSION_KEY, useSession } from '../../api/session.ts';
import type { Account } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { Form } from '../../components/form/form.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { setSingleKeys, useSingleKeys } from '../../hooks/single-keys.ts';
import { useSave } from '../../hooks/use-save.ts';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PasswordForm } from './password-form.tsx';
import { SessionTable } from './session-table.tsx';
import { TotpCard } from './totp-card.tsx';

const KEY = ['account-sessions'];

/** Loaded in parallel with the account. */
const useOwnSessions = () => useQuery({ queryKey: KEY, ...callOf('GET /account/sessions') });

/** The own sessions. */
const SessionsCard = () => {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const query = useOwnSessions();
  const refresh = () => {
    for (const queryKey of [KEY, ['account']]) client.invalidateQueries({ queryKey });
  };
  const endOthers = useSave({
    send: (_: Record<string, never>) => api('DELETE /account/sessions'),
    refresh: [KEY, ['account']],
    message: () => t('othersEnded'),
  });
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('sessions')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('sessionsText')}
      </Text>
      <QueryState query={query}>
        {({ items }) => (
          <>
            <SessionTable
              label={t('sessions')}
              sessions={items}
              end={(session) => api('DELETE /account/sessions/:session', { session })}
              ended={refresh}
            />
            {items.length > 1 ? (
              <Group justify="flex-end" mt="md">
                <Button variant="light" color="red" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                  {t('endOthers')}
                </Button>
              </Group>
            ) : null}
          </>
        )}
      </QueryState>
    </Card>
  );
};

type Name = Account['profile'];

const valuesOf = ({ vorname, name }: Name) => ({ vorname: vorname ?? '', name: name ?? '' });

const NameForm = ({ profile, saved }: { profile: Name; saved: () => void }) => {
  const { t } = useTranslation('account');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(profile),
    validate: { name: (value) => (value.trim() ? null : t('missing')) },
  });
  const save = useVersionedForm({
    form,
    shown: profile,
    valuesOf,
    bodyOf: (values) => values,
    current: async () => (await api('GET /account')).profile,
    change: (changed, before) => api('PATCH /account', { body: { ...changed, before } }),
    refresh: [['account'], ['users'], SESSION_KEY],
    message: () => c('saved'),
    done: saved,
  });
  return (
    <Form form={form} save={save} words={{ labels: { vorname: t('firstName'), name: t('lastName') } }}>
      <TextInput label={t('firstName')} autoComplete="given-name" maxLength={255} {...form.getInputProps('vorname')} />
      <TextInput
        label={t('lastName')}
        autoComplete="family-name"
        maxLength={255}
        required
        {...form.getInputProps('name')}
      />
      <Group justify="flex-end">
        <Button type="submit" variant="light" loading={save.isPending}>
          {c('save')}
        </Button>
      </Group>
    </Form>
  );
};

/** Who one is here. */
const ProfileCard = ({ account }: { account: Account }) => {
  const { t } = useTranslation('account');
  const { user } = useSession();
  // Saved values are the next initial values of the form.
  const [saves, setSaves] = useState(0);
  const rows = [
    [t('email'), account.email],
    [t('role'), user.administrator ? t('administrator') : account.rolle && nameOf('account:roles', account.rolle)],
    [t('lastLogin'), <DateText key="login" value={account.letzter_login} />],
  ] as const;
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="xs">
        {t('profile')}
      </Title>
      <NameForm key={saves} profile={account.profile} saved={() => setSaves(saves + 1)} />
      <table className="table facts">
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row" style={{ width: '40%' }}>
                {label}
              </th>
              <td className="break-anywhere">
                <Text span size="sm">
                  {value}
                </Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};

/** Turns commands of a single character off, for people who press them by chance or by speech (WCAG 2.1.4). */
const KeyboardCard = () => {
  const { t } = useTranslation('account');
  const on = useSingleKeys();
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="xs">
        {t('keyboard')}
      </Title>
      <Checkbox
        label={t('singleKeys')}
        description={t('singleKeysText')}
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Card>
  );
};

export default function AccountPage() {
  const { t } = useTranslation('account');
  const { organisation } = useSession();
  useOwnSessions();
  const query = useQuery({ queryKey: ['account'], ...callOf('GET /account') });
  return (
    <>
      <PageTitle title={t('title')} description={t('text', { organisation: organisation.name })} />
      <QueryState query={query}>
        {(account) => (
          <Stack>
            <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
              <Stack>
                <ProfileCard account={account} />
                <TotpCard on={account.totp} codesLeft={account.recovery_codes} />
                <KeyboardCard />
              </Stack>
              <PasswordForm changedAt={account.password_changed_at} email={account.email} totp={account.totp} />
            </SimpleGrid>
            <SessionsCard />
          </Stack>
        )}
      </QueryState>
    </>
  );
}
