/** Creates a rule of the inbox or changes one. */
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sendV3 } from '../../api/v3.ts';
import { FormModal } from '../../components/form/form-modal.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RULES, type Rule, rulesQuery } from './rules.ts';

const EMPTY = { name: '', words: '', status: null, aufgabe: null, tage: 3, aktiv: 1 } as const;
const [LONGEST, LONGEST_WORDS, MOST_DAYS] = [255, 1000, 365];

const valuesOf = ({ name, words, status, aufgabe, tage, aktiv }: Omit<Rule, 'id'>) => ({
  ...{ name, words, status: status ?? '', aufgabe: aufgabe ?? '', tage: String(tage ?? 0) },
  on: aktiv === 1,
});

export const RuleForm = ({ rule, onClose }: { rule: Rule | null; onClose: () => void }) => {
  const { t } = useTranslation('inbox-rules');
  const { t: c } = useTranslation();
  const form = useForm({ initialValues: valuesOf(rule ?? EMPTY) });
  const save = useSave({
    form,
    send: ({ on, status, aufgabe, tage, ...values }: typeof form.values) => {
      const body = {
        ...values,
        tage: Number(tage),
        status: status || null,
        aufgabe: aufgabe || null,
        aktiv: Number(on),
      };
      return rule ? sendV3('PATCH', `${RULES}/${rule.id}`, body) : sendV3('POST', RULES, body);
    },
    refresh: [rulesQuery.queryKey],
    message: () => t('saved', { name: form.values.name }),
    done: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={rule ? t('edit') : t('add')}
      submit={rule ? c('save') : c('create')}
      form={form}
      save={save}
    >
      <TextInput label={t('name')} required maxLength={LONGEST} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('words')}
        description={t('wordsHint')}
        required
        autosize
        maxLength={LONGEST_WORDS}
        {...form.getInputProps('words')}
      />
      <TextInput
        label={t('status')}
        description={t('statusHint')}
        maxLength={LONGEST}
        {...form.getInputProps('status')}
      />
      <TextInput label={t('task')} description={t('taskHint')} maxLength={LONGEST} {...form.getInputProps('aufgabe')} />
      <TextInput
        type="number"
        label={t('days')}
        description={t('daysHint')}
        min={0}
        max={MOST_DAYS}
        {...form.getInputProps('tage')}
      />
      <Switch label={t('on')} {...form.getInputProps('on', { type: 'checkbox' })} />
    </FormModal>
  );
};
