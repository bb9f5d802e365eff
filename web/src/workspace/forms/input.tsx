/** The input of a field, by its kind. */
import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Select } from '../../components/select/select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import { isTick, readValue, type Values, valuesOf } from './field-values.ts';
import { useFieldWarning } from './field-warning.ts';
import { FEW, useRecentOptions } from './recent-options.ts';
import { RecordSelect } from './record-select.tsx';
import { NameInput, OpenChoice } from './suggestions.tsx';
import { WorkdayHint } from './workday-hint.tsx';

type InputForm = UseFormReturnType<Values>;

const Choice = ({ field, form }: { field: Field; form: InputForm }) => {
  const { name, label, required } = field;
  const { options, remember } = useRecentOptions(field);
  const { value, onChange, error } = form.getInputProps(name);
  const data = options.map((one) => ({ value: String(one.value), label: one.display }));
  const known = !value || data.some((one) => one.value === value);
  return (
    <Select
      label={label}
      data={known ? data : [...data, { value: String(value), label: String(value) }]}
      value={value || null}
      onChange={(to) => {
        onChange(to ?? '');
        remember(to);
      }}
      error={error}
      required={required}
      clearable={!required}
      searchable={data.length > FEW}
    />
  );
};

/** Kinds whose text is written in the usual way once the field is left. */
const TIDIED = new Set(['date', 'datetime', 'money', 'rate']);

/** A warning is below the input, as an error is. */
export const WARNED: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** @param fields those of the form: a name is one input with the reference among them */
export const FieldInput = (props: { field: Field; form: InputForm; fields?: readonly Field[] }) => {
  const { field, form, fields = [] } = props;
  const { language } = useTranslation();
  const warning = useFieldWarning(field, form.values);
  const { name, label, kind, format, required, max } = field;
  if (isTick(field)) return <Checkbox label={label} {...form.getInputProps(name, { type: 'checkbox' })} />;
  const named = fields.find((one) => one.name === field.name_of);
  if (named) return <NameInput field={field} form={form} reference={named} />;
  if (kind === 'select' && field.open && typeof field.options?.[0]?.value === 'string')
    return <OpenChoice field={field} form={form} />;
  if (kind === 'select') return <Choice field={field} form={form} />;
  const given = form.getInputProps(name);
  if (kind === 'reference')
    return (
      <RecordSelect
        field={field}
        value={given.value}
        onChange={given.onChange}
        error={given.error}
        required={required}
        shared={String(form.values[field.shares ?? ''] ?? '')}
      />
    );
  const common = { label, required, ...(max ? { maxLength: max } : {}), ...given };
  if (kind === 'secret') return <PasswordInput autoComplete="new-password" {...common} />;
  if (kind === 'longText') return <Textarea autosize minRows={2} maxRows={10} {...common} />;
  const tidy = () => {
    const value = readValue(field, given.value, language);
    if (value !== undefined) form.setFieldValue(name, valuesOf([field], { [name]: value }, language)[name] ?? '');
    form.validateField(name);
  };
  // Work that begins on a Sunday is seen on Monday.
  const hint =
    format === 'workday' || (name === 'start' && kind === 'datetime') ? (
      <WorkdayHint
        text={String(given.value)}
        timed={kind === 'datetime'}
        take={(text) => form.setFieldValue(name, text)}
      />
    ) : null;
  return (
    <TextInput
      {...common}
      description={warning ?? hint}
      inputWrapperOrder={WARNED}
      classNames={{ description: 'field-warning' }}
      onBlur={TIDIED.has(kind) ? tidy : given.onBlur}
      inputMode={kind === 'int' ? 'numeric' : kind === 'money' || kind === 'rate' ? 'decimal' : 'text'}
    />
  );
};
