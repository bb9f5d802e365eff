/** The ways to narrow a list, to choose its columns and to export it. */
import { Button, Group } from '@mantine/core';
import { IconColumns, IconDownload, IconFilter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { laterDialog } from '../../components/lazy.ts';
import { notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';
import type { Context } from '../schema/shown.ts';
import type { Layout } from './use-layout.ts';
import { callFor } from './use-rows.ts';

const FilterForm = laterDialog(async () => (await import('./filter-form.tsx')).FilterForm);
const ColumnForm = laterDialog(async () => (await import('./column-form.tsx')).ColumnForm);

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
      const text = await csvOf(section, path, call, layout.columnsFor(schema), { schema, contextOf: withNames, only });
      storeFile(`${titleOfSection(section)} ${new Date().toISOString().slice(0, 10)}.csv`, text);
    },
    onError: notifyError,
  });
  return (
    <Button
      size="compact-sm"
      variant={only ? 'default' : 'subtle'}
      fw={500}
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
  const tool = { size: 'compact-sm', variant: 'subtle', fw: 500, className: 'list-tool' } as const;
  return (
    <Group gap={2} className="not-printed">
      {[...schema.fields.values()].some(({ filters }) => filters.length) ? (
        <Button
          {...tool}
          aria-label={t('filter')}
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setOpened('filter')}
        >
          {t('filter')}
        </Button>
      ) : null}
      <Button
        {...tool}
        aria-label={t('columns')}
        leftSection={<IconColumns size={14} aria-hidden />}
        onClick={() => setOpened('columns')}
      >
        {t('columns')}
      </Button>
      <CsvButton {...props} />
      {opened === 'filter' ? <FilterForm opened onClose={close} section={section} schema={schema} /> : null}
      {opened === 'columns' ? (
        <ColumnForm opened onClose={close} section={section} schema={schema} layout={layout} />
      ) : null}
    </Group>
  );
};
