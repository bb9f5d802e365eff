import { Button, Card, Group, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { OrganisationProfile } from '../../api/types.ts';
import { Form } from '../../components/form/form.tsx';
import { Select } from '../../components/select/select.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SHOWN_AT } from './query-keys.ts';

/** Time zones that the browser knows, and the present one. */
const zonesWith = (present: string): string[] => [
  ...new Set([present, ...Intl.supportedValuesOf('timeZone'), 'UTC'].sort()),
];

const valuesOf = ({ name, time_zone }: OrganisationProfile) => ({ name, time_zone });

const Fields = ({ organisation, saved }: { organisation: OrganisationProfile; saved: () => void }) => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(organisation),
    validate: { name: (value) => (value.trim() ? null : t('missing')) },
  });
  const save = useVersionedForm({
    form,
    shown: organisation,
    valuesOf,
    bodyOf: (values) => values,
    current: () => api('GET /organisation'),
    change: (changed, before) => api('PATCH /organisation', { body: { ...changed, before } }),
    refresh: SHOWN_AT,
    message: () => c('saved'),
    done: saved,
  });
  return (
    <Form form={form} save={save} words={{ labels: { name: t('name'), time_zone: t('timeZone') } }}>
      <TextInput label={t('name')} maxLength={255} required {...form.getInputProps('name')} />
      <Select
        label={t('timeZone')}
        description={t('timeZoneText')}
        data={zonesWith(organisation.time_zone)}
        searchable
        allowDeselect={false}
        limit={50}
        nothingFoundMessage={c('nothingFound')}
        {...form.getInputProps('time_zone')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          {c('save')}
        </Button>
      </Group>
    </Form>
  );
};

/** Name and time zone. */
export const NameCard = ({ organisation }: { organisation: OrganisationProfile }) => {
  const { t } = useTranslation('organisation');
  // Saved values are the next initial values of the form.
  const [saves, setSaves] = useState(0);
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="md">
        {t('profile')}
      </Title>
      <Fields key={saves} organisation={organisation} saved={() => setSaves(saves + 1)} />
    </Card>
  );
};
