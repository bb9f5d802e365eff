import { ActionIcon, Alert, Box, Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../api/client.ts';
import type { List } from '../../api/types.ts';
import { Form } from '../../components/form/form.tsx';
import { isOutdated, useSave } from '../../hooks/use-save.ts';
import type { Values } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { listName } from './list-label.ts';
import { FIELDS_KEY } from './query-keys.ts';

const BLANK = { value: '', display: '' };
/** Initial values of the form; a new list begins with an empty entry. */
const textsOf = (options: List['options']) => ({
  options: options.length ? options.map(({ value, display }) => ({ value: String(value), display })) : [BLANK],
});

const entriesOf = (list: List, { options }: ReturnType<typeof textsOf>): List['options'] =>
  options.map(({ value, display }) => ({ value: list.numeric ? Number(value) : value, display: display.trim() }));

/** The form of a list. A newer version is shown where there are no edits, and never overwritten. */
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
    refresh: [FIELDS_KEY],
    message: () => c('saved'),
    // Text typed while saving stays as an edit of the stored version.
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

type Act = 'up' | 'down' | 'removeOption';

/**
 * Moves and removes entries. The focus follows the moved entry; after a removal it moves to the remove button of the
 * next entry, or to the add button.
 */
const useRows = (form: OptionsForm) => {
  const place = useRef<HTMLDivElement>(null);
  // The move itself, not its text, which would stay in the language of that time.
  const [moved, setMoved] = useState<Values | null>(null);
  const goTo = (...wanted: readonly string[]) => {
    const buttons = wanted.map((name) => place.current?.querySelector<HTMLElement>(`[data-act="${name}"]:enabled`));
    buttons.find(Boolean)?.focus();
  };
  const move = (i: number, act: 'up' | 'down') => {
    const to = act === 'up' ? i - 1 : i + 1;
    const { options } = form.getValues();
    const name = options[i]?.display || options[i]?.value;
    flushSync(() => {
      form.reorderListItem('options', { from: i, to });
      setMoved({ name, n: to + 1, of: options.length });
    });
    // At the end of the list it can only go back.
    goTo(`${act} ${to}`, `${act === 'up' ? 'down' : 'up'} ${to}`);
  };
  const remove = (i: number) => {
    flushSync(() => {
      form.removeListItem('options', i);
      setMoved(null);
    });
    goTo(`removeOption ${i}`, 'add');
  };
  const act = (i: number, name: Act) => (name === 'removeOption' ? remove(i) : move(i, name));
  return { place, moved, act };
};

/** Moves or removes an entry. @param last the place of the last one */
const RowButtons = ({ i, last, act }: { i: number; last: number; act: (i: number, name: Act) => void }) => {
  const { t } = useTranslation('fields');
  const buttons = [
    { label: 'up', Icon: IconArrowUp, disabled: i === 0 },
    { label: 'down', Icon: IconArrowDown, disabled: i === last },
    { label: 'removeOption', Icon: IconTrash, disabled: last === 0 },
  ] as const;
  return (
    <Group gap={4} wrap="nowrap">
      {buttons.map(({ label, Icon, disabled }) => (
        <ActionIcon
          key={label}
          {...(label === 'removeOption' ? { variant: 'light', color: 'red' } : { variant: 'default' })}
          size="lg"
          disabled={disabled}
          aria-label={t(label, { n: i + 1 })}
          data-act={`${label} ${i}`}
          onClick={() => act(i, label)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
};

/** How the two inputs of an entry share its line, and their headings. */
const SHARES = { value: '1 1 5rem', display: '3 1 9rem' };
/** The buttons of an entry and what is between them, in pixels. */
const BUTTONS = 3 * 34 + 2 * 4;

/**
 * Headings above the inputs, which have labels of their own; where the buttons take a line, so does their heading.
 */
const Headings = ({ buttons }: { buttons: boolean }) => {
  const { t } = useTranslation('fields');
  return (
    <Group gap="xs" justify="flex-end" aria-hidden style={{ rowGap: 0 }}>
      {(['value', 'display'] as const).map((name) => (
        <Text key={name} size="sm" flex={SHARES[name]}>
          {t(`column.${name}`)}
        </Text>
      ))}
      {buttons ? <Box w={BUTTONS} /> : null}
    </Group>
  );
};

interface RowProps {
  readonly form: OptionsForm;
  readonly i: number;
  /** The place of the last entry. */
  readonly last: number;
  /** The values and errors of the inputs. */
  readonly shown: string;
  /** Null where the list cannot be changed. */
  readonly act: ((i: number, name: Act) => void) | null;
}

const shownOf = ({ values, errors }: OptionsForm, i: number): string =>
  JSON.stringify([values.options[i], errors[`options.${i}.value`], errors[`options.${i}.display`]]);

/**
 * One entry. In lists of hundreds, rows are not rendered at each keystroke: the form object changes, but handlers use
 * its current state.
 */
const Row = memo(
  ({ form, i, last, act }: RowProps) => {
    const { t } = useTranslation('fields');
    return (
      <Group gap="xs" align="flex-start" justify="flex-end">
        <TextInput
          aria-label={t('value', { n: i + 1 })}
          flex={SHARES.value}
          maxLength={255}
          disabled={!act}
          {...form.getInputProps(`options.${i}.value`)}
        />
        <TextInput
          aria-label={t('display', { n: i + 1 })}
          flex={SHARES.display}
          maxLength={255}
          disabled={!act}
          {...form.getInputProps(`options.${i}.display`)}
        />
        {act ? <RowButtons i={i} last={last} act={act} /> : null}
      </Group>
    );
  },
  (before, now) => before.last === now.last && before.shown === now.shown && !before.act === !now.act,
);

/** Entries that saving removes, and how many records have them. */
const Removed = ({ list, form }: { list: List; form: OptionsForm }) => {
  const { t } = useTranslation('fields');
  const left = new Set(form.values.options.map(({ value }) => value.trim()));
  const removed = list.options.filter(({ value }) => !left.has(String(value)));
  const counts = useQueries({
    queries: removed.map(({ value }) => ({
      queryKey: ['option-uses', list.name, value],
      queryFn: () => api('GET /lists/:name/uses', { name: list.name, query: { value: String(value) } }),
      gcTime: 0,
    })),
  });
  const used = removed.flatMap(({ value, display }, i) => {
    const count = counts[i]?.data?.records ?? 0;
    return count ? [{ value, text: t('optionUsed', { name: display, count }) }] : [];
  });
  return used.length ? (
    <Alert color="orange" role="status">
      {used.map(({ value, text }) => (
        <Text key={value} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  ) : null;
};

/** Entries of one list. */
export const OptionForm = ({ list }: { list: List }) => {
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const { form, save } = useOptions(list);
  const { place, moved, act } = useRows(form);
  const add = () => form.insertListItem('options', { ...BLANK });
  return (
    <Form form={form} save={save} words={{ labels: { options: listName(list.name) } }}>
      <Stack gap="xs" ref={place}>
        <VisuallyHidden role="status">{moved ? t('moved', moved) : null}</VisuallyHidden>
        {list.numeric ? (
          <Text size="sm" c="dimmed">
            {t('numeric')}
          </Text>
        ) : null}
        <Headings buttons={!list.fixed} />
        {form.values.options.map((_, i) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their places
            key={i}
            form={form}
            i={i}
            last={form.values.options.length - 1}
            shown={shownOf(form, i)}
            act={list.fixed ? null : act}
          />
        ))}
        <Removed list={list} form={form} />
        {list.fixed ? (
          <Text size="sm">{t('fixed')}</Text>
        ) : (
          <Group justify="space-between">
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} data-act="add">
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
