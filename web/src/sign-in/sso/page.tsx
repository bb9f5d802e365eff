/** Signing in with the work account: `/sso/<organisation>` leads to the issuer, `/sso/callback` takes its answer. */
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { type AnswerOf, ApiError, api } from '../../api/client.ts';
import { useSessionQuery, useTakeSession } from '../../api/session.ts';
import { Waiting } from '../../components/feedback/page-fallbacks.tsx';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, Redirect } from '../../router/link.tsx';
import { segmentsOf } from '../../router/path.ts';
import { navigate } from '../../router/router.ts';
import { useLocation } from '../../router/use-router.ts';
import { EntranceForm } from '../auth-form.tsx';
import { Entrance } from '../auth-layout.tsx';

type Answer = AnswerOf<'POST /sso/callback'>;

const Back = () => {
  const { t } = useTranslation('login');
  const signedIn = useSessionQuery().data?.signed_in;
  return (
    <Button component={Link} to={signedIn ? '/settings/sso' : '/login'} variant="default" fullWidth>
      {t(signedIn ? 'ssoToSettings' : 'ssoToLogin')}
    </Button>
  );
};

/** The error in one sentence, with the words of the issuer in a test. */
const Failed = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('login');
  const { email, said } = error instanceof ApiError ? error.details : {};
  return (
    <Entrance title={t('ssoTitle')}>
      <Stack>
        <FormErrors error={error} />
        {email ? <Text size="sm">{t('ssoAccount', { email: String(email) })}</Text> : null}
        {said ? <Text size="sm">{t('ssoSaid', { said: String(said) })}</Text> : null}
        <Back />
      </Stack>
    </Entrance>
  );
};

/** Opens the session that the service has begun. */
const useOpen = () => {
  const takeSession = useTakeSession();
  return async (to: string) => {
    takeSession(await api('GET /session'));
    navigate(to, { replace: true });
  };
};

const Code = () => {
  const { t } = useTranslation('login');
  const open = useOpen();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t('missing')) },
  });
  const save = useSave({
    form,
    send: ({ code }: { code: string }) => api('POST /sso/code', { body: { code: code.trim() } }),
    done: ({ to }: { to: string }) => void open(to),
  });
  return (
    <EntranceForm
      title={t('codeTitle')}
      text={t('ssoCodeText')}
      submit={t('submit')}
      form={form}
      save={save}
      below={<Back />}
    >
      <TextInput
        label={t('code')}
        autoComplete="one-time-code"
        maxLength={40}
        required
        autoFocus
        {...form.getInputProps('code')}
      />
    </EntranceForm>
  );
};

const Tested = ({ answer }: { answer: Extract<Answer, { next: 'tested' }> }) => {
  const { t } = useTranslation('login');
  const { email, name } = answer;
  return (
    <Entrance title={t('ssoTitle')}>
      <Stack>
        <Alert color="teal">
          {name ? t('ssoWorks', { email: email ?? '', name }) : t('ssoCreates', { email: email ?? '' })}
        </Alert>
        <Back />
      </Stack>
    </Entrance>
  );
};

const Callback = () => {
  const open = useOpen();
  const begun = useRef(false);
  const save = useSave({
    send: ({ query }: { query: string }) => api('POST /sso/callback', { body: { query } }),
    done: (answer: Answer) => {
      if (answer.next === 'session' || answer.next === 'proved') void open(answer.to);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the issuer has led to
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const query = window.location.search;
    // The code of the issuer stays in no history.
    window.history.replaceState(window.history.state, '', '/sso/callback');
    save.mutate({ query });
  }, []);
  if (save.error) return <Failed error={save.error} />;
  if (save.data?.next === 'code') return <Code />;
  return save.data?.next === 'tested' ? <Tested answer={save.data} /> : <Waiting />;
};

/** Names the host before the browser goes there: the link may come from a stranger. */
const Begin = ({ org }: { org: number }) => {
  const { t } = useTranslation('login');
  const save = useSave({ send: (_: Record<string, never>) => api('POST /sso/start', { body: { org_id: org } }) });
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!begun.current) save.mutate({});
    begun.current = true;
  }, []);
  if (save.error) return <Failed error={save.error} />;
  if (!save.data) return <Waiting />;
  const { url } = save.data;
  return (
    <Entrance title={t('ssoTitle')} text={t('ssoText')}>
      <Button component="a" href={url} fullWidth className="wraps break-anywhere">
        {t('ssoGo', { host: new URL(url).host })}
      </Button>
    </Entrance>
  );
};

export default function SsoPage() {
  const [, step = ''] = segmentsOf(useLocation().pathname);
  if (step === 'callback') return <Callback />;
  return /^[1-9]\d*$/.test(step) ? <Begin org={Number(step)} /> : <Redirect to="/login" />;
}
