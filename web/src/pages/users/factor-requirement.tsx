import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { SESSION_KEY } from '../../api/session.ts';
import type { FactorRequired } from '../../api/types.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useSave } from '../../parts/use-save.ts';

const CHOICES = ['nobody', 'administrators', 'everybody'] as const;

/** Whose second factor the organisation requires. */
export const FactorRequirement = ({ required }: { required: FactorRequired }) => {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const save = useSave({
    send: ({ required_of }: { required_of: FactorRequired }) =>
      api('PUT /second-factor', { body: { required_of, before: { required_of: required } } }),
    refresh: [['users'], SESSION_KEY],
    message: common('saved'),
  });
  return (
    <Select
      label={t('factorRequired')}
      description={t('factorRequiredText')}
      data={CHOICES.map((value) => ({ value, label: t(`factorOf.${value}`) }))}
      value={required}
      allowDeselect={false}
      disabled={save.isPending}
      error={save.error ? errorText(save.error) : null}
      onChange={(value) => {
        if (value && value !== required) save.mutate({ required_of: value });
      }}
      maw={420}
    />
  );
};
