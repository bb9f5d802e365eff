import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import type { List } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Form } from '../../parts/form.tsx';
import { isOutdated, useSave } from '../../parts/use-save.ts';
import { FIELDS_KEY } from './shared.ts';

const BLANK = { value: '', display: '' };
/** What the form holds; a list that is not there yet begins with an entry to fill in. */
const textsOf = (options: List['options']) => ({
  options: options.length ? options.map(({ value, display }) => ({ value: String(value), display })) : [BLANK],
});

const entriesOf = (list: List, { options }: ReturnType<typeof textsOf>): List['options'] =>
  options.map(({ value, display }) => ({ value: list.numeric ? Number(value) : value, display: display.trim() }));

/** The form of a list. What somebody else makes of it is shown where there are no edits, and never overwritten. */
const useOptions = (list: List) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const base = useRef(list.options);
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
  const take = (options: List['options'], show = true) => {
    base.current = options;
    form.setInitialValues(textsOf(options));
    if (show) form.setValues(textsOf(options));
  };
  const save = useSave({
    form,
    send: async (values: typeof form.values) => {
      const options = entriesOf(list, values);
      await api('PUT /lists/:name', { name: list.name, body: { options, before: base.current } });
      return options;
    },
    refresh: [FIELDS_KEY, ['preview']],
    message: c('saved'),
    // What was typed while it was saved stays, as an edit of what is stored now.
    done: (options, sent) => take(options, JSON.stringify(form.getValues()) === JSON.stringify(sent)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the service holds decides when
  useEffect(() => {
    if (!form.isDirty()) take(list.options);
  }, [list.options]);
  const conflict = isOutdated(save.error)
    ? {
        members: [{ name: 'options', mine: entriesOf(list, form.values), theirs: list.options }],
        takeTheirs: () => {
          take(list.options);
          save.reset();
        },
        keepMine: () => {
          base.current = list.options;
          save.mutate(form.getValues());
        },
      }
    : null;
  return { form, save: { ...save, conflict } };
};

type OptionsForm = ReturnType<typeof useOptions>['form'];

/** Moves or removes an entry. */
const RowButtons = ({ form, i }: { form: OptionsForm; i: number }) => {
  const { t } = useTranslation('fields');
  const last = form.values.options.length - 1;
  const move = (to: number) => form.reorderListItem('options', { from: i, to });
  const buttons = [
    { label: 'up', Icon: IconArrowUp, disabled: i === 0, act: () => move(i - 1) },
    { label: 'down', Icon: IconArrowDown, disabled: i === last, act: () => move(i + 1) },
    { label: 'removeOption', Icon: IconTrash, disabled: last === 0, act: () => form.removeListItem('options', i) },
  ] as const;
  return (
    <Group gap={4} wrap="nowrap">
      {buttons.map(({ label, Icon, disabled, act }) => (
        <ActionIcon
          key={label}
          {...(label === 'removeOption' ? { variant: 'light', color: 'red' } : { variant: 'default' })}
          size="lg"
          disabled={disabled}
          aria-label={t(label, { n: i + 1 })}
          onClick={act}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
};

const Row = ({ form, i, fixed }: { form: OptionsForm; i: number; fixed: boolean }) => {
  const { t } = useTranslation('fields');
  return (
    <Group gap="xs" align="flex-start" justify="flex-end">
      <TextInput
        aria-label={t('value', { n: i + 1 })}
        placeholder={t('column.value')}
        flex="1 1 5rem"
        maxLength={255}
        disabled={fixed}
        {...form.getInputProps(`options.${i}.value`)}
      />
      <TextInput
        aria-label={t('display', { n: i + 1 })}
        placeholder={t('column.display')}
        flex="3 1 9rem"
        maxLength={255}
        disabled={fixed}
        {...form.getInputProps(`options.${i}.display`)}
      />
      {fixed ? null : <RowButtons form={form} i={i} />}
    </Group>
  );
};

/** Entries of one list. */
export const OptionForm = ({ list }: { list: List }) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const { form, save } = useOptions(list);
  const add = () => form.insertListItem('options', { ...BLANK });
  return (
    <Form form={form} save={save} words={{ labels: { options: list.name } }}>
      <Stack gap="xs">
        {list.numeric ? (
          <Text size="sm" c="dimmed">
            {t('numeric')}
          </Text>
        ) : null}
        {form.values.options.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their places
          <Row key={i} form={form} i={i} fixed={list.fixed} />
        ))}
        {list.fixed ? (
          <Text size="sm">{t('fixed')}</Text>
        ) : (
          <Group justify="space-between">
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
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
