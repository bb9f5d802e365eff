/** The ways to narrow a list, to choose its columns and to export it. */
import { Button, Group } from '@mantine/core';
import { IconColumns, IconCopyCheck, IconDownload, IconFilter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { laterDialog } from '../../components/lazy.ts';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { useSearch } from '../../router/use-router.ts';
import { WRITES_EXPORTS } from '../exports/export-job.ts';
import { isCompared } from '../merge/compared-sections.ts';
import { columnsOf } from '../schema/columns.ts';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';
import type { Context } from '../schema/shown.ts';
import type { Layout } from './use-layout.ts';
import { callFor } from './use-rows.ts';

/** Probable duplicates of contracts need it too. */
const READS_CUSTOMERS = 'v3:customers:read';

const TOOL = { size: 'compact-sm', variant: 'subtle', fw: 400, className: 'list-tool' } as const;

const FilterForm = laterDialog(async () => (await import('./filter-form.tsx')).FilterForm);
const ColumnForm = laterDialog(async () => (await import('./column-form.tsx')).ColumnForm);

const fileName = (section: Section, ending: string): string =>
  `${titleOfSection(section)} ${new Date().toISOString().slice(0, 10)}.${ending}`;

/** Exports all rows of a list with its columns as an Excel file. */
const ExcelButton = ({ section, schema, layout }: { section: Section; schema: Schema; layout: Layout }) => {
  const { t, language } = useTranslation('records');
  const [params] = useSearch();
  const [rows, setRows] = useState(0);
  const exported = useMutation({
    mutationFn: async () => {
      setRows(0);
      const [{ excelOf }, { storeFile }] = await Promise.all([import('./excel.ts'), import('./csv.ts')]);
      storeFile(fileName(section, 'xlsx'), await excelOf(section, params, layout.columnsFor(schema), setRows));
    },
    onError: notifyError,
  });
  return (
    <Button
      {...TOOL}
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={exported.isPending}
      onClick={() => exported.mutate()}
      aria-label={t('exportExcel')}
    >
      {exported.isPending ? `${rows.toLocaleString(language)} …` : 'Excel'}
    </Button>
  );
};

/** Exports a list with its columns. @param only the ids of rows that are exported; all by default */
export const CsvButton = (props: {
  section: Section;
  path: string;
  schema: Schema;
  context: Context;
  layout: Layout;
  only?: ReadonlySet<number>;
}) => {
  const { section, path, schema, context, layout, only = null } = props;
  const { t } = useTranslation('records');
  const [params] = useSearch();
  const exported = useMutation({
    mutationFn: async () => {
      const { csvOf, storeFile } = await import('./csv.ts');
      const withNames = ({ names = {} }: { names?: Context['names'] }) => ({
        ...context,
        names: { ...context.names, ...names, users: { ...context.names.users, ...names.users } },
      });
      const call = callFor(section, params, layout.columns);
      const columns = columnsOf(section, schema, layout.columnsFor(schema));
      const text = await csvOf({ section, path, call, schema, contextOf: withNames, only }, columns);
      storeFile(fileName(section, 'csv'), new Blob([text], { type: 'text/csv;charset=utf-8' }));
    },
    onError: notifyError,
  });
  return (
    <Button
      size="compact-sm"
      variant={only ? 'default' : 'subtle'}
      fw={400}
      className={only ? undefined : 'list-tool'}
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={exported.isPending}
      onClick={() => exported.mutate()}
      aria-label={t('exportCsv')}
    >
      CSV
    </Button>
  );
};

export const ListTools = (props: {
  section: Section;
  path: string;
  schema: Schema;
  context: Context;
  layout: Layout;
}) => {
  const { section, schema, layout } = props;
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState<'filter' | 'columns' | null>(null);
  const close = () => setOpened(null);
  const { scopes } = useSession().user;
  return (
    <Group gap={2} className="not-printed">
      {[...schema.fields.values()].some(({ filters }) => filters.length) ? (
        <Button
          {...TOOL}
          aria-label={t('filter')}
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setOpened('filter')}
        >
          {t('filter')}
        </Button>
      ) : null}
      <Button
        {...TOOL}
        aria-label={t('columns')}
        leftSection={<IconColumns size={14} aria-hidden />}
        onClick={() => setOpened('columns')}
      >
        {t('columns')}
      </Button>
      {props.path === `/${section.path}` && scopes.includes(WRITES_EXPORTS) ? <ExcelButton {...props} /> : null}
      <CsvButton {...props} />
      {isCompared(section.path) && props.path === `/${section.path}` && scopes.includes(READS_CUSTOMERS) ? (
        <Button
          {...TOOL}
          aria-label={t('toDuplicates')}
          component={Link}
          to={`/${section.path}/duplicates`}
          leftSection={<IconCopyCheck size={14} aria-hidden />}
        >
          {t('toDuplicates')}
        </Button>
      ) : null}
      {opened === 'filter' ? <FilterForm opened onClose={close} section={section} schema={schema} /> : null}
      {opened === 'columns' ? (
        <ColumnForm opened onClose={close} section={section} schema={schema} layout={layout} />
      ) : null}
    </Group>
  );
};
