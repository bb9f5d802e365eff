import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import type { FieldEntry, FieldResource, FieldSettings } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RowMenu } from '../../parts/action-menu.tsx';
import { ConfirmModal } from '../../parts/confirm-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { notifyError } from '../../parts/notify.ts';
import { laterDialog } from '../../parts/on-demand.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { useSave } from '../../parts/use-save.ts';
import { listName } from './list-name.ts';
import { FIELDS_KEY } from './shared.ts';

const OwnFieldForm = laterDialog(async () => (await import('./field-form.tsx')).OwnFieldForm);
const LabelForm = laterDialog(async () => (await import('./field-form.tsx')).LabelForm);

const Row = (props: {
  field: FieldEntry;
  onEdit: () => void;
  onRename: () => void;
  onRemove: () => void;
  /** Absent where it is the first or the last one. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}) => {
  const { field, onEdit, onRename, onRemove, onUp, onDown } = props;
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  return (
    <tr>
      <td>
        <Group gap="xs" wrap="nowrap">
          <Code>{field.name}</Code>
          {field.custom ? (
            <Badge size="sm" variant="light">
              {t('own')}
            </Badge>
          ) : null}
        </Group>
      </td>
      <td className="break-anywhere">
        {field.label}
        {field.required ? (
          <Badge size="sm" variant="light" ml="xs">
            {t('required')}
          </Badge>
        ) : null}
        {field.group ? (
          <Badge size="sm" variant="outline" ml="xs">
            {field.group}
          </Badge>
        ) : null}
        {field.note ? (
          <Text size="xs" c="dimmed">
            {field.note}
          </Text>
        ) : null}
        {field.default === null ? null : (
          <Text size="xs" c="dimmed">
            {t('defaultIs', { value: field.default })}
          </Text>
        )}
      </td>
      <td>{t(`kinds.${field.kind}`)}</td>
      <td>{field.list ? listName(field.list) : '–'}</td>
      <td className="end">
        {field.custom ? (
          <RowMenu
            name={field.label}
            actions={[
              { name: c('edit'), run: onEdit },
              onUp ? { name: t('moveUp'), run: onUp } : null,
              onDown ? { name: t('moveDown'), run: onDown } : null,
              { name: t('remove'), danger: true, run: onRemove },
            ]}
          />
        ) : (
          <Button size="xs" variant="subtle" aria-label={`${t('rename')}: ${field.name}`} onClick={onRename}>
            {t('rename')}
          </Button>
        )}
      </td>
    </tr>
  );
};

/** What the removal of a field takes away. */
const Uses = ({ path, name }: { path: string; name: string }) => {
  const { t } = useTranslation('fields');
  const query = useQuery({
    // Below no other key: what follows from a removal asks again for all of `fields`, and the field is gone.
    queryKey: ['field-uses', path, name],
    queryFn: () => api('GET /fields/:path/:name/uses', { path, name }),
    // Records go on being written.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryState query={query} rows={1}>
      {({ records }) => (
        <>
          <Text size="sm" fw={600}>
            {records ? t('usedIn', { count: records }) : t('unused')}
          </Text>
          <Text size="sm">{t('removeText')}</Text>
        </>
      )}
    </QueryState>
  );
};

/** Fields of the record kind that `chooser` chooses: all can be renamed, own ones changed and removed. */
export const FieldTable = (props: { settings: FieldSettings; resource: FieldResource; chooser: ReactNode }) => {
  const { settings, resource, chooser } = props;
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const [own, setOwn] = useState<FieldEntry | 'new' | null>(null);
  const [renamed, setRenamed] = useState<FieldEntry | null>(null);
  const [removed, setRemoved] = useState<FieldEntry | null>(null);
  const remove = useSave({
    send: ({ name }: { name: string }) => api('DELETE /fields/:path/:name', { path: resource.path, name }),
    refresh: [FIELDS_KEY, ['preview']],
    message: c('deleted'),
  });
  const names = resource.fields.filter(({ custom }) => custom).map(({ name }) => name);
  const order = useSave({
    send: ({ to }: { to: readonly string[] }) =>
      api('PUT /fields/:path', { path: resource.path, body: { names: to, before: names } }),
    refresh: [FIELDS_KEY, ['preview']],
    message: c('saved'),
    failed: notifyError,
  });
  /** Takes an own field one place on; nothing at the end of the list. */
  const moving = ({ name }: FieldEntry, by: 1 | -1) => {
    const [from, to] = [names.indexOf(name), names.indexOf(name) + by];
    if (from < 0 || to < 0 || to >= names.length) return undefined;
    return () => order.mutate({ to: names.with(from, names[to] ?? '').with(to, name) });
  };
  const head = [t('column.name'), t('column.label'), t('column.kind'), t('column.list'), ''];
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        {chooser}
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOwn('new')}>
          {t('add')}
        </Button>
      </Group>
      <DataTable label={t('tab.fields')} head={head}>
        {resource.fields.map((field) => (
          <Row
            key={field.name}
            field={field}
            onEdit={() => setOwn(field)}
            onRename={() => setRenamed(field)}
            onRemove={() => setRemoved(field)}
            onUp={moving(field, -1)}
            onDown={moving(field, 1)}
          />
        ))}
      </DataTable>
      {own ? (
        <OwnFieldForm
          settings={settings}
          resource={resource}
          field={own === 'new' ? null : own}
          onClose={() => setOwn(null)}
        />
      ) : null}
      {renamed ? <LabelForm path={resource.path} field={renamed} onClose={() => setRenamed(null)} /> : null}
      {removed ? (
        <ConfirmModal
          opened
          onClose={() => setRemoved(null)}
          title={t('removeTitle', { name: removed.label })}
          text={<Uses path={resource.path} name={removed.name} />}
          confirm={t('remove')}
          run={() => remove.mutateAsync({ name: removed.name })}
        />
      ) : null}
    </Stack>
  );
};
