import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { IssuedToken, Token } from '../../api/types.ts';
import { fromLocalInput, toLocalInput } from '../../components/form/datetime-local.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { UserSelect } from '../../components/select/user-select.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AddressesInput } from './addresses-input.tsx';
import { afterDays, isPast, TokenEnd } from './expiry-select.tsx';
import { ScopeMatrix } from './scope-matrix.tsx';

interface TokenValues extends Record<string, unknown> {
  readonly name: string;
  readonly user_kid: string;
  readonly scopes: string[];
  readonly expires_at: string;
  readonly addresses: string[];
}

const NEW = { name: '', user_kid: '', scopes: [], addresses: [] };
/** Days until a new token expires, unless another time is chosen. */
const USUAL_DAYS = 90;

const valuesOf = ({ name, user_kid, scopes, expires_at, addresses }: Token): TokenValues => ({
  name,
  user_kid: String(user_kid),
  scopes: [...scopes],
  expires_at: toLocalInput(expires_at),
  addresses: [...addresses],
});

/** A time that was not touched keeps its seconds. */
const bodyOf = ({ name, scopes, expires_at, addresses }: TokenValues, from: Token | null) => ({
  name: name.trim(),
  scopes,
  addresses,
  expires_at: from && expires_at === toLocalInput(from.expires_at) ? from.expires_at : fromLocalInput(expires_at),
});

interface Props {
  readonly token: Token | null;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedToken) => void;
}

const useTokenForm = ({ token, onClose, onIssued }: Props) => {
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const { user } = useSession();
  const form = useForm<TokenValues>({
    initialValues: token ? valuesOf(token) : { ...NEW, user_kid: String(user.kid), expires_at: afterDays(USUAL_DAYS) },
    validate: {
      name: (value) => (value.trim() ? null : t('missing')),
      user_kid: (value) => (value ? null : t('missing')),
      scopes: (value) => (value.length ? null : t('noScope')),
      expires_at: (value) => (isPast(value) ? t('past') : null),
    },
  });
  const save = useVersionedForm({
    form,
    shown: token,
    valuesOf,
    bodyOf,
    current: async () => (await api('GET /tokens', { query: { only: token?.token_id ?? 0 } })).items[0],
    create: (body) => api('POST /tokens', { body: { ...body, user_kid: Number(form.getValues().user_kid) } }),
    change: (changed, before, { token_id: id }) => api('PATCH /tokens/:id', { id, body: { ...changed, before } }),
    fieldOfCode: { unknown_user: 'user_kid', later_than_issued: 'expires_at' },
    wording: ({ path }, value) => (path[0] === 'addresses' ? t('notAddress', { address: value }) : null),
    refresh: [['tokens']],
    done: (issued: IssuedToken | null) => {
      onClose();
      if (issued) onIssued(issued);
    },
    ...(token ? { message: () => common('saved') } : {}),
  });
  return { form, save };
};

/** Creates a token, or changes one (whose user stays). Mounted for each opening. */
export const TokenForm = (props: Props) => {
  const { token, onClose } = props;
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const { user } = useSession();
  const { form, save } = useTokenForm(props);
  return (
    <FormModal
      opened
      onClose={onClose}
      title={token ? t('editTitle') : t('create')}
      submit={token ? common('save') : common('create')}
      form={form}
      save={save}
      words={{ labels: { name: t('name'), scopes: t('scopes'), expires_at: t('expires'), addresses: t('addresses') } }}
      size="lg"
    >
      <TextInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {token ? null : (
        <UserSelect
          label={t('user')}
          description={t('userHint')}
          known={{ value: String(user.kid), label: `${user.name} (${user.email})` }}
          active
          allowDeselect={false}
          required
          {...form.getInputProps('user_kid')}
        />
      )}
      <ScopeMatrix
        value={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors.scopes}
      />
      <TokenEnd
        input={form.getInputProps('expires_at')}
        description={token ? `${t('expiresHint')} ${t('laterHint')}` : t('expiresHint')}
        onPreset={(expires) => form.setFieldValue('expires_at', expires)}
      />
      <AddressesInput form={form} />
    </FormModal>
  );
};
