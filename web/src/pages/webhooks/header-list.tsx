import { ActionIcon, Button, Fieldset, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../i18n/use-translation.ts';

export interface Header {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** Name and value of each custom header. */
export const HeaderList = (props: {
  value: readonly Header[];
  onChange: (value: Header[]) => void;
  error?: ReactNode;
}) => {
  const { t } = useTranslation('webhooks');
  const { value, onChange, error } = props;
  const change = (id: number, part: Partial<Header>) =>
    onChange(value.map((header) => (header.id === id ? { ...header, ...part } : header)));
  const place = useRef<HTMLDivElement>(null);
  /** The keyboard goes on at what removes the next one, or where there is none at what adds one. */
  const remove = (id: number, index: number) => {
    flushSync(() => onChange(value.filter((header) => header.id !== id)));
    const buttons = place.current?.querySelectorAll('button') ?? [];
    buttons[index]?.focus();
  };
  const add = () => onChange([...value, { id: Math.max(0, ...value.map(({ id }) => id)) + 1, name: '', value: '' }]);
  return (
    <Fieldset legend={t('headers')} data-invalid={Boolean(error)} tabIndex={-1} p="sm">
      <Stack gap="xs" ref={place}>
        <Input.Description>{t('headersHint')}</Input.Description>
        {value.map((header, index) => (
          <Group key={header.id} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={`${t('headerName')} ${index + 1}`}
              placeholder={t('headerName')}
              maxLength={100}
              value={header.name}
              onChange={(event) => change(header.id, { name: event.currentTarget.value })}
              flex={1}
              miw={0}
            />
            <TextInput
              aria-label={`${t('headerValue')} ${index + 1}`}
              placeholder={t('headerValue')}
              maxLength={2000}
              value={header.value}
              onChange={(event) => change(header.id, { value: event.currentTarget.value })}
              autoComplete="off"
              flex={1}
              miw={0}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('headerRemove', { number: index + 1 })}
              onClick={() => remove(header.id, index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={add}
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={value.length >= 20}
          >
            {t('headerAdd')}
          </Button>
        </div>
        {error ? <Input.Error>{error}</Input.Error> : null}
      </Stack>
    </Fieldset>
  );
};
