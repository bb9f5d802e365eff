import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { SESSION_KEY } from '../../api/session.ts';
import { useSave } from '../../parts/use-save.ts';
import { TotpCodeModal } from './totp-code-modal.tsx';
import { type TotpSecret, TotpSetup } from './totp-setup.tsx';

/** Second factor: state, setting up, switching off. */
export const TotpCard = ({ on }: { on: boolean }) => {
  const { t } = useTranslation('account');
  const [removing, { open, close }] = useDisclosure();
  const start = useSave({ send: (_: Record<string, never>) => api.post<TotpSecret>('/account/totp') });
  return (
    <Card withBorder component="section" padding="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('totpTitle')}
        </Title>
        <Badge color={on ? 'green' : 'gray'} variant="light">
          {on ? t('totpOn') : t('totpOff')}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" my="sm">
        {t('totpText')}
      </Text>
      {on ? (
        <>
          <Group justify="flex-end">
            <Button variant="light" color="red" onClick={open}>
              {t('totpRemove')}
            </Button>
          </Group>
          <TotpCodeModal opened={removing} onClose={close} />
        </>
      ) : start.data ? (
        <TotpSetup secret={start.data} onCancel={start.reset} refresh={[['account'], SESSION_KEY]} />
      ) : (
        <Group justify="flex-end">
          <Button onClick={() => start.mutate({})} loading={start.isPending}>
            {t('totpStart')}
          </Button>
        </Group>
      )}
    </Card>
  );
};
