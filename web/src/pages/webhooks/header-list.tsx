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

/** What the service does not take of one of the headers. */
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
  const wrongWith = ({ id, name }: Header, part: Refused['part']) =>
    error && refused?.id === id && refused.part === part
      ? t(part === 'name' ? 'headerRefused' : 'headerValueRefused', { name: name.trim() })
      : null;
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
    <Fieldset legend={t('headers')} data-invalid={Boolean(error) && !refused} tabIndex={-1} p="sm">
      <Stack gap="xs" ref={place}>
        <Input.Description>{t('headersHint')}</Input.Description>
        {value.map((header, index) => (
          <Group key={header.id} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              label={`${t('headerName')} ${index + 1}`}
              error={wrongWith(header, 'name')}
              maxLength={100}
              value={header.name}
              onChange={(event) => change(header.id, { name: event.currentTarget.value })}
              flex={1}
              miw={0}
            />
            <TextInput
              label={`${t('headerValue')} ${index + 1}`}
              error={wrongWith(header, 'value')}
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
              // Beside the inputs, whose labels stand above them.
              mt="1.55rem"
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
        {error && !refused ? <Input.Error>{error}</Input.Error> : null}
      </Stack>
    </Fieldset>
  );
};
