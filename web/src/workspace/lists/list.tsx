/** A list of records with its filters, order and pages, all of which its address says. */
import { Button, Group, Pagination, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Page } from '../../api/v3.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import { LetterButtons } from '../messages/letter-buttons.tsx';
import { usePostpone } from '../my-day/postpone.tsx';
import { type Column, columnsOf } from '../schema/columns.ts';
import { PREMIUM } from '../schema/deadline.ts';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';
import { type Context, textOf, useContextOf } from '../schema/shown.ts';
import { RunList } from '../selection/run-list.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { type Bulk, useBulk } from '../selection/use-bulk.ts';
import { type Selection, useSelection } from '../selection/use-selection.ts';
import { ViewMenu } from '../views/view-menu.tsx';
import { useShownView } from '../views/views.ts';
import { EmptyList } from './empty-list.tsx';
import { useFilterFields } from './filter-fields.ts';
import { filterText } from './filters.ts';
import { CsvButton, ListTools } from './list-tools.tsx';
import { PrintButton, PrintHead, usePrint, withAllRows } from './print.tsx';
import { RecordTable } from './table.tsx';
import { useLayout } from './use-layout.ts';
import { allRowsOf, filtersIn, listOf, useRows } from './use-rows.ts';
import { VoidNotice, voidFilters, voidSort } from './void-parts.tsx';

/** Filters of the list as sentences that can be removed one by one. */
const Filters = (props: { section: Section; schema: Schema; context: Context; without: string }) => {
  const { section, schema, context, without } = props;
  const { t } = useTranslation('records');
  const [params, change] = useSearch();
  const filters = filtersIn(params).filter(([name]) => name !== without);
  const fields = useFilterFields(
    section,
    schema,
    filters.some(([name]) => name.includes('.')),
  );
  if (!filters.length) return null;
  const remove = (...names: readonly string[]) =>
    change((search) => {
      for (const name of [...names, 'page']) search.delete(name);
    });
  return (
    <Group gap={6}>
      {filters.map(([name, value]) => {
        const text = filterText(fields, name, value, context);
        return (
          <Button
            key={name}
            size="compact-sm"
            variant="light"
            fw={400}
            className="filter-chip"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t('removeFilter', { filter: text })}
            onClick={() => remove(name)}
          >
            {text}
          </Button>
        );
      })}
      <Button size="compact-sm" variant="subtle" onClick={() => remove(...filters.map(([name]) => name))}>
        {t('resetFilters')}
      </Button>
    </Group>
  );
};

export const Pages = ({ name, page, pages }: { name: string; page: number; pages: number }) => {
  const { t } = useTranslation();
  const [, change] = useSearch();
  if (pages < 2) return null;
  const turn = (to: number) => {
    change((search) => (to > 1 ? search.set('page', String(to)) : search.delete('page')));
    window.scrollTo(0, 0);
  };
  return (
    <Group justify="center" component="nav" aria-label={t('pagesOf', { name })} mt="sm">
      <Pagination
        size="sm"
        total={pages}
        value={page}
        onChange={turn}
        getItemProps={(number) => ({ 'aria-label': t('page', { number }) })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('nextPage') : t('previousPage') })}
      />
    </Group>
  );
};

/** The premiums of a list for a year: of all pages, or of this one where they are too many. */
const useFoot = (context: Context) => {
  const { t } = useTranslation('records');
  return ({ items, per_year: all }: Page, columns: readonly Column[]) => {
    const column = columns.find(({ name }) => name === PREMIUM);
    if (!column || all === undefined) return null;
    const sum = all ?? items.reduce((cents, row) => cents + Math.round(Number(row[PREMIUM] ?? 0) * 100), 0) / 100;
    return {
      label: t(all === null ? 'sumOfPage' : 'sumOfAll'),
      column: PREMIUM,
      text: textOf(column.field, sum, context),
    };
  };
};

/** Additional content of a list of some kind. */
export interface Further {
  /** A filter that it shows itself. */
  readonly filter: string;
  /** Above the list, and in the bar of its ticked records. */
  readonly draw: (place: 'above' | 'bar', tools: { selection: Selection; bulk: Bulk }) => ReactNode;
}

/**
 * A list of records.
 * @param path the list below `/v3`
 * @param without the column that is the same in every row
 * @param actions for the list
 */
