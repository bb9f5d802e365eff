import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, api } from '../../api/client.ts';
import { SESSION_KEY, useSession } from '../../api/session.ts';
import type { TotpSecret } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFactor } from './reauth-fields.tsx';
import { ProofModal } from './reauth-modal.tsx';
import { RecoveryCodesModal } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

export const REFRESH = [['account'], ['account-sessions'], SESSION_KEY] as const;

type Act = 'set' | 'renew' | 'remove';

const CALLS = {
  set: 'POST /account/totp',
  renew: 'POST /account/recovery-codes',
  remove: 'POST /account/totp/off',
} as const;

type Answer = AnswerOf<(typeof CALLS)[Act]>;

const Acts = ({ on, onAsk }: { on: boolean; onAsk: (act: Act) => void }) => {
  const { t } = useTranslation('account');
  const factor = useFactor();
  return (
    <Group justify="flex-end">
      {factor ? (
        <Button variant="light" onClick={() => onAsk('renew')}>
          {t('recoveryRenew')}
        </Button>
      ) : null}
      {on ? (
        <>
          <Button variant="light" onClick={() => onAsk('set')}>
            {t('totpReplace')}
          </Button>
          <Button variant="light" color="red" onClick={() => onAsk('remove')}>
            {t('totpRemove')}
          </Button>
        </>
      ) : (
        <Button variant={factor ? 'light' : 'filled'} onClick={() => onAsk('set')}>
          {t(factor ? 'totpAdd' : 'totpStart')}
        </Button>
      )}
    </Group>
  );
};

/** Asks for the reauthentication of an action, and runs it. */
const Proven = (props: { act: Act; on: boolean; done: (answer: Answer) => void; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const { act, on, done, onClose } = props;
  const { passkeys } = useSession().user;
  const texts = {
    set: { title: t(on ? 'totpReplace' : passkeys ? 'totpAdd' : 'factorSetUp'), submit: t('continue') },
    renew: { title: t('recoveryRenew'), submit: t('recoveryRenew') },
    remove: { title: t('totpRemoveTitle'), submit: t('totpRemove') },
  } as const;
  return (
    <ProofModal
      {...texts[act]}
      send={(body): Promise<Answer> => api(CALLS[act], { body })}
      done={done}
      onClose={onClose}
      {...(act === 'remove' ? { message: () => t(passkeys ? 'totpAppRemoved' : 'totpRemoved') } : {})}
    />
  );
};

/** Second factor: state, setting up, replacing, recovery codes, switching off. */
export const TotpCard = ({ on, codesLeft }: { on: boolean; codesLeft: number }) => {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const factor = useFactor();
  const [asked, setAsked] = useState<Act | null>(null);
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => Promise.all(REFRESH.map((queryKey) => client.invalidateQueries({ queryKey })));
  const take = (answer: Answer) => {
    setAsked(null);
    if ('secret' in answer) setSecret(answer);
    else if ('recovery_codes' in answer) setCodes(answer.recovery_codes);
    else refresh();
  };
  return (
    <Card withBorder component="section" padding="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('totpTitle')}
        </Title>
        <Badge color={factor ? 'green' : 'gray'} variant="light">
          {factor ? t('totpOn') : t('totpOff')}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" my="sm">
        {on ? null : t(factor ? 'totpPasskey' : 'totpText')} {factor ? t('recoveryLeft', { count: codesLeft }) : null}
      </Text>
      {secret ? (
        <TotpSetup
          secret={secret}
          onCancel={() => setSecret(null)}
          done={(made) => {
            setSecret(null);
            setCodes(made);
          }}
        />
      ) : (
        <Acts on={on} onAsk={setAsked} />
      )}
      {asked ? <Proven act={asked} on={on} done={take} onClose={() => setAsked(null)} /> : null}
      {codes ? (
        <RecoveryCodesModal
          codes={codes}
          done={() => {
            setCodes(null);
            refresh();
          }}
        />
      ) : null}
    </Card>
  );
};
