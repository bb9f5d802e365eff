import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { List } from '../../api/types.ts';
import { Form } from '../../parts/form.tsx';
import { isOutdated, useSave } from '../../parts/use-save.ts';
import { FIELDS_KEY } from './field-form.tsx';

const BLANK = { value: '', display: '' };
/** What the form holds; a list that is not there yet begins with an entry to fill in. */
const textsOf = (options: List['options']) => ({
  options: options.length ? options.map(({ value, display }) => ({ value: String(value), display })) : [BLANK],
});

/** Entries of one list. What somebody else makes of it is shown where there are no edits, and never overwritten. */
export const OptionForm = ({ list }: { list: List }) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const [base, setBase] = useState(list.options);
  const form = useForm({
    initialValues: textsOf(list.options),
    validate: {
      options: {
        value: (value, { options }) => {
          if (list.numeric && !/^-?\d+$/.test(value.trim())) return t('noNumber');
          return options.filter((option) => option.value.trim() === value.trim()).length > 1 ? t('twice') : null;
        },
        display: (value) => (value.trim() ? null : t('missing')),
      },
    },
  });
  const save = useSave({
    form,
    send: async ({ options }: typeof form.values) => {
      const entries = options.map(({ value, display }) => ({
        value: list.numeric ? Number(value) : value,
        display: display.trim(),
      }));
      await api('PUT /lists/:name', { name: list.name, body: { options: entries, before: base } });
      return entries;
    },
    refresh: [FIELDS_KEY, ['preview']],
    message: c('saved'),
    // What was typed while it was saved stays, as an edit of what is stored now.
    done: (entries, sent) => take(entries, JSON.stringify(form.getValues()) === JSON.stringify(sent)),
  });
  const take = (options: List['options'], show = true) => {
    setBase(options);
    form.setInitialValues(textsOf(options));
    if (show) form.setValues(textsOf(options));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the service holds decides when
  useEffect(() => {
    if (!form.isDirty()) take(list.options);
  }, [list.options]);
  const { options } = form.values;
  const move = (from: number, to: number) => form.reorderListItem('options', { from, to });
  return (
    <Form form={form} save={save}>
      <Stack gap="xs">
        {isOutdated(save.error) ? (
          <Group justify="flex-end">
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                take(list.options);
                save.reset();
              }}
            >
              {t('takeTheirs')}
            </Button>
          </Group>
        ) : null}
        {list.numeric ? (
          <Text size="sm" c="dimmed">
            {t('numeric')}
          </Text>
        ) : null}
        {options.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their places
          <Group key={i} gap="xs" align="flex-start" justify="flex-end">
            <TextInput
              aria-label={t('value', { n: i + 1 })}
              placeholder={t('column.value')}
              flex="1 1 5rem"
              maxLength={255}
              disabled={list.fixed}
              {...form.getInputProps(`options.${i}.value`)}
            />
            <TextInput
              aria-label={t('display', { n: i + 1 })}
              placeholder={t('column.display')}
              flex="3 1 9rem"
              maxLength={255}
              disabled={list.fixed}
              {...form.getInputProps(`options.${i}.display`)}
            />
            {list.fixed ? null : (
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  variant="default"
                  size="lg"
                  disabled={i === 0}
                  aria-label={t('up', { n: i + 1 })}
                  onClick={() => move(i, i - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  size="lg"
                  disabled={i === options.length - 1}
                  aria-label={t('down', { n: i + 1 })}
                  onClick={() => move(i, i + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="light"
                  color="red"
                  size="lg"
                  disabled={options.length === 1}
                  aria-label={t('removeOption', { n: i + 1 })}
                  onClick={() => form.removeListItem('options', i)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </Group>
        ))}
        {list.fixed ? (
          <Text size="sm">{t('fixed')}</Text>
        ) : (
          <Group justify="space-between">
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.insertListItem('options', { value: '', display: '' })}
            >
              {t('addOption')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {c('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
};
