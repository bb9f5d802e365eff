import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useMemo, useRef } from 'react';
import { encode } from 'uqr';
import { api } from '../../api/client.ts';
import type { TotpSecret } from '../../api/types.ts';
import { Form } from '../../components/form/form.tsx';
import { CopyField } from '../../components/text/copy-field.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Light modules around the code, without which scanners do not find it. */
const QUIET = 4;
/** Pixels of a module's side: a whole number, so that all modules are of one size. */
const MODULE = 4;

/** A QR code, dark on white in both colour schemes: scanners want it so. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: QUIET });
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={size * MODULE}
      height={size * MODULE}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ alignSelf: 'center', borderRadius: 'var(--mantine-radius-md)' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

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
