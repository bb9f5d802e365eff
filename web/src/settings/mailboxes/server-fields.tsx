/** How a mail server is reached: fields of a mailbox, and of the server that messages go by. */
import { Alert, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { AnswerOf } from '../../api/client.ts';
import { SecretInput } from '../../components/form/secret-input.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

type Mailbox = AnswerOf<'GET /mailboxes'>['items'][number];
export type Failure = NonNullable<Mailbox['failure']>;

/** Members of both forms. */
export interface ServerValues extends Record<string, unknown> {
  readonly host: string;
  readonly port: string;
  readonly tls: Mailbox['tls'];
  readonly username: string;
  readonly password: string;
}

/** The usual ports of a kind of server. */
export type Ports = Readonly<Record<Mailbox['tls'], number>>;

/** Why a server cannot be used, in one sentence, with its answer. */
export const FailureText = (props: {
  failure: Failure;
  said: string | null;
  server: { readonly host: string; readonly port: number; readonly folder?: string };
  before?: string;
}) => {
  const { t } = useTranslation('mailboxes');
  const { failure, said, server, before = '' } = props;
  const { host, port, folder = '' } = server;
  return (
    <Alert color="red" role="alert">
      {before}
      {t(`failure.${failure}`, { host, port, folder })}
      {said ? ` ${t('said', { said })}` : ''}
    </Alert>
  );
};

/** Checks of the fields that a server needs. */
export const useServerRules = () => {
  const { t } = useTranslation('mailboxes');
  const { t: common } = useTranslation();
  return {
    host: (value: string) => (value.trim() ? null : common('missing')),
    port: (value: string) => (/^[1-9]\d{0,4}$/.test(value) && Number(value) < 65_536 ? null : t('noPort')),
  };
};

/** The body of a server; an empty password is none. */
export const bodyOfServer = ({ host, port, tls, username, password }: ServerValues) => ({
  ...{ host: host.trim(), port: Number(port), tls, username: username.trim() },
  ...(password ? { password } : {}),
});

/** The members of a form that has these fields among others. */
interface ServerForm {
  readonly values: Pick<ServerValues, 'tls' | 'port'>;
  readonly getInputProps: (name: 'host' | 'port' | 'tls' | 'username' | 'password') => GetInputPropsReturnType;
  readonly setValues: (values: { tls: ServerValues['tls']; port: string }) => void;
}

/** @param stored whether there is a password already @param optional without a sign-in where the user is empty */
export const ServerFields = (props: { form: ServerForm; ports: Ports; stored: boolean; optional?: boolean }) => {
  const { form, ports, stored, optional = false } = props;
  const { t } = useTranslation('mailboxes');
  const { getInputProps: of, values, setValues } = form;
  const set = (tls: string | null) => {
    const next = (tls ?? 'tls') as Mailbox['tls'];
    const isUsual = values.port === String(ports[values.tls]);
    setValues({ tls: next, port: isUsual ? String(ports[next]) : values.port });
  };
  return (
    <>
      <TextInput
        label={t('host')}
        description={t('hostText')}
        maxLength={253}
        required
        spellCheck={false}
        {...of('host')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('tls')}
          data={(['tls', 'starttls', 'none'] as const).map((value) => ({ value, label: t(`tlsMode.${value}`) }))}
          allowDeselect={false}
          {...of('tls')}
          onChange={set}
        />
        <TextInput label={t('port')} inputMode="numeric" maxLength={5} required {...of('port')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('username')}
          description={optional ? t('usernameText') : t('usernameOf')}
          maxLength={255}
          required={!optional}
          spellCheck={false}
          autoComplete="off"
          {...of('username')}
        />
        <SecretInput
          label={t('password')}
          description={stored ? t('passwordStays') : t('passwordText')}
          maxLength={500}
          required={!stored && !optional}
          autoComplete="new-password"
          {...of('password')}
        />
      </SimpleGrid>
    </>
  );
};
