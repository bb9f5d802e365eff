import { Box, Button, Group, Popover, Stack } from '@mantine/core';
import { IconCheck, IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { SecretInput } from '../components/form/secret-input.tsx';
import { useTranslation } from '../i18n/use-translation.ts';

/** The token for trying calls: masked, entered and removed. */
export const TokenField = ({ token, onChange }: { token: string; onChange: (token: string) => void }) => {
  const { t } = useTranslation('reference');
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const label = token ? t('given') : t('give');
  const give = (to: string) => {
    onChange(to);
    setText('');
    setOpened(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) give(text.trim());
  };
  return (
    <Popover opened={opened} onChange={setOpened} width={340} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" px="sm" aria-label={label} onClick={() => setOpened(!opened)}>
          {token ? <IconCheck size={16} aria-hidden /> : <IconKey size={16} aria-hidden />}
          <Box component="span" visibleFrom="sm" ms="xs">
            {label}
          </Box>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <SecretInput
              label={t('token')}
              description={t('kept')}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              {token ? (
                <Button variant="default" onClick={() => give('')}>
                  {t('forget')}
                </Button>
              ) : null}
              <Button type="submit">{t('use')}</Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
};
