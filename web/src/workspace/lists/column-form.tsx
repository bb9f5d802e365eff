/** Chooses the columns of a list, their order and widths. */
import { ActionIcon, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import { usualColumns } from '../schema/columns.ts';
import { columnField, columnsOfPart, type Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { type Layout, MAX_WIDTH, MIN_WIDTH } from './use-layout.ts';

const STEP = 20;

/** Moves the name at a place before or after the next chosen one in that direction. */
const moved = (order: readonly string[], chosen: ReadonlySet<string>, name: string, by: -1 | 1): string[] => {
  const from = order.indexOf(name);
  let to = from + by;
  while (to >= 0 && to < order.length && !chosen.has(order[to] ?? '')) to += by;
  const others = order.filter((one) => one !== name);
  others.splice(Math.min(Math.max(to, 0), others.length), 0, name);
  return others;
};

export const ColumnForm = (props: {
  opened: boolean;
  onClose: () => void;
  section: Section;
  schema: Schema;
  layout: Layout;
}) => {
  const { opened, onClose, section, schema, layout } = props;
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const [params, change] = useSearch();
  const place = useRef<HTMLDivElement>(null);
  const usual = usualColumns(section, schema);
  const shown = layout.columnsFor(schema);
  const form = useForm({ initialValues: { order: [...shown], columns: [...shown], widths: { ...layout.widths } } });
  const { order, columns, widths } = form.values;
  const parts = new Map(
    section.parts.flatMap((part) =>
      columnsOfPart(schema, part).map((name) => [name, nameOf('records:parts', part.path)] as const),
    ),
  );
  const rest = [...schema.fields.keys(), ...parts.keys()].filter((name) => !order.includes(name));
  const all = [...order, ...rest].filter((name) => columnField(schema, name));
  const chosen = new Set(columns);
  const ticked = all.filter((name) => chosen.has(name));
  const label = (name: string) => [parts.get(name), columnField(schema, name)?.label].filter(Boolean).join(': ');
  const move = (name: string, by: -1 | 1) => {
    flushSync(() => form.setFieldValue('order', moved(all, chosen, name, by)));
    // The row is another place of the page now; at an end of the list it can only go back.
    const button = (way: number) =>
      place.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(`${name} ${way}`)}"]:enabled`);
    (button(by) ?? button(-by))?.focus();
  };
  const save = useSave({
    form,
    send: async () => {
      const kept = Object.entries(widths).filter(([, width]) => Number(width) >= MIN_WIDTH);
      const same = ticked.join() === usual.join();
      // The columns of a view are a change of that view.
      const own = params.has('view') ? {} : { columns: same ? [] : ticked };
      // A list without columns would show nothing: it has the usual ones.
      const plain = !ticked.length || (same && !params.has('view'));
      layout.store({ ...own, widths: Object.fromEntries(kept) });
      change((search) => (plain ? search.delete('columns') : search.set('columns', ticked.join())));
      onClose();
    },
  });
  const tools = (name: string) => (
    <Group gap={4} wrap="nowrap">
      <TextInput
        type="number"
        size="xs"
        w={92}
        min={MIN_WIDTH}
        max={MAX_WIDTH}
        step={STEP}
        placeholder={t('columnAuto')}
        aria-label={t('columnWidth', { name: label(name) })}
        value={widths[name] || ''}
        onChange={({ currentTarget }) =>
          form.setFieldValue('widths', { ...widths, [name]: Number(currentTarget.value) })
        }
      />
      {([-1, 1] as const).map((by) => (
        <ActionIcon
          key={by}
          variant="default"
          size="md"
          data-move={`${name} ${by}`}
          disabled={ticked.at(by === -1 ? 0 : -1) === name}
          aria-label={t(by === -1 ? 'columnUp' : 'columnDown', { name: label(name) })}
          onClick={() => move(name, by)}
        >
          {by === -1 ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
        </ActionIcon>
      ))}
    </Group>
  );
  return (
    <FormModal opened={opened} onClose={onClose} title={t('columns')} submit={common('save')} form={form} save={save}>
      <Text size="sm" c="dimmed">
        {t('columnHint')}
      </Text>
      <Checkbox.Group aria-label={t('columns')} {...form.getInputProps('columns')}>
        <Stack gap="xs" ref={place}>
          {all.map((name) => (
            <Group key={name} justify="space-between" wrap="nowrap" mih={30} gap="xs">
              <Checkbox value={name} label={label(name)} />
              {chosen.has(name) ? tools(name) : null}
            </Group>
          ))}
        </Stack>
      </Checkbox.Group>
    </FormModal>
  );
};
