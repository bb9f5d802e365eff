import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import { useVersionedForm } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormModal } from './form-modal.tsx';

type Named = Readonly<Record<string, string>>;

/** Renames a subject. A name that another user has given it meanwhile is shown. */
export const RenameForm = (props: {
  title: string;
  /** The member of the call that has the name, and what people call it. */
  member: string;
  label: string;
  name: string;
  /** Its current name; undefined where it no longer exists. */
  current: () => Promise<string | undefined>;
  change: (name: string, before: string) => Promise<unknown>;
  refresh: readonly QueryKey[];
  onClose: () => void;
}) => {
  const { title, member, label, name, current, change, refresh, onClose } = props;
  const { t } = useTranslation();
  const named = (text: string): Named => ({ [member]: text });
  const nameIn = (one: Named): string => one[member] ?? '';
  const form = useForm<Record<string, string>>({
    initialValues: named(name),
    validate: { [member]: (value: string) => (value.trim() ? null : t('missing')) },
  });
  const save = useVersionedForm({
    form,
    shown: named(name),
    valuesOf: (shown) => ({ ...shown }),
    bodyOf: (values) => named(nameIn(values).trim()),
    current: async () => {
      const now = await current();
      return now === undefined ? undefined : named(now);
    },
    change: (changed, _, from) => change(changed[member] ?? '', nameIn(from)),
    refresh,
    message: () => t('saved'),
    done: onClose,
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={title}
      submit={t('save')}
      form={form}
      save={save}
      words={{ labels: { [member]: label } }}
    >
      <TextInput label={label} required maxLength={255} data-autofocus {...form.getInputProps(member)} />
    </FormModal>
  );
};
