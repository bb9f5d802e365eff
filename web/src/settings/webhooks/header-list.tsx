import { ActionIcon, Button, Fieldset, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../api/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

export interface Header {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

interface Refused {
  readonly id: number;
  readonly part: 'name' | 'value';
}

/**
 * Which header the service has refused: it names it in its sentence, and nowhere else. @returns null where no row has that name
 */
export const refusedOf = (error: unknown, headers: readonly Header[]): Refused | null => {
  if (!(error instanceof ApiError) || error.error !== 'invalid_header') return null;
  const [, value, name] = /^The (value of the )?header (\S+) /i.exec(error.message) ?? [];
  const header = headers.find((one) => one.name.trim() === name);
  return header ? { id: header.id, part: value ? 'value' : 'name' } : null;
};

/** A header with the errors of its parts, and its remove button. */
const HeaderRow = (props: {
  header: Header;
  number: number;
  /** The part of it that is not taken. */
  wrong: Refused['part'] | null;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
}) => {
  const { t } = useTranslation('webhooks');
  const { header, number, wrong, onChange, onRemove } = props;
  const name = header.name.trim();
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <TextInput
        label={`${t('headerName')} ${number}`}
        error={wrong === 'name' ? t('headerRefused', { name }) : null}
        maxLength={100}
        value={header.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        flex={1}
        miw={0}
      />
      <TextInput
        label={`${t('headerValue')} ${number}`}
        error={wrong === 'value' ? t('headerValueRefused', { name }) : null}
        maxLength={2000}
        value={header.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        autoComplete="off"
        flex={1}
        miw={0}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        // Aligns with the inputs, below their labels.
        mt="1.55rem"
        aria-label={t('headerRemove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
};

/**
 * Headers are changed, removed and added; after a removal the focus moves to the remove button of the next header, or
 * to the add button.
 */
const useHeaders = (value: readonly Header[], onChange: (value: Header[]) => void) => {
  const place = useRef<HTMLDivElement>(null);
  const change = (id: number, part: Partial<Header>) =>
    onChange(value.map((header) => (header.id === id ? { ...header, ...part } : header)));
  const remove = (id: number, index: number) => {
    flushSync(() => onChange(value.filter((header) => header.id !== id)));
    const buttons = place.current?.querySelectorAll('button') ?? [];
    buttons[index]?.focus();
  };
  const add = () => onChange([...value, { id: Math.max(0, ...value.map(({ id }) => id)) + 1, name: '', value: '' }]);
  return { place, change, remove, add };
};

/** Name and value of each custom header. */
export const HeaderList = (props: {
  value: readonly Header[];
  onChange: (value: Header[]) => void;
  error?: ReactNode;
  /** Which of them the error means, where that is known. */
  refused: Refused | null;
}) => {
  const { t } = useTranslation('webhooks');
  const { value, onChange, error, refused } = props;
  const { place, change, remove, add } = useHeaders(value, onChange);
  return (
    <Fieldset legend={t('headers')} data-invalid={Boolean(error) && !refused} tabIndex={-1} p="sm">
      <Stack gap="xs" ref={place}>
        <Input.Description>{t('headersHint')}</Input.Description>
        {value.map((header, index) => (
          <HeaderRow
            key={header.id}
            header={header}
            number={index + 1}
            wrong={error && refused?.id === header.id ? refused.part : null}
            onChange={(part) => change(header.id, part)}
            onRemove={() => remove(header.id, index)}
          />
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
        {error && !refused ? <Input.Error>{error}</Input.Error> : null}
      </Stack>
    </Fieldset>
  );
};
