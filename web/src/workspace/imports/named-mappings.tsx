/** Mappings that are stored under a name, and those of usual programs: one is used, stored or deleted. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/v3.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { FormModal } from '../../components/form/form-modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ImportJob, ImportOptions } from './import-job.ts';

const KEY = ['v3', 'import-mappings'];

const mappingsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await call('GET /v3/imports/mappings')).items,
});

/** The options that are stored: those of the file itself are others in each file. */
const storable = ({
  encoding: _,
  header_row: __,
  sheet: ___,
  delimiter: ____,
  decimal: _____,
  ...options
}: ImportOptions) => options;

/** The options of a named mapping with the columns of a file; null where the file has none of them. */
const fitted = (job: ImportJob, stored: ImportOptions): ImportOptions | null => {
  const headers = new Set(job.columns?.map(({ header }) => header));
  const mapping = Object.fromEntries(Object.entries(stored.mapping ?? {}).filter(([header]) => headers.has(header)));
  if (!Object.values(mapping).some(Boolean)) return null;
  const { encoding, header_row, sheet, delimiter, decimal } = job.options;
  return { encoding, header_row, sheet, delimiter, decimal, ...storable(stored), mapping };
};

const NameForm = (props: { onClose: () => void; name: string; store: (name: string) => Promise<unknown> }) => {
  const { onClose, name, store } = props;
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const form = useForm({ initialValues: { name } });
  const save = useSave({
    form,
    send: async (values: { name: string }) => {
      await store(values.name.trim());
      onClose();
    },
  });
  return (
    <FormModal opened onClose={onClose} title={t('storeMapping')} submit={common('save')} form={form} save={save}>
      <TextInput
        label={t('mappingName')}
        description={t('mappingNameText')}
        required
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </FormModal>
  );
};

/**
 * @param options as they are chosen now
 * @param chosen the name of a mapping; empty for none
 * @param onUse gets the options with which the file is read again
 */
export const NamedMappings = (props: {
  job: ImportJob;
  options: ImportOptions;
  chosen: string;
  onChoose: (name: string) => void;
  onUse: (options: ImportOptions) => void;
}) => {
  const { job, options, chosen, onChoose, onUse } = props;
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const { data: items = [] } = useQuery(mappingsQuery);
  const [naming, setNaming] = useState(false);
  const found = items.find(({ name }) => name === chosen);
  const used = found && fitted(job, found.options);
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const store = async (name: string) => {
    await call('PUT /v3/imports/mappings/:name', { name, body: storable(options) });
    onChoose(name);
    await refresh();
  };
  const remove = async () => {
    await call('DELETE /v3/imports/mappings/:name', { name: chosen });
    onChoose('');
    await refresh();
  };
  return (
    <div>
      <Group align="flex-end" gap="xs">
        <Select
          label={t('storedMapping')}
          placeholder={t('noMapping')}
          data={items.map(({ name }) => name)}
          value={chosen || null}
          onChange={(to) => onChoose(to ?? '')}
          searchable
        />
        <Button variant="default" disabled={!used} onClick={() => used && onUse(used)}>
          {t('useMapping')}
        </Button>
        <Button variant="subtle" onClick={() => setNaming(true)}>
          {t('storeMapping')}
        </Button>
        {found && !found.delivered ? (
          <ConfirmButton
            title={t('deleteMapping', { name: chosen })}
            text={t('deleteMappingText')}
            confirm={common('delete')}
            run={remove}
            button={{ variant: 'subtle', color: 'gray', 'aria-label': t('deleteMapping', { name: chosen }) }}
          >
            {common('delete')}
          </ConfirmButton>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {found && !used ? t('otherColumns') : ''}
      </Text>
      {naming ? <NameForm onClose={() => setNaming(false)} name={chosen} store={store} /> : null}
    </div>
  );
};
