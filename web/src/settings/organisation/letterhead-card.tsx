/** The letterhead: sender and foot of letters, and a letter that shows them. */
import { Anchor, Button, Card, Group, SimpleGrid, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { addressOf, api, callOf } from '../../api/client.ts';
import type { Letterhead } from '../../api/types.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { Form } from '../../components/form/form.tsx';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The service's own bounds. */
const [MOST_LINE, MOST_COLUMN] = [100, 300];
const KEY = ['letterhead'];
/** Columns of the foot, by an example of their contents. */
const COLUMNS = ['managers', 'register', 'bank'] as const;
const LINES = ['name', 'strasse', 'plz', 'ort', 'telefon', 'email', 'website'] as const;

const valuesOf = ({ footer, ...lines }: Letterhead) => ({ ...lines, footer: COLUMNS.map((_, at) => footer[at] ?? '') });

/** Columns that are empty at the end are none. */
const bodyOf = ({ footer, ...lines }: ReturnType<typeof valuesOf>) => ({
  ...lines,
  footer: footer.slice(0, footer.findLastIndex((text) => text.trim()) + 1),
});

/** Asked with the organisation, so that neither waits for the other. */
export const useLetterhead = () => useQuery({ queryKey: KEY, ...callOf('GET /letterhead') });

const Fields = ({ letterhead, saved }: { letterhead: Letterhead; saved: () => void }) => {
  const { t } = useTranslation('organisation');
  const { t: c } = useTranslation();
  const form = useForm({ initialValues: valuesOf(letterhead) });
  const save = useVersionedForm({
    form,
    shown: letterhead,
    valuesOf,
    bodyOf,
    current: () => api('GET /letterhead'),
    change: (changed, before) => api('PATCH /letterhead', { body: { ...changed, before } }),
    refresh: [KEY],
    message: () => c('saved'),
    done: saved,
  });
  const labels = Object.fromEntries([...LINES, 'footer' as const].map((name) => [name, t(`head.${name}`)]));
  return (
    <Form form={form} save={save} words={{ labels }}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {LINES.map((name) => (
          <TextInput key={name} label={t(`head.${name}`)} maxLength={MOST_LINE} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      {COLUMNS.map((example, at) => (
        <Textarea
          key={example}
          label={t('head.column', { number: at + 1 })}
          description={t(`head.examples.${example}`)}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MOST_COLUMN}
          {...form.getInputProps(`footer.${at}`)}
        />
      ))}
      <Group justify="space-between">
        <Anchor href={addressOf('GET /letterhead/preview')} target="_blank" size="sm">
          {t('head.preview')}
        </Anchor>
        <Button type="submit" loading={save.isPending}>
          {c('save')}
        </Button>
      </Group>
    </Form>
  );
};

export const LetterheadCard = () => {
  const { t } = useTranslation('organisation');
  const query = useLetterhead();
  const title = useId();
  // Saved values are the next initial values of the form.
  const [saves, setSaves] = useState(0);
  return (
    <Card withBorder component="section" padding="lg" aria-labelledby={title}>
      <Title order={2} size="h4" id={title}>
        {t('head.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('head.text')}
      </Text>
      <QueryState query={query} rows={4}>
        {(letterhead) => <Fields key={saves} letterhead={letterhead} saved={() => setSaves(saves + 1)} />}
      </QueryState>
    </Card>
  );
};
