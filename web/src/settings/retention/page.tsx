/** How long records are retained, and when deleted ones are purged (docs/privacy.md). */
import { Button, Card, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { Retention, RetentionRule } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { Form } from '../../components/form/form.tsx';
import { Select } from '../../components/select/select.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DisclosureForm } from './disclosure-form.tsx';
import { RetentionPreview } from './retention-preview.tsx';

const KEY = ['retention'];

/** The service's own bounds. */
const MAX_YEARS = 100;
const MIN_DAYS = 30;
const MAX_DAYS = 3650;

const sectionName = (path: string): string => nameOf('records:sections', path, nameOf('privacy:sections', path));

/** A rule as it is typed; one without years is none. */
const typed = (section: string, rules: readonly RetentionRule[]) => {
  const { years = '', from = 'end_of_year', basis = '' } = rules.find((rule) => rule.section === section) ?? {};
  return { section, years: String(years), from, basis };
};

const valuesOf = ({ rules, sections, purge_days }: Retention) => ({
  purge_days: String(purge_days),
  rules: sections.map((section) => typed(section, rules)),
});
type Values = ReturnType<typeof valuesOf>;

/** The rules of the form, in the order of the version that it shows. */
const bodyOf = ({ rules, purge_days }: Values, shown: Retention | null) => {
  const order = shown?.rules.map(({ section }) => section) ?? [];
  const places = [...new Set([...order, ...rules.map(({ section }) => section)])];
  return {
    rules: places
      .flatMap((path) => rules.find(({ section }) => section === path) ?? [])
      .filter(({ years }) => years.trim())
      .map(({ section, years, from, basis }) => ({ section, years: Number(years), from, basis: basis.trim() })),
    purge_days: Number(purge_days),
  };
};

/** The version of the service, with the members of its rules in the order of the form. */
const inOrder = (retention: Retention): Retention => ({
  ...retention,
  rules: retention.rules.map(({ section, years, from, basis }) => ({ section, years, from, basis })),
});

const isNumber = (text: string, least: number, most: number): boolean =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

const Rules = ({ retention, saved }: { retention: Retention; saved: () => void }) => {
  const { t } = useTranslation('retention');
  const { t: c } = useTranslation();
  const form = useForm({
    initialValues: valuesOf(retention),
    validate: {
      purge_days: (text) =>
        isNumber(text, MIN_DAYS, MAX_DAYS) ? null : t('wrongDays', { least: MIN_DAYS, most: MAX_DAYS }),
      rules: {
        years: (text) => (!text.trim() || isNumber(text, 0, MAX_YEARS) ? null : t('wrongYears', { most: MAX_YEARS })),
        basis: (text, { rules }, path) =>
          text.trim() || !rules[Number(path.split('.')[1])]?.years.trim() ? null : c('missing'),
      },
    },
  });
  const save = useVersionedForm({
    form,
    shown: retention,
    valuesOf,
    bodyOf,
    current: async () => inOrder(await api('GET /privacy')),
    change: (changed, before) => api('PATCH /privacy', { body: { ...changed, before } }),
    refresh: [KEY],
    message: () => c('saved'),
    done: saved,
  });
  const starts = (['end_of_year', 'date'] as const).map((value) => ({ value, label: t(`from.${value}`) }));
  return (
    <Form form={form} save={save} words={{ labels: { rules: t('rules'), purge_days: t('purge') } }}>
      {form.values.rules.map(({ section }, at) => (
        <Fieldset key={section} legend={sectionName(section)}>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput
              label={t('years')}
              placeholder={t('noRule')}
              inputMode="numeric"
              maxLength={3}
              {...form.getInputProps(`rules.${at}.years`)}
            />
            <Select
              label={t('start')}
              data={starts}
              allowDeselect={false}
              {...form.getInputProps(`rules.${at}.from`)}
            />
            <TextInput label={t('basis')} maxLength={255} {...form.getInputProps(`rules.${at}.basis`)} />
          </SimpleGrid>
        </Fieldset>
      ))}
      <TextInput
        label={t('purge')}
        description={t('purgeText')}
        inputMode="numeric"
        required
        maxLength={4}
        maw="22rem"
        {...form.getInputProps('purge_days')}
      />
      <RetentionPreview form={form} bodyOf={() => bodyOf(form.values, retention)} nameOf={sectionName} />
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          {c('save')}
        </Button>
      </Group>
    </Form>
  );
};

export default function RetentionPage() {
  const { t } = useTranslation('retention');
  const query = useQuery({ queryKey: KEY, ...callOf('GET /privacy') });
  // Saved values are the next initial values of the form.
  const [saves, setSaves] = useState(0);
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <QueryState query={query} rows={6}>
        {(retention) => (
          <Stack maw="56rem">
            <Card withBorder padding="lg">
              <Rules key={saves} retention={inOrder(retention)} saved={() => setSaves(saves + 1)} />
            </Card>
            <Card withBorder padding="lg">
              <DisclosureForm key={saves} retention={retention} refresh={KEY} saved={() => setSaves(saves + 1)} />
            </Card>
          </Stack>
        )}
      </QueryState>
    </>
  );
}
