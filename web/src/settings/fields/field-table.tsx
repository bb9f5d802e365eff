import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import type { FieldEntry, FieldResource, FieldSettings } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { SearchField } from '../../components/table/search-field.tsx';
import { FoundStatus } from '../../components/table/search-status.tsx';
import { notify, notifyError } from '../../hooks/notify.ts';
import { useSave } from '../../hooks/use-save.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { listName } from './list-label.ts';
import { FIELDS_KEY } from './query-keys.ts';

const OwnFieldForm = laterDialog(async () => (await import('./field-form.tsx')).OwnFieldForm);
const LabelForm = laterDialog(async () => (await import('./field-form.tsx')).LabelForm);

type Act = 'edit' | 'rename' | 'remove';

/** The label in the shown language; one of an own field is as it was written. */
const labelOf = ({ custom, label }: FieldEntry): string => (custom ? label : builtInText(label));

const Label = ({ field }: { field: FieldEntry }) => {
  const { t } = useTranslation('fields');
  return (
    <>
      {/* One that is written from the right, or turns text around, would do so with what stands beside it. */}
      <bdi>{labelOf(field)}</bdi>
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
    </>
  );
};

interface Move {
  readonly way: 'moveFirst' | 'moveUp' | 'moveDown' | 'moveLast';
  /** The place that it leads to. */
  readonly to: number;
}

/** The ways from a place; at the second one those to the first are the same. */
const movesFrom = (at: number, last: number): readonly Move[] => [
  ...(at > 1 ? [{ way: 'moveFirst', to: 0 } as const] : []),
  ...(at > 0 ? [{ way: 'moveUp', to: at - 1 } as const] : []),
  ...(at < last ? [{ way: 'moveDown', to: at + 1 } as const] : []),
  ...(at < last - 1 ? [{ way: 'moveLast', to: last } as const] : []),
];

const Row = (props: {
  field: FieldEntry;
  /** Added a moment ago. */
  fresh: boolean;
  moves: readonly Move[];
  onMove: (to: number) => void;
  onAct: (act: Act) => void;
}) => {
  const { field, fresh, moves, onMove, onAct } = props;
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const place = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (fresh) place.current?.scrollIntoView({ block: 'center' });
  }, [fresh]);
  return (
    <tr ref={place} className={fresh ? 'fresh' : undefined}>
      <th scope="row">
        <Group gap="xs" className="beside">
          <Code>{field.name}</Code>
          {field.custom ? (
            <Badge size="sm" variant="light">
              {t('own')}
            </Badge>
          ) : null}
        </Group>
      </th>
      <td className="break-anywhere">
        <Label field={field} />
      </td>
      <td>{t(`kinds.${field.kind}`)}</td>
      <td>{field.list ? listName(field.list) : '–'}</td>
      <td className="end">
        {field.custom ? (
          <RowMenu
            name={field.label}
            actions={[
              { name: c('edit'), run: () => onAct('edit') },
              ...moves.map(({ way, to }) => ({ name: t(way), run: () => onMove(to) })),
              { name: t('remove'), danger: true, run: () => onAct('remove') },
            ]}
          />
        ) : (
          <Button
            size="xs"
            variant="subtle"
            aria-label={`${t('rename')}: ${field.name}`}
            onClick={() => onAct('rename')}
          >
            {t('rename')}
          </Button>
        )}
      </td>
    </tr>
  );
};

/** The data that the removal of a field deletes. */
const Uses = ({ path, name }: { path: string; name: string }) => {
  const { t } = useTranslation('fields');
  const query = useQuery({
    // A key outside of `fields`: a removal invalidates `fields`, and this field no longer exists.
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

/**
 * The fields whose name or label contains the text. Rendered only for another text or other fields: there may be
 * hundreds.
 */
const Rows = memo(
  (props: { resource: FieldResource; text: string; added: string; onAct: (act: Act, field: FieldEntry) => void }) => {
    const { resource, text, added, onAct } = props;
    const { path, fields } = resource;
    const { t } = useTranslation('fields');
    const { t: c } = useTranslation();
    const names = fields.filter(({ custom }) => custom).map(({ name }) => name);
    const order = useSave({
      send: ({ field: { name }, to }: { field: FieldEntry; to: number }) => {
        const others = names.filter((one) => one !== name);
        return api('PUT /fields/:path', { path, body: { names: others.toSpliced(to, 0, name), before: names } });
      },
      refresh: [FIELDS_KEY],
      done: (_, { field: { label }, to }) => notify(() => t('moved', { name: label, n: to + 1, of: names.length })),
      failed: notifyError,
    });
    const word = text.trim().toLowerCase();
    const found = fields.filter((field) =>
      `${field.name} ${field.label} ${labelOf(field)}`.toLowerCase().includes(word),
    );
    return (
      <>
        <FoundStatus word={word} count={found.length} />
        {found.length ? (
          <DataTable
            label={t('tab.fields')}
            head={[t('column.name'), t('column.label'), t('column.kind'), t('column.list'), '']}
          >
            {found.map((field) => (
              <Row
                key={field.name}
                field={field}
                fresh={field.name === added}
                // Where some rows are filtered out, the target would be invisible.
                moves={word || !field.custom ? [] : movesFrom(names.indexOf(field.name), names.length - 1)}
                onMove={(to) => order.mutate({ field, to })}
                onAct={(act) => onAct(act, field)}
              />
            ))}
          </DataTable>
        ) : (
          <EmptyState text={c('noHit')} />
        )}
      </>
    );
  },
);

const RemoveQuestion = (props: { path: string; field: FieldEntry; onClose: () => void }) => {
  const { path, field, onClose } = props;
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const remove = useSave({
    send: ({ name }: { name: string }) => api('DELETE /fields/:path/:name', { path, name }),
    refresh: [FIELDS_KEY],
    message: () => c('deleted'),
  });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t('removeTitle', { name: field.label })}
      text={<Uses path={path} name={field.name} />}
      confirm={t('remove')}
      run={() => remove.mutateAsync({ name: field.name })}
    />
  );
};

/** Fields of the record kind that `chooser` chooses, found by their text: all can be renamed, own ones changed and removed. */
export const FieldTable = (props: {
  settings: FieldSettings;
  resource: FieldResource;
  chooser: ReactNode;
  text: string;
  onText: (text: string) => void;
}) => {
  const { settings, resource, chooser, text, onText } = props;
  const { t } = useTranslation('fields');
  const { t: c } = useTranslation();
  const [open, setOpen] = useState<{ act: Act | 'add'; field: FieldEntry | null } | null>(null);
  const act = useCallback((name: Act, field: FieldEntry) => setOpen({ act: name, field }), []);
  const [added, setAdded] = useState('');
  const close = () => setOpen(null);
  // Typed text is shown at once, the rows after it.
  const word = useDeferredValue(text);
  const field = open?.field ?? null;
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        {chooser}
        <SearchField label={c('searchIn', { name: t('tab.fields') })} value={text} onChange={onText} w={280} />
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ act: 'add', field: null })}>
          {t('add')}
        </Button>
      </Group>
      <Rows resource={resource} text={word} added={added} onAct={act} />
      {open?.act === 'add' || open?.act === 'edit' ? (
        <OwnFieldForm settings={settings} resource={resource} field={field} onClose={close} onAdded={setAdded} />
      ) : null}
      {open?.act === 'rename' && field ? <LabelForm path={resource.path} field={field} onClose={close} /> : null}
      {open?.act === 'remove' && field ? <RemoveQuestion path={resource.path} field={field} onClose={close} /> : null}
    </Stack>
  );
};
