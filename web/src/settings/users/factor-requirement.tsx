import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { SESSION_KEY, useSession } from '../../api/session.ts';
import type { FactorRequired, Users } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const CHOICES = ['nobody', 'administrators', 'everybody'] as const;

/** Whose second factor the organisation requires; before more people need one it says who has none yet. */
export const FactorRequirement = ({ users }: { users: Pick<Users, 'second_factor' | 'without_factor'> }) => {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const { user } = useSession();
  const [asked, setAsked] = useState<Exclude<FactorRequired, 'nobody'> | null>(null);
  const { second_factor: required, without_factor: without } = users;
  const save = useSave({
    send: ({ required_of }: { required_of: FactorRequired }) =>
      api('PUT /second-factor', { body: { required_of, before: { required_of: required } } }),
    refresh: [['users'], SESSION_KEY],
    message: () => common('saved'),
  });
  const choose = (value: FactorRequired) => {
    if (value === 'nobody') save.mutate({ required_of: value });
    else setAsked(value);
  };
  return (
    <>
      <Select
        label={t('factorRequired')}
        description={t('factorRequiredText')}
        data={CHOICES.map((value) => ({ value, label: t(`factorOf.${value}`) }))}
        value={required}
        allowDeselect={false}
        disabled={save.isPending}
        error={save.error && !asked ? errorText(save.error) : null}
        onChange={(value) => {
          if (value && value !== required) choose(value as FactorRequired);
        }}
        maw={420}
      />
      {asked ? (
        <ConfirmModal
          opened
          onClose={() => setAsked(null)}
          title={t('requireTitle')}
          text={
            <Stack gap="sm">
              {user.totp || user.passkeys ? null : <Alert color="orange">{t('requireOwn')}</Alert>}
              <Text size="sm">{t('requireText', { count: without[asked] })}</Text>
            </Stack>
          }
          confirm={t(`factorOf.${asked}`)}
          color="petrol"
          run={() => save.mutateAsync({ required_of: asked })}
        />
      ) : null}
    </>
  );
};
