/** The erasure of a customer: the form that begins it, its progress and its result. */
import { Alert, Button, Group, List, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { call } from '../../api/v3.ts';
import { Form } from '../../components/form/form.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MAX_REASON } from './hold.tsx';
import { Chapter } from './preview.tsx';
import { type Erasure, type Preview, type Privacy, privacyKey, type Verdict } from './privacy-query.ts';
import { dayText, sectionTitle, useVerdictTexts } from './verdict-text.tsx';

/** The retained record whose day is the last one; an unknown day is later than all. */
const longestOf = ({ sections }: Preview): Verdict | undefined => {
  const dayOf = (one: Verdict) => one.erasable_from ?? '9999';
  return sections
    .flatMap(({ kept_records: records }) => records)
    .filter(({ rule }) => rule)
    .toSorted((one, other) => (dayOf(one) < dayOf(other) ? 1 : -1))[0];
};

/** Why nothing can be erased now: a hold, or the rule that keeps longest. */
const Refusal = ({ hold, verdict }: { hold?: Partial<Preview['hold']>; verdict?: Partial<Verdict> }) => {
  const { t, language } = useTranslation('privacy');
  const texts = useVerdictTexts();
  if (hold)
    return (
      <Text size="sm" className="break-anywhere">
        {hold.until ? t('heldUntil', { day: dayText(hold.until, language) }) : t('heldOpen')}{' '}
        {t('heldFor', { reason: hold.reason ?? '' })}
      </Text>
    );
  if (!verdict?.rule) return null;
  const day = texts.day({ erasable_from: verdict.erasable_from ?? null });
  return <Text size="sm">{t('refusedBy', { rule: texts.rule(verdict.rule), day })}</Text>;
};

/** The details of a 409: the hold, or the rule and its day. */
const RefusalOf = ({ error }: { error: Error | null }) => {
  if (!(error instanceof ApiError)) return null;
  if (error.error === 'legal_hold') return <Refusal hold={error.details} />;
  return error.error === 'retention_applies' ? <Refusal verdict={error.details} /> : null;
};

/** Removes all that the page has loaded of records, except for the kinds of records and pages that are shown. */
const forgetRecords = (client: QueryClient): void => {
  client.removeQueries({ queryKey: ['v3'], predicate: (query) => !query.isActive() });
  client.removeQueries({ queryKey: ['v3', 'customers', 'record'] });
};

const EraseForm = ({ kid }: { kid: number }) => {
  const { t } = useTranslation('privacy');
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { confirm: '', reason: '' },
    validate: {
      confirm: (text) => (text.trim() === String(kid) ? null : t('wrongNumber', { kid })),
      reason: (text) => (text.trim() ? null : common('missing')),
    },
  });
  const save = useSave({
    form,
    send: ({ reason }: typeof form.values) =>
      call('POST /v3/customers/:kid/privacy/erasure', { kid, body: { confirm: kid, reason: reason.trim() } }),
    message: () => t('begun'),
    done: (erasure) => {
      client.setQueryData<Privacy>(privacyKey(kid), { preview: null, erasure });
      forgetRecords(client);
    },
    failed: () => void client.invalidateQueries({ queryKey: privacyKey(kid) }),
  });
  return (
    <Form form={form} save={save}>
      <RefusalOf error={save.error} />
      <div className="form-fields">
        <TextInput
          label={t('confirm')}
          description={t('confirmHint', { kid })}
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('confirm')}
        />
        <TextInput
          label={t('eraseReason')}
          description={t('eraseReasonHint')}
          required
          maxLength={MAX_REASON}
          {...form.getInputProps('reason')}
        />
      </div>
      <Group justify="flex-end">
        <Button type="submit" color="red" loading={save.isPending}>
          {t('erase')}
        </Button>
      </Group>
    </Form>
  );
};

/** For administrators, before an erasure. */
export const EraseChapter = ({ preview }: { preview: Preview }) => {
  const { t } = useTranslation('privacy');
  const { kid, hold, erasable } = preview;
  const verdict = longestOf(preview);
  return (
    <Chapter name="erase" title={t('erase')} text={t('eraseText')}>
      {erasable ? null : (
        <Alert color="yellow" mb="sm" title={hold ? t('isHeld') : t('isKept')}>
          <Refusal {...(hold ? { hold } : {})} {...(verdict ? { verdict } : {})} />
        </Alert>
      )}
      <EraseForm kid={kid} />
    </Chapter>
  );
};

const COLORS = { running: 'blue', restricted: 'yellow', done: 'teal' } as const;

/** The state of an erasure, with the numbers of erased records. */
export const ErasureState = ({ erasure }: { erasure: Erasure }) => {
  const { t, language } = useTranslation('privacy');
  const { state, created_at: begun, done_at: done, due, erased } = erasure;
  const counts = Object.entries(erased).filter(([, count]) => count);
  return (
    <Alert color={COLORS[state]} title={t(`state.${state}`)} role="status" mb="lg">
      <Text size="sm">
        {t('begunAt')} <DateText value={begun} />.
        {done ? (
          <>
            {' '}
            {t('doneAt')} <DateText value={done} />.
          </>
        ) : null}
      </Text>
      <Text size="sm">
        {t(`stateText.${state}`)}
        {state === 'restricted' ? ` ${due ? t('nextDay', { day: dayText(due, language) }) : t('noNextDay')}` : null}
      </Text>
      {counts.length ? (
        <List size="sm" mt="xs" listStyleType="none">
          {counts.map(([section, count]) => (
            <List.Item key={section}>{t('erasedOf', { section: sectionTitle(section), count })}</List.Item>
          ))}
        </List>
      ) : null}
    </Alert>
  );
};
