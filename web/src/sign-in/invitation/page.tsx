/** A one-time link: sets the password of an invited user, or a new one. */
import { Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ApiError, api } from '../../api/client.ts';
import { useSessionQuery, useTakeSession } from '../../api/session.ts';
import type { Invitation, Session } from '../../api/types.ts';
import { Waiting } from '../../components/feedback/page-fallbacks.tsx';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { segmentsOf } from '../../router/path.ts';
import { navigate } from '../../router/router.ts';
import { useLocation } from '../../router/use-router.ts';
import { AddressInput, EntranceForm } from '../auth-form.tsx';
import { Entrance } from '../auth-layout.tsx';

/**
 * Sets the password and signs in with it. A second factor, or several organisations with this password, need the login
 * page; another user of this browser stays signed in.
 */
const useAcceptance = (secret: string) => {
  const takeSession = useTakeSession();
  const { data: session } = useSessionQuery();
  return {
    send: async ({ password }: { password: string; repeat: string }) => {
      const { email } = await api('POST /invitations/:secret', { secret, body: { password } });
      const begun = session?.signed_in
        ? null
        : await api('POST /session', { body: { email, password } }).catch(() => null);
      return { email, begun };
    },
    done: ({ begun }: { begun: Session | null }) => {
      if (!begun) return;
      takeSession(begun);
      navigate('/', { replace: true });
    },
  };
};

const PasswordForm = ({ secret, email, invitation }: { secret: string; email: string; invitation: Invitation }) => {
  const { t } = useTranslation('invitation');
  const form = useForm({
    initialValues: { password: '', repeat: '' },
    validate: {
      password: (value) => (value.length < 10 || value.length > 200 ? t('tooShort') : null),
      repeat: (value, values) => (value === values.password ? null : t('different')),
    },
  });
  const save = useSave({ form, ...useAcceptance(secret) });
  if (save.data && !save.data.begun) {
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
