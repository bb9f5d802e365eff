import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { BillingCompanies, MOST_COMPANIES } from '../../api/types.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { Paged } from '../../components/table/paged-list.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { isOutdated, useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const KEY = ['billing-companies'];

/** The service's own bound: another number does not compile. */
const MOST: typeof MOST_COMPANIES = 200;

/** The dialog for a new name; `at` is the place in the list, its end for a new company. */
const NameModal = (props: { main: string; names: readonly string[]; at: number; onClose: () => void }) => {
  const { t } = useTranslation('billing-companies');
  const { t: c } = useTranslation();
  const { main, at, onClose } = props;
  // The names when the dialog was opened: the position refers to them. A new one is appended.
  const [names] = useState(props.names);
  const base = useRef(names);
  const nextOf = (before: readonly string[], name: string): string[] =>
    at < names.length ? before.map((one, place) => (place === at ? name.trim() : one)) : [...before, name.trim()];
  // The service takes names that differ in capitals alone for one as well.
  const others = [main, ...names.filter((_, place) => place !== at)].map((one) => one.toLowerCase());
  const form = useForm({
    initialValues: { name: names[at] ?? '' },
    validate: {
      name: (value) => {
        if (!value.trim()) return t('missing');
        if (others.includes(value.trim().toLowerCase())) return t('taken');
        return nextOf(base.current, value).length > MOST ? t('tooMany', { count: MOST }) : null;
      },
    },
  });
  const save = useSave({
    send: ({ name }: { name: string }) =>
      api('PUT /billing-companies', { body: { names: nextOf(base.current, name), before: base.current } }),
    refresh: [KEY],
    message: () => c('saved'),
    done: onClose,
  });
  const conflict = isOutdated(save.error)
    ? {
        members: [{ name: 'names', mine: nextOf(base.current, form.values.name), theirs: props.names }],
        takeTheirs: onClose,
        keepMine: () => {
          base.current = props.names;
          if (!form.validate().hasErrors) save.mutate(form.getValues());
        },
      }
    : null;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={at < names.length ? t('rename') : t('add')}
      submit={c('save')}
      form={form}
      save={{ ...save, conflict }}
      words={{ labels: { names: t('title') } }}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
    </FormModal>
  );
};

/** The main company, which the organisation's name is, or one of the list. */
interface Company {
  readonly id: number;
  readonly name: string;
  readonly contracts: number | null;
}

/** Asks before the last company is removed; the numbers of the others stand in contracts. */
const RemoveButton = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('billing-companies');
  const { t: c } = useTranslation();
  const remove = useSave({
    send: (body: { names: string[]; before: string[] }) => api('PUT /billing-companies', { body }),
    refresh: [KEY],
    message: () => c('deleted'),
  });
  const name = names.at(-1) ?? '';
  return (
    <ConfirmButton
      title={t('removeTitle', { name })}
      text={t('removeText')}
      confirm={t('remove')}
      run={() => remove.mutateAsync({ names: names.slice(0, -1), before: [...names] })}
      button={{ size: 'xs', 'aria-label': `${t('remove')}: ${name}` }}
    >
      {t('remove')}
    </ConfirmButton>
  );
};

const Row = (props: { company: Company; names: readonly string[]; onRename: (at: number) => void }) => {
  const { company, names, onRename } = props;
  const { t } = useTranslation('billing-companies');
  const { id, name, contracts } = company;
  // The number of a company is its place in the list, from 1.
  const place = id - 1;
  return (
    <tr>
      <td>{id}</td>
      <th scope="row" className="break-anywhere">
        <bdi>{name}</bdi>
        {contracts === null ? (
          <Text span c="dimmed" size="sm">
            {` (${t('main')})`}
          </Text>
        ) : null}
      </th>
      <td>{contracts ?? '–'}</td>
      <td>
        {contracts === null ? null : (
          <Group gap="xs" justify="flex-end" className="beside">
            <Button size="xs" variant="default" aria-label={`${t('rename')}: ${name}`} onClick={() => onRename(place)}>
              {t('rename')}
            </Button>
            {place === names.length - 1 ? <RemoveButton names={names} /> : null}
          </Group>
        )}
      </td>
    </tr>
  );
};

const Companies = ({ main, items, onRename }: BillingCompanies & { onRename: (at: number) => void }) => {
  const { t } = useTranslation('billing-companies');
  const names = items.map(({ name }) => name);
  const companies: readonly Company[] = [{ id: 0, name: main, contracts: null }, ...items];
  return (
    <>
      <Paged items={companies} textOf={({ id, name }) => `${id} ${name}`} named={t('title')}>
        {(shown) => (
          <DataTable
            label={t('title')}
            head={[t('column.id'), t('column.name'), t('column.contracts'), '']}
            minWidth={480}
          >
            {shown.map((company) => (
              <Row key={company.id} company={company} names={names} onRename={onRename} />
            ))}
          </DataTable>
        )}
      </Paged>
      {items.length > 1 ? (
        <Text c="dimmed" size="sm">
          {t('onlyLast')}
        </Text>
      ) : null}
    </>
  );
};

export default function BillingCompaniesPage() {
  const { t } = useTranslation('billing-companies');
  const [at, setAt] = useState<number | null>(null);
  const query = useQuery({ queryKey: KEY, ...callOf('GET /billing-companies') });
  const names = query.data?.items.map(({ name }) => name) ?? [];
  const full = names.length >= MOST;
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAt(names.length)}
      disabled={!query.data || full}
      {...(full ? { 'aria-describedby': 'full' } : {})}
    >
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} actions={add} />
      {full ? (
        <Text size="sm" mb="md" id="full">
          {t('tooMany', { count: MOST })}
        </Text>
      ) : null}
      <QueryState query={query}>{(companies) => <Companies {...companies} onRename={setAt} />}</QueryState>
      {at === null ? null : (
        <NameModal main={query.data?.main ?? ''} names={names} at={at} onClose={() => setAt(null)} />
      )}
    </>
  );
}