export const RecordList = (props: {
  section: Section;
  path: string;
  without?: string;
  actions?: ReactNode;
  further?: Further;
}) => {
  const { section, path, without, actions, further } = props;
  const { t } = useTranslation('records');
  const [params, change] = useSearch();
  const layout = useLayout(section, params);
  const [printing, setPrinting] = useState(false);
  const { query, described } = useRows(section, path, printing ? withAllRows(params) : params, layout.columns);
  const { data, error, isPlaceholderData } = query;
  usePrint(printing, isPlaceholderData ? null : (data ?? null), error !== null, () => setPrinting(false));
  const schema = described.schema;
  const { shown: view, known: viewsKnown } = useShownView(section);
  const filters = schema ? voidFilters(section, schema, params) : [];
  const sort = schema ? voidSort(schema, params, error !== null) : null;
  const beyond = Boolean(data && !data.items.length && data.total > 0 && Number(params.get('page')) > 1);
  const noView = params.has('view') && viewsKnown && !view;
  const context = useContextOf(data?.names);
  const title = titleOfSection(section);
  const footOf = useFoot(context);
  const selection = useSelection(listOf(path, params));
  const bulk = useBulk(section);
  const { postpone, form: postponing } = usePostpone(section);
  const sortBy = (sort: string) =>
    change((search) => {
      search.delete('page');
      if (sort) search.set('sort', sort);
      else search.delete('sort');
    });
  const body = () => {
    if (filters.length || sort) return null;
    if (error) return <ErrorBox error={error} retry={() => query.refetch()} />;
    if (described.error) return <ErrorBox error={described.error} retry={() => described.refetch()} />;
    if (!data || !schema) return <LoadingRows rows={8} />;
    if (beyond) return null;
    if (!data.items.length) {
      const names = filtersIn(params).map(([name]) => name);
      const reset = () =>
        change((search) => {
          for (const name of [...names, 'page']) search.delete(name);
        });
      return <EmptyList section={section} isWhole={path === `/${section.path}`} reset={names.length ? reset : null} />;
    }
    const columns = columnsOf(section, schema, layout.columnsFor(schema), without);
    return (
      <>
        <RecordTable
          section={section}
          schema={schema}
          rows={data.items}
          columns={columns}
          context={context}
          label={title}
          busy={isPlaceholderData}
          sort={params.get('sort') ?? section.layout.sort}
          sortBy={sortBy}
          widths={layout.widths}
          resize={(widths) => layout.store({ widths })}
          selection={selection}
          foot={footOf(data, columns)}
          act={(key, row) => key === 'w' && postpone !== null && !selection.ids.size && postpone([row])}
        />
        <Pages name={title} page={data.page} pages={Math.ceil(data.total / data.page_size)} />
      </>
    );
  };
  return (
    <div className="list">
      {further?.draw('above', { selection, bulk })}
      <Group justify="space-between" mb="xs" mih={28} gap="xs" className="list-bar">
        <Group gap="xs">
          {path === `/${section.path}` ? <ViewMenu section={section} savable={!error && !filters.length} /> : null}
          {schema ? (
            <Filters section={section} schema={schema} context={context} without={further?.filter ?? ''} />
          ) : null}
        </Group>
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {data && !filters.length ? t('entries', { count: data.total }) : ''}
          </Text>
          {schema && !filters.length ? (
            <ListTools section={section} path={path} schema={schema} context={context} layout={layout} />
          ) : null}
          {data?.items.length ? <PrintButton print={() => setPrinting(true)} busy={printing} /> : null}
          <RunList section={section} bulk={bulk} />
          {actions}
        </Group>
      </Group>
      {data ? <PrintHead page={data} /> : null}
      {schema ? <VoidNotice {...{ schema, filters, sort, beyond, noView }} /> : null}
      {body()}
      {postponing}
      {data && schema && !filters.length ? (
        <SelectionBar
          section={section}
          selection={selection}
          bulk={bulk}
          total={data.total}
          readAll={(fields) => allRowsOf(path, params, fields)}
          exports={
            <>
              {further?.draw('bar', { selection, bulk })}
              <LetterButtons section={section} ids={selection.ids} />
              <CsvButton {...{ section, path, schema, context, layout }} only={selection.ids} />
            </>
          }
        />
      ) : null}
    </div>
  );
};
