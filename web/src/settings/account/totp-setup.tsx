import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import type { TotpSecret } from '../../api/types.ts';
import { Form } from '../../components/form/form.tsx';
import { CopyField } from '../../components/text/copy-field.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
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
  const code = useRef<HTMLInputElement>(null);
  const start = useRef<HTMLParagraphElement>(null);
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
  // The picture stays in sight: it is scanned before the code is typed.
  useEffect(() => {
    code.current?.focus({ preventScroll: true });
    start.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Form form={form} save={confirm}>
      <Text size="sm" ref={start}>
        {t('totpScan')}
      </Text>
      <QrCode text={secret.uri} label={t('totpQr')} />
      <CopyField label={t('totpSecret')} value={secret.secret} />
      <details>
        <summary>{t('totpUri')}</summary>
        <CopyField label={t('totpUri')} value={secret.uri} />
      </details>
      <TextInput
        label={t('totpCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        ref={code}
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
