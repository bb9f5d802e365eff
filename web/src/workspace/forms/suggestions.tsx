/** Inputs of free texts with suggestions: usual values of a list, and names of records whose numbers are stored with the text. */
import { Autocomplete } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import type { Values } from './field-values.ts';
import { useRecentOptions } from './recent-options.ts';
import { type RecordChoice, useRecordChoices } from './record-choices.ts';

type InputForm = UseFormReturnType<Values>;

interface Given {
  readonly field: Field;
  readonly form: InputForm;
}

const PAUSE_MS = 250;

/** The only entry that begins with a text, or the one that is the text. */
const completion = (text: string, labels: readonly string[]): string | undefined => {
  const typed = text.trim().toLowerCase();
  const fitting = typed ? labels.filter((label) => label.toLowerCase().startsWith(typed)) : [];
  return fitting.find((label) => label.toLowerCase() === typed) ?? (fitting.length === 1 ? fitting[0] : undefined);
};

/** A text of which the usual values are suggested; leaving it completes one that is begun. */
export const OpenChoice = ({ field, form }: Given) => {
  const { name, label, required, max } = field;
  const { value, error, onFocus } = form.getInputProps(name);
  const { options: known, remember } = useRecentOptions(field);
  const displays = known.map(({ display }) => display);
  const shown = known.find((one) => String(one.value) === value)?.display ?? String(value ?? '');
  const set = (text: string) => {
    const option = known.find(({ display }) => display === text);
    form.setFieldValue(name, option ? String(option.value) : text);
    if (option) remember(String(option.value));
  };
  return (
    <Autocomplete
      label={label}
      data={displays}
      value={shown}
      onChange={set}
      onFocus={onFocus}
      onBlur={() => set(completion(shown, displays) ?? shown)}
      // A chosen value does not hide the others.
      {...(displays.includes(shown) ? { filter: ({ options: all }) => all } : {})}
      error={error}
      required={required}
      {...(max ? { maxLength: max } : {})}
    />
  );
};

/** The name of a record, or any other text: its number is stored with the text. @param reference the field that names it */
export const NameInput = ({ field, form, reference }: Given & { reference: Field }) => {
  const { name, label, required, max } = field;
  const { language } = useTranslation();
  const { value, error, onFocus } = form.getInputProps(name);
  const id = String(form.values[reference.name] ?? '');
  const choices = useRecordChoices(reference);
  const known = useQuery({
    queryKey: [...choices.queryKey, 'name', id],
    queryFn: () => choices.load({ search: '', only: id }),
    enabled: id !== '' && !value,
  });
  const [typed, setTyped] = useState(false);
  const shown = String(value || (id && known.data?.[0]?.name) || '');
  const [search] = useDebouncedValue(typed ? shown.trim() : '', PAUSE_MS);
  const { data: found = [] } = useQuery({
    queryKey: [...choices.queryKey, search, language],
    queryFn: () => choices.load({ search }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const labels = found.map((one) => one.label);
  const take = ({ value: to, name: text }: RecordChoice) => {
    form.setFieldValue(reference.name, to);
    form.setFieldValue(name, text);
    setTyped(false);
  };
  const set = (text: string) => {
    const choice = found.find((one) => one.label === text);
    if (choice) return take(choice);
    form.setFieldValue(reference.name, '');
    form.setFieldValue(name, text);
    setTyped(true);
  };
  const complete = () => {
    const names = found.map((one) => one.name);
    const text = typed && search === shown.trim() ? completion(shown, names) : undefined;
    const choice = found.find((one) => one.name === text);
    if (choice) take(choice);
  };
  return (
    <Autocomplete
      label={label}
      data={typed ? labels : []}
      filter={({ options }) => options}
      value={shown}
      onChange={set}
      onFocus={onFocus}
      onBlur={complete}
      error={error}
      required={required}
      {...(max ? { maxLength: max } : {})}
    />
  );
};
