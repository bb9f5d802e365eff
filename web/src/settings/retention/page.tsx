/** How long records are retained, and when deleted ones are purged (docs/privacy.md). */
import {
  Alert,
  Button,
  Card,
  Fieldset,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, callOf } from '../../api/client.ts';
import type { Retention, RetentionDue, RetentionRule } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { Form } from '../../components/form/form.tsx';
import { Select } from '../../components/select/select.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { errorText } from '../../i18n/error-text.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

interface Body {
  readonly rules: RetentionRule[];
  readonly purge_days: number;
}

const DueTable = ({ due, nameOf }: { due: RetentionDue; nameOf: (section: string) => string }) => {
  const { t } = useTranslation('retention');
  if (!due.sections.length) return <Text size="sm">{t(due.is_minimum ? 'noneSoFar' : 'none')}</Text>;
  return (
    <Stack gap="xs">
      <DataTable label={t('due')} head={[t('section'), t('erased'), t('purged'), t('withinYear')]} minWidth={520}>
        {due.sections.map(({ section, erased, purged, within_year }) => (
          <tr key={section}>
            <th scope="row">{nameOf(section)}</th>
            <td>{erased}</td>
            <td>{purged}</td>
            <td>{within_year}</td>
          </tr>
        ))}
      </DataTable>
      {due.is_minimum && <Text size="sm">{t('atLeast')}</Text>}
    </Stack>
  );
};

/**
 * A button that counts the rows, and the result until something else is typed.
 * @param bodyOf the typed rules and period as they would be saved
 * @param nameOf the name of a section
 */
const RetentionPreview = <V extends Record<string, unknown>>(props: {
  form: UseFormReturnType<V>;
  bodyOf: () => Body;
  nameOf: (section: string) => string;
}) => {
  const { form, bodyOf, nameOf } = props;
  const { t } = useTranslation('retention');
  const [shown, setShown] = useState<{ readonly of: string; readonly due: RetentionDue }>();
  const preview = useSave({
    send: async (body: { rules: RetentionRule[]; purge_days: number }) => {
      const due = await api('POST /privacy/preview', { body });
      setShown({ of: JSON.stringify(body), due });
    },
  });
  const isShown = shown?.of === JSON.stringify(bodyOf());
  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          loading={preview.isPending}
          onClick={() => {
            if (!form.validate().hasErrors) preview.mutate(bodyOf());
          }}
        >
          {t('preview')}
        </Button>
      </Group>
      <div aria-live="polite">
        {preview.error && <Alert color="red">{errorText(preview.error)}</Alert>}
        {isShown && shown && <DueTable due={shown.due} nameOf={nameOf} />}
      </div>
    </Stack>
  );
};

/** The service's own bound. */
const MAX_TEXT = 2000;
const LANGUAGES = ['de', 'en'] as const;
const TEXTS = ['purposes', 'recipients', 'source', 'rights'] as const;

const DisclosureForm = (props: { retention: Retention; refresh: readonly string[]; saved: () => void }) => {
  const { retention, refresh, saved } = props;
  const { t } = useTranslation('retention');
  const { t: c } = useTranslation();
  const form = useForm({ initialValues: { ...retention.disclosure } });
  const save = useVersionedForm({
    form,
    shown: retention,
    valuesOf: ({ disclosure }) => ({ ...disclosure }),
    bodyOf: (disclosure) => ({ disclosure }),
    current: () => api('GET /privacy'),
    change: (changed, before) => api('PATCH /privacy', { body: { ...changed, before } }),
    refresh: [refresh],
    message: () => c('saved'),
    done: saved,
  });
  const data = LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }));
  return (
    <Form form={form} save={save} words={{ labels: { disclosure: t('disclosure') } }}>
      <Title order={2} size="h4">
        {t('disclosure')}
      </Title>
      <Text size="sm">{t('disclosureText')}</Text>
      <Select label={t('usual')} data={data} allowDeselect={false} maw="22rem" {...form.getInputProps('language')} />
      {LANGUAGES.flatMap((language) =>
        TEXTS.map((name) => (
          <Textarea
            key={`${language}.${name}`}
            label={t('textIn', { text: t(`texts.${name}`), language: t(`language.${language}`) })}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={MAX_TEXT}
            {...form.getInputProps(`${language}.${name}`)}
          />
        )),
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          {c('save')}
        </Button>
      </Group>
    </Form>
  );
};

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
