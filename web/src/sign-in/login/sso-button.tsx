import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError, api } from '../../api/client.ts';
import type { OrganisationChoice } from '../../api/types.ts';
import { FormErrors } from '../../components/form/form-errors.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { storedPath } from '../../router/path.ts';

/** Leads to the issuer of the organisation that has a user with the typed address; with several, they are offered. */
export const SsoButton = ({ email, to, onMissing }: { email: string; to: unknown; onMissing: () => void }) => {
  const { t } = useTranslation('login');
  const [choices, setChoices] = useState<readonly OrganisationChoice[]>([]);
  const start = useSave({
    send: (org: { org_id?: number }) =>
      api('POST /sso/start', { body: { ...org, email: email.trim(), to: storedPath(to) } }),
    done: ({ url }: { url: string }) => window.location.assign(url),
    failed: (error) => {
      if (error instanceof ApiError && error.error === 'organisation_required')
        setChoices(error.details.organisations as OrganisationChoice[]);
    },
  });
  return (
    <>
      <FormErrors error={start.error} />
      {choices.map(({ org_id, name }) => (
        <Button key={org_id} variant="default" className="wraps" onClick={() => start.mutate({ org_id })}>
          {name}
        </Button>
      ))}
      <Button
        variant="default"
        loading={start.isPending}
        onClick={() => (email.trim() ? start.mutate({}) : onMissing())}
      >
        {t('sso')}
      </Button>
    </>
  );
};
