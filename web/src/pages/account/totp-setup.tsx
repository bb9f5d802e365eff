import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { TotpSecret } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Form } from '../../parts/form.tsx';
import { useSave } from '../../parts/use-save.ts';
import { QrCode } from './qr-code.tsx';

/** The secret for the authenticator app, switched on with a first code; `done` receives the recovery codes. */
export const TotpSetup = (props: {
  secret: TotpSecret;
  onCancel?: () => void;
  done: (recoveryCodes: readonly string[]) => void;
}) => {
  const { t } = useTranslation('account');
  const { t: common } = useTranslation();
  const { secret, onCancel, done } = props;
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t('missing')) },
  });
  const confirm = useSave({
    form,
    send: ({ code }: { code: string }) =>
      api('POST /account/totp/confirm', { body: { code: code.replaceAll(/\s/g, '') } }),
    message: () => t('totpDone'),
    done: ({ recovery_codes: codes }) => done(codes),
  });
  return (
    <Form form={form} save={confirm}>
      <Text size="sm">{t('totpScan')}</Text>
      <QrCode text={secret.uri} label={t('totpQr')} />
      <CopyField label={t('totpSecret')} value={secret.secret} />
      <CopyField label={t('totpUri')} value={secret.uri} />
      <TextInput
        label={t('totpCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        autoFocus
        {...form.getInputProps('code')}
      />
      <Group justify="flex-end">
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            {common('cancel')}
          </Button>
        ) : null}
        <Button type="submit" loading={confirm.isPending}>
          {t('totpConfirm')}
        </Button>
      </Group>
    </Form>
  );
};
