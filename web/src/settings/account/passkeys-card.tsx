import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { addPasskey, hasPasskeys } from '../../api/passkeys.ts';
import type { Account } from '../../api/types.ts';
import { DateText } from '../../components/text/date-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ProofModal } from './reauth-modal.tsx';
import { RecoveryCodesModal } from './recovery-codes.tsx';
import { REFRESH } from './totp-card.tsx';

type Passkey = Account['passkeys'][number];

const Row = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const { t } = useTranslation('account');
  const { name, created_at: created, used_at: used } = passkey;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="start">
      <div>
        <Text size="sm" className="break-anywhere">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t('passkeyAdded')} <DateText value={created} />
          {used ? (
            <>
              , {t('passkeyUsed')} <DateText value={used} />
            </>
          ) : null}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        aria-label={t('passkeyRemoveOf', { name })}
        onClick={onRemove}
        style={{ flex: 'none' }}
      >
        {t('passkeyRemove')}
      </Button>
    </Group>
  );
};

const Add = (props: { onClose: () => void; done: (recoveryCodes: readonly string[]) => void }) => {
  const { t } = useTranslation('account');
  const { onClose, done } = props;
  const [name, setName] = useState('');
  return (
    <ProofModal
      title={t('passkeyAdd')}
      submit={t('continue')}
      send={(proof) => addPasskey(proof, name.trim())}
      refresh={REFRESH}
      message={() => t('passkeyDone')}
      done={({ recovery_codes: codes }) => done(codes)}
      onClose={onClose}
    >
      <TextInput
        label={t('passkeyName')}
        description={t('passkeyNameText')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProofModal>
  );
};

/** Passkeys: a sign-in by fingerprint, face or PIN of a device, without a password. */
export const PasskeysCard = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4">
        {t('passkeys')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(hasPasskeys() ? 'passkeysText' : 'passkeysUnavailable')}
      </Text>
      <Stack>
        {passkeys.length ? (
          <Stack component="ul" gap="sm" m={0} p={0} aria-label={t('passkeys')}>
            {passkeys.map((one) => (
              <Row key={one.id} passkey={one} onRemove={() => setRemoving(one)} />
            ))}
          </Stack>
        ) : null}
        {hasPasskeys() ? (
          <Group justify="flex-end">
            <Button variant={passkeys.length ? 'light' : 'filled'} onClick={() => setAdding(true)}>
              {t('passkeyAdd')}
            </Button>
          </Group>
        ) : null}
      </Stack>
      {adding ? (
        <Add
          onClose={() => setAdding(false)}
          done={(made) => {
            setAdding(false);
            setCodes(made);
          }}
        />
      ) : null}
      {removing ? (
        <ProofModal
          title={t('passkeyRemoveOf', { name: removing.name })}
          submit={t('passkeyRemove')}
          send={(proof) => api('POST /account/passkeys/remove', { body: { id: removing.id, ...proof } })}
          message={() => t('passkeyRemoved')}
          done={() => {
            setRemoving(null);
            for (const queryKey of REFRESH) client.invalidateQueries({ queryKey });
          }}
          onClose={() => setRemoving(null)}
        />
      ) : null}
      {codes.length ? <RecoveryCodesModal codes={codes} done={() => setCodes([])} /> : null}
    </Card>
  );
};
