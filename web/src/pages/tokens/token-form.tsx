import { Select, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { IssuedToken, Token } from '../../api/types.ts';
import { sendChanged } from '../../parts/changed.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { fromLocalInput, toLocalInput } from '../../parts/local-time.ts';
import { useSave } from '../../parts/use-save.ts';
import { ScopeMatrix } from './scope-matrix.tsx';

interface TokenValues extends Record<string, unknown> {
  readonly name: string;
  readonly user_kid: string;
  readonly scopes: string[];
  readonly expires_at: string;
  readonly addresses: string[];
}

/** A list may be pasted as it is. */
const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

const useUserChoices = () => {
  const session = useSession();
  const users = useQuery({ queryKey: ['users'], queryFn: () => api('GET /users') });
  const known = users.data?.items.filter(({ aktiv }) => aktiv) ?? [];
  if (!known.length) return [{ value: String(session.user.kid), label: session.user.name }];
  return known.map(({ kid, vorname, name, email }) => ({
    value: String(kid),
    label: `${[vorname, name].filter(Boolean).join(' ')} (${email})`,
  }));
};

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
    initialValues: {
      name: token?.name ?? '',
      user_kid: String(token?.user_kid ?? user.kid),
      scopes: [...(token?.scopes ?? [])],
      expires_at: toLocalInput(token?.expires_at ?? null),
      addresses: [...(token?.addresses ?? [])],
    },
    validate: {
      name: (value) => (value.trim() ? null : t('missing')),
      user_kid: (value) => (value ? null : t('missing')),
      scopes: (value) => (value.length ? null : t('noScope')),
      expires_at: (value) => (value && Date.parse(value) <= Date.now() ? t('past') : null),
    },
  });
  const save = useSave({
    form,
    fieldOfCode: { unknown_user: 'user_kid' },
    wording: ({ path }, value) => (path[0] === 'addresses' ? t('notAddress', { address: value }) : null),
    send: async ({ name, user_kid, scopes, expires_at, addresses }: TokenValues): Promise<IssuedToken | null> => {
      // A time that was not touched keeps its seconds.
      const kept = token && expires_at === toLocalInput(token.expires_at);
      const body = {
        name: name.trim(),
        scopes,
        addresses,
        expires_at: kept ? token.expires_at : fromLocalInput(expires_at),
      };
      if (!token) return api('POST /tokens', { body: { ...body, user_kid: Number(user_kid) } });
      await sendChanged(token, body, (changed) => api('PATCH /tokens/:id', { id: token.token_id, body: changed }));
      return null;
    },
    refresh: [['tokens']],
    done: (issued) => {
      onClose();
      if (issued) onIssued(issued);
    },
    ...(token ? { message: common('saved') } : {}),
  });
  return { form, save };
};

/** Creates a token, or changes one (whose user stays). Mounted anew for each opening. */
export const TokenForm = (props: Props) => {
  const { token, onClose } = props;
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const choices = useUserChoices();
  const { form, save } = useTokenForm(props);
  return (
    <FormModal
      opened
      onClose={onClose}
      title={token ? t('editTitle') : t('create')}
      submit={token ? common('save') : common('create')}
      form={form}
      save={save}
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
        <Select
          label={t('user')}
          description={t('userHint')}
          data={choices}
          searchable
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
      <TextInput
        type="datetime-local"
        label={t('expires')}
        description={t('expiresHint')}
        {...form.getInputProps('expires_at')}
      />
      <TagsInput
        label={t('addresses')}
        description={t('addressesHint')}
        splitChars={[',', ' ', ';']}
        clearable
        clearButtonProps={{ 'aria-label': common('matrix.none') }}
        {...form.getInputProps('addresses')}
        onChange={(addresses) => form.setFieldValue('addresses', addresses.flatMap(addressesIn))}
      />
    </FormModal>
  );
};
