/** The hold of a customer: shown, set and lifted. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../api/v3.ts';
import { ConfirmButton } from '../../components/dialog/confirm-button.tsx';
import { Form } from '../../components/form/form.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { writtenDate } from '../forms/field-values.ts';
import { parseDate } from '../forms/parse.ts';
import { Chapter } from './preview.tsx';
import { type Hold, privacyKey } from './privacy-query.ts';
import { dayText } from './verdict-text.tsx';

/** Bound of reasons, as the API has it. */
export const MAX_REASON = 500;

const HoldForm = ({ kid, hold }: { kid: number; hold: Hold | null }) => {
  const { t, language } = useTranslation('privacy');
  const { t: common } = useTranslation();
  const form = useForm({
    initialValues: { until: writtenDate(hold?.until ?? null, language), reason: hold?.reason ?? '' },
    validate: {
      until: (text) => {
        const day = parseDate(text);
        if (day === undefined) return t('noDate');
        return day !== null && day < String(parseDate('h')) ? t('pastDay') : null;
      },
      reason: (text) => (text.trim() ? null : common('missing')),
    },
  });
  const save = useSave({
    form,
    send: ({ until, reason }: typeof form.values) =>
      call('PUT /v3/customers/:kid/privacy/hold', { kid, body: { until: parseDate(until), reason: reason.trim() } }),
    refresh: [privacyKey(kid)],
    message: () => t('held'),
  });
  return (
    <details className="form-group">
      <summary>{hold ? t('changeHold') : t('setHold')}</summary>
      <Form form={form} save={save}>
        <div className="form-fields">
          <TextInput label={t('until')} description={t('untilHint')} {...form.getInputProps('until')} />
          <TextInput
            label={t('holdReason')}
            description={t('holdReasonHint')}
            required
            maxLength={MAX_REASON}
            {...form.getInputProps('reason')}
          />
        </div>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {hold ? t('changeHold') : t('setHold')}
          </Button>
        </Group>
      </Form>
    </details>
  );
};

const ShownHold = ({ hold }: { hold: Hold }) => {
  const { t, language } = useTranslation('privacy');
  const { until, reason, created_at: since } = hold;
  return (
    <Text size="sm" className="break-anywhere">
      {until ? t('heldUntil', { day: dayText(until, language) }) : t('heldOpen')} {t('heldFor', { reason })}{' '}
      {t('heldSince')} <DateText value={since} kind="date" />.
    </Text>
  );
};

/** @param props.writes whether the user may set and lift it */
export const HoldChapter = ({ kid, hold, writes }: { kid: number; hold: Hold | null; writes: boolean }) => {
  const { t } = useTranslation('privacy');
  const lift = useSave({
    send: (_: Record<string, never>) => call('DELETE /v3/customers/:kid/privacy/hold', { kid }),
    refresh: [privacyKey(kid)],
    message: () => t('lifted'),
  });
  return (
    <Chapter name="hold" title={t('hold')} text={hold ? t('holdText') : `${t('holdText')} ${t('noHold')}`}>
      {hold ? (
        <Group justify="space-between" mb="sm">
          <ShownHold hold={hold} />
          {writes ? (
            <ConfirmButton
              title={t('liftTitle')}
              text={t('liftText')}
              confirm={t('lift')}
              run={() => lift.mutateAsync({})}
            >
              {t('lift')}
            </ConfirmButton>
          ) : null}
        </Group>
      ) : null}
      {writes ? <HoldForm key={hold?.created_at ?? ''} kid={kid} hold={hold} /> : null}
    </Chapter>
  );
};
