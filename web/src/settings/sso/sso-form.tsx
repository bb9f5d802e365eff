import { Checkbox, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, callOf } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { DraftNotice } from '../../components/form/draft-notice.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { useDraft } from '../../hooks/use-draft.ts';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  NO_PROOF,
  type Proof,
  ProofFields,
  type ProofValues,
  proofOf,
  proofRules,
  useFactor,
} from '../account/reauth-fields.tsx';
import { SSO_DRAFT, SSO_KEY, type Sso } from './sso-query.ts';

/** Not in the draft. */
const SECRETS = ['client_secret', 'password', 'code', 'passkey'];

const SWITCHES = ['active', 'local_passwords', 'trust_emails', 'trust_factor'] as const;

type Values = ProofValues &
  Pick<Sso, (typeof SWITCHES)[number] | 'issuer' | 'client_id' | 'create_role'> & {
    readonly client_secret: string;
    readonly create_domains: string;
  };

const NEW: Sso = {
  ...{ issuer: '', client_id: '', active: false, local_passwords: true, trust_emails: false, trust_factor: false },
  ...{ create_role: null, create_domains: [] },
};

const valuesOf = (sso: Sso): Values => ({
  ...sso,
  create_domains: sso.create_domains.join(', '),
  client_secret: '',
  ...NO_PROOF,
});

const bodyOf = ({ password: _, code: _c, passkey: _p, client_secret: secret, ...values }: Values) => ({
  ...values,
  issuer: values.issuer.trim(),
  client_id: values.client_id.trim(),
  create_domains: values.create_domains
    .split(',')
    .map((domain) => domain.trim().toLowerCase())
    .filter(Boolean),
  ...(secret ? { client_secret: secret.trim() } : {}),
});

/** The settings of the issuer, with a proof; the draft is there again after a proof at the issuer. */
export const SsoForm = ({ settings, onClose }: { settings: Sso | null; onClose: () => void }) => {
  const { t } = useTranslation('sso');
  const { t: common } = useTranslation();
  const { proof: proofKind } = useSession().user;
  const roles = useQuery({ queryKey: ['roles'], ...callOf('GET /roles') });
  const needed = (value: string) => (value.trim() ? null : common('missing'));
  const form = useForm<Values>({
    initialValues: valuesOf(settings ?? NEW),
    validate: {
      ...proofRules(useFactor(), common('missing'), proofKind === 'password'),
      ...{ issuer: needed, client_id: needed },
      client_secret: (value) => (settings || value ? null : common('missing')),
    },
  });
  const draft = useDraft(form, SSO_DRAFT, SECRETS);
  const close = () => {
    draft.forget();
    onClose();
  };
  const proof = useRef<Proof>(proofOf(NO_PROOF));
  const save = useVersionedForm({
    form,
    shown: settings,
    valuesOf,
    bodyOf: (values: Values) => {
      proof.current = proofOf(values);
      return bodyOf(values);
    },
    current: async () => (await api('GET /sso')).settings ?? undefined,
    create: (body) => api('PUT /sso', { body: { ...body, ...proof.current } }),
    change: (changed, before, there) => api('PUT /sso', { body: { ...there, ...changed, ...proof.current, before } }),
    refresh: [SSO_KEY],
    message: () => common('saved'),
    done: close,
  });
  const labels = {
    ...{
      issuer: t('issuer'),
      client_id: t('clientId'),
      create_role: t('createRole'),
      create_domains: t('createDomains'),
    },
    ...Object.fromEntries(SWITCHES.map((name) => [name, t(`switch.${name}`)])),
  };
  const options = (roles.data?.items ?? [])
    .filter(({ id }) => id !== 'admin')
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormModal
      opened
      onClose={close}
      title={t('title')}
      submit={common('save')}
      form={form}
      save={save}
      words={{ labels }}
      size="lg"
      draft={false}
    >
      <DraftNotice draft={draft} />
      <TextInput
        label={t('issuer')}
        description={t('issuerText')}
        maxLength={500}
        required
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={t('clientId')}
        maxLength={500}
        required
        spellCheck={false}
        {...form.getInputProps('client_id')}
      />
      <SecretInput
        label={t('clientSecret')}
        description={t(settings ? 'secretStays' : 'secretText')}
        maxLength={500}
        required={!settings}
        autoComplete="new-password"
        {...form.getInputProps('client_secret')}
      />
      {SWITCHES.map((name) => (
        <Checkbox
          key={name}
          label={t(`switch.${name}`)}
          description={t(`switchText.${name}`)}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <Select
        label={t('createRole')}
        description={t('createRoleText')}
        data={options}
        placeholder={t('createNone')}
        clearable
        {...form.getInputProps('create_role')}
      />
      {form.values.create_role ? (
        <TextInput
          label={t('createDomains')}
          description={t('createDomainsText')}
          maxLength={2000}
          {...form.getInputProps('create_domains')}
        />
      ) : null}
      <ProofFields form={form} onProof={(passkey) => save.mutate({ ...form.values, passkey })} />
    </FormModal>
  );
};
