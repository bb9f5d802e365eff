import { Button, Card, Group, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { SESSION_KEY, useSession } from '../../api/session.ts';
import type { Account } from '../../api/types.ts';
import { Form } from '../../components/form/form.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

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
export const ProfileCard = ({ account }: { account: Account }) => {
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
