/** Texts of the page for a person (Art. 15 GDPR), in both languages. */
import { Button, Group, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import type { Retention } from '../../api/types.ts';
import { Form } from '../../components/form/form.tsx';
import { Select } from '../../components/select/select.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The service's own bound. */
const MAX_TEXT = 2000;
const LANGUAGES = ['de', 'en'] as const;
const TEXTS = ['purposes', 'recipients', 'source', 'rights'] as const;

export const DisclosureForm = (props: { retention: Retention; refresh: readonly string[]; saved: () => void }) => {
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
