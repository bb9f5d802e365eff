import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { callOf } from '../../api/client.ts';
import type { FieldSettings } from '../../api/types.ts';
import { LoadingRows, QueryState } from '../../components/feedback/query-state.tsx';
import { lazyComponent } from '../../components/lazy.ts';
import { Select } from '../../components/select/select.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useLeave } from '../../hooks/unsaved-changes.ts';
import { anyText, oneOf, useSearchParams } from '../../hooks/use-search-params.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FieldTable } from './field-table.tsx';
import { FIELDS_KEY } from './query-keys.ts';

/** The content of a rarely used tab, loaded when it is chosen. */
const tabPanel = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const panel = lazyComponent(load);
  return (props: Props) => {
    const Drawn = panel.use();
    useEffect(() => void panel.get(), []);
    return Drawn ? <Drawn {...props} /> : <LoadingRows />;
  };
};
const OptionLists = tabPanel(async () => (await import('./option-lists.tsx')).OptionLists);
const Preview = tabPanel(async () => (await import('./schema-preview.tsx')).Preview);

const IN_ADDRESS = { tab: oneOf(['fields', 'lists', 'preview']), kind: anyText, list: anyText, search: anyText };

/** Tab, record kind and list are in the address, in the place of those before: back leads to the page before. */
const Settings = ({ settings }: { settings: FieldSettings }) => {
  const { t } = useTranslation('fields');
  const leave = useLeave();
  const [{ tab, kind, list, search }, show] = useSearchParams(IN_ADDRESS);
  const [usual] = settings.resources;
  const resource = settings.resources.find((one) => one.path === kind) ?? usual;
  const path = resource?.path ?? '';
  const usualList = settings.lists[0]?.name ?? '';
  const chooser = (
    <Select
      label={t('resource')}
      data={settings.resources.map(({ path, title }) => ({
        value: path,
        label: nameOf('resources:name', path, title),
      }))}
      value={path}
      onChange={(value) => value && show({ kind: value === usual?.path ? '' : value, search: '' })}
      allowDeselect={false}
      w={320}
      maw="100%"
    />
  );
  return (
    <Tabs
      value={tab}
      onChange={(value) => leave(() => show({ tab: value as typeof tab, search: '' }))}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="fields">{t('tab.fields')}</Tabs.Tab>
        <Tabs.Tab value="lists">{t('tab.lists')}</Tabs.Tab>
        <Tabs.Tab value="preview">{t('tab.preview')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="fields">
        {resource ? (
          <FieldTable
            settings={settings}
            resource={resource}
            chooser={chooser}
            text={search}
            onText={(to) => show({ search: to })}
          />
        ) : null}
      </Tabs.Panel>
      <Tabs.Panel value="lists">
        <OptionLists
          lists={settings.lists}
          name={list || usualList}
          onChoose={(name) => show({ list: name === usualList ? '' : name })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <Stack>
          {chooser}
          <Preview path={path} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
};

export default function FieldsPage() {
  const { t } = useTranslation('fields');
  const query = useQuery({ queryKey: FIELDS_KEY, ...callOf('GET /fields') });
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} />
      <QueryState query={query} rows={8}>
        {(settings) => <Settings settings={settings} />}
      </QueryState>
    </>
  );
}
