import { Button, Group, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A value to take away: readable, selectable, with a copy button. In a dialog the keyboard begins at the `first` one. */
export const CopyField = (props: { label: string; value: string; description?: string; first?: boolean }) => {
  const { label, value, description, first } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  // Browsers know no clipboard on pages without TLS: then the text is selected for the keyboard's copy command.
  const { copied, copy, error } = useClipboard({ timeout: 3000 });
  // Its description says then what to press, and it does so there alone.
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        ref={input}
        label={label}
        description={error ? t('copyByHand') : description}
        value={value}
        readOnly
        data-autofocus={first}
        flex={1}
        miw={0}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="light"
        onClick={() => {
          input.current?.select();
          copy(value);
        }}
        aria-label={`${copied ? t('copied') : t('copy')}: ${label}`}
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      >
        {copied ? t('copied') : t('copy')}
      </Button>
    </Group>
  );
};
