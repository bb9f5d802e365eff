import { Alert, Button, Card, FileButton, Group, Image, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { ApiError, addressOf, api } from '../../api/client.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { errorText, issueText } from '../../i18n/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SHOWN_AT } from './query-keys.ts';

const TOO_LARGE = 'payload_too_large';
const KINDS = 'image/png,image/jpeg,image/webp';

/** More bytes the service does not take. */
const MOST_BYTES = 256 * 1024;

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });

/** The body for a picture. @throws ApiError like that of the service for a picture that is too large */
const contentOf = async (file: File): Promise<string> => {
  if (file.size > MOST_BYTES) throw new ApiError(413, { error: TOO_LARGE, message: '' });
  return base64Of(file);
};

/**
 * The service checks the bytes and reports one issue for all errors; a picture that is too large gets the same text.
 */
const textOf = (error: Error): string => {
  if (!(error instanceof ApiError)) return errorText(error);
  const wrong = error.issues.length > 0 || error.error === TOO_LARGE;
  return wrong ? issueText({ path: [], message: '', code: 'invalid_picture' }) : errorText(error);
};

const Shown = ({ logo, name }: { logo: string | null; name: string }) => {
  const { t } = useTranslation('organisation');
  if (!logo) return <Text size="sm">{t('noLogo')}</Text>;
  return (
    <Image
      src={addressOf('GET /organisation/logo', { query: { name: logo } })}
      alt={t('logoOf', { name })}
      fit="contain"
      mah={96}
      w="auto"
      maw="100%"
    />
  );
};

const RemoveLogo = () => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const remove = useSave({
    send: (_: Record<string, never>) => api('DELETE /organisation/logo'),
    refresh: SHOWN_AT,
    message: () => c('deleted'),
  });
  return (
    <ConfirmButton
      title={t('removeLogoTitle')}
      text={t('removeLogoText')}
      confirm={c('delete')}
      run={() => remove.mutateAsync({})}
    >
      {c('delete')}
    </ConfirmButton>
  );
};

/** The logo: shown, replaced and removed. */
export const LogoCard = ({ logo, name }: { logo: string | null; name: string }) => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const save = useSave({
    send: async ({ file }: { file: File }) => {
      return api('POST /organisation/logo', { body: { content: await contentOf(file) } });
    },
    refresh: SHOWN_AT,
    message: () => c('saved'),
  });
  const forget = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (!file) return;
    save.mutate({ file });
    // Browsers tell of no file that was chosen before: after a failure it is mostly the same one again.
    forget.current?.();
  };
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('logo')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('logoText')}
      </Text>
      {save.error ? (
        <Alert color="red" role="alert" mb="md">
          {textOf(save.error)}
        </Alert>
      ) : null}
      <Group justify="space-between">
        <Shown logo={logo} name={name} />
        <Group>
          {logo ? <RemoveLogo /> : null}
          <FileButton accept={KINDS} resetRef={forget} onChange={take}>
            {(props) => (
              <Button {...props} variant="light" loading={save.isPending}>
                {logo ? t('otherLogo') : t('chooseLogo')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
    </Card>
  );
};
