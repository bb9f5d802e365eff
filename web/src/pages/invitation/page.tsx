/** A one-time link: sets the password of an invited user, or a new one. */
import { Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ApiError, api } from '../../api/client.ts';
import type { Invitation } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DateText } from '../../parts/date-text.tsx';
import { ErrorBox } from '../../parts/query-state.tsx';
import { SecretInput } from '../../parts/secret-input.tsx';
import { useSave } from '../../parts/use-save.ts';
import { useLocation } from '../../router/hooks.ts';
import { Link } from '../../router/link.tsx';
import { segmentsOf } from '../../router/segments.ts';
import { Entrance } from '../../shell/entrance.tsx';
import { AddressInput, EntranceForm } from '../../shell/entrance-form.tsx';
import { Waiting } from '../../shell/fallbacks.tsx';

const PasswordForm = ({ secret, email, invitation }: { secret: string; email: string; invitation: Invitation }) => {
  const { t } = useTranslation('invitation');
  const form = useForm({
    initialValues: { password: '', repeat: '' },
    validate: {
      password: (value) => (value.length < 10 || value.length > 200 ? t('tooShort') : null),
      repeat: (value, values) => (value === values.password ? null : t('different')),
    },
  });
  const save = useSave({
    form,
    send: ({ password }: { password: string; repeat: string }) =>
      api('POST /invitations/:secret', { secret, body: { password } }),
  });
  if (save.data) {
    return (
      <Entrance title={t('doneTitle')} text={t('done', { email: save.data.email })}>
        <Button component={Link} to="/login" fullWidth>
          {t('toLogin')}
        </Button>
      </Entrance>
    );
  }
  const { name, organisation, kind, expires_at } = invitation;
  const ends = (
    <Text size="xs" c="dimmed">
      {t('expires')} <DateText value={expires_at} />
    </Text>
  );
  return (
    <EntranceForm
      title={t('title')}
      text={t(kind, { name: name || email, organisation })}
      submit={t('submit')}
      form={form}
      save={save}
      below={ends}
    >
      <AddressInput label={t('email')} value={email} readOnly required={false} />
      <SecretInput
        label={t('password')}
        description={t('passwordHint')}
        autoComplete="new-password"
        autoFocus
        {...form.getInputProps('password')}
      />
      <SecretInput label={t('repeat')} autoComplete="new-password" {...form.getInputProps('repeat')} />
    </EntranceForm>
  );
};

export default function InvitationPage() {
  const { t } = useTranslation('invitation');
  const [, secret = ''] = segmentsOf(useLocation().pathname);
  // Asked once: after the password is set the link is unknown, which tells nothing to the person who has just used it.
  const query = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => api('GET /invitations/:secret', { secret }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data) return <PasswordForm secret={secret} email={query.data.email} invitation={query.data} />;
  if (!query.error) return <Waiting />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <Entrance title={t('unknownTitle')} text={t('unknown')}>
        <Button component={Link} to="/login" variant="default" fullWidth>
          {t('toLogin')}
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('title')}>
      <ErrorBox error={query.error} retry={() => query.refetch()} />
    </Entrance>
  );
}
