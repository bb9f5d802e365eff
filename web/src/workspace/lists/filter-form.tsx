/** Narrows a list by one of its fields. */
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormModal } from '../../components/form/form-modal.tsx';
import { MultiSelect } from '../../components/select/multi-select.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSave } from '../../hooks/use-save.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import { isTick, readValue, writtenDay } from '../forms/field-values.ts';
import { RecordSelect } from '../forms/record-select.tsx';
import type { Field, Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { useFilterFields } from './filter-fields.ts';
import { severalOf, severalText } from './filters.ts';
import { PERIODS, type Period, periodOf } from './periods.ts';
import { StoredValueInput } from './stored-values.tsx';

interface Given {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly section: Section;
  readonly schema: Schema;
}

/** Ways to compare with a field; `range` has two ends, periods have theirs without a value. */
const WAYS = ['is', 'in', 'not', 'range', ...PERIODS, 'prefix', 'empty', 'notEmpty'] as const;
type Way = (typeof WAYS)[number];

/** The query parameter of a way to compare. */
const PARAMETERS: Readonly<Record<Way, string>> = {
  is: '',
  in: '[in]',
  not: '[not]',
  range: '[gte]',
  thisMonth: '[gte]',
  thisYear: '[gte]',
  next90Days: '[gte]',
  prefix: '[prefix]',
  empty: '[empty]',
  notEmpty: '[empty]',
};

/** The name of a field's equality filter, which may differ from its own. */
const equality = ({ name, filters }: Field): string | undefined =>
  filters.includes(name) ? name : filters.find((one) => !one.includes('['));

/** Ways that are chosen among the values of a field, or typed as one. */
const isOfValue = (way: Way): boolean => way === 'is' || way === 'not';
const isPeriod = (way: Way): way is Period => (PERIODS as readonly string[]).includes(way);

const parameterOf = (field: Field, way: Way): string | undefined => {
  if (way === 'is') return equality(field);
  // Of two values, the other one says the same.
  if ((way === 'in' || way === 'not') && isTick(field)) return undefined;
  if (way === 'in' && field.kind === 'reference') return undefined;
  if (isPeriod(way) && field.kind !== 'date' && field.kind !== 'datetime') return undefined;
  const name = `${field.name}${PARAMETERS[way]}`;
  return field.filters.includes(name) ? name : undefined;
};

const waysOf = (field: Field): readonly Way[] => WAYS.filter((way) => parameterOf(field, way) !== undefined);

/** The URL parameter of an input; undefined if it is not a value of the field. */
const written = (field: Field, text: string, language: string): string | undefined => {
  const value = readValue(field, text, language);
  return value === undefined || value === null ? undefined : String(value);
};

/** An end of a range that is no value of the field; an empty end is none. */
const wrongEnd = (field: Field, way: Way, { from, to }: { from: string; to: string }, language: string) =>
  way === 'range'
    ? ([['from', from] as const, ['to', to] as const].find(
        ([, text]) => text.trim() && written(field, text, language) === undefined,
      )?.[0] ?? null)
    : null;

const filterOf = (
  field: Field,
  way: Way,
  from: string,
  to: string,
  language: string,
): readonly (readonly [string, string])[] => {
  const name = parameterOf(field, way);
  if (!name) return [];
  if (way === 'empty' || way === 'notEmpty') return [[name, String(way === 'empty')]];
  if (way === 'prefix') return from.trim() ? [[name, from.trim()]] : [];
  if (isPeriod(way)) {
    const [first, last] = periodOf(way, new Date());
    return [
      [name, writtenDay(first)],
      [`${field.name}[lte]`, writtenDay(last)],
    ];
  }
  if (way === 'in') {
    const values = severalOf(from).map((one) => written(field, one.trim(), language));
    return values.every((value) => value !== undefined) ? [[name, severalText(values.map(String))]] : [];
  }
  const ends =
    way === 'range'
      ? ([
          [name, from],
          [`${field.name}[lte]`, to],
        ] as const)
      : ([[name, from]] as const);
  return ends.flatMap(([one, text]) => {
    const value = written(field, text, language);
    return value === undefined ? [] : [[one, value] as const];
  });
};

/** Chooses a field, a way to compare and a value. */
export const FilterForm = ({ opened, onClose, section, schema }: Given) => {
  const { t, language } = useTranslation('records');
  const [, change] = useSearch();
  const known = useFilterFields(section, schema, true);
  const fields = [...known.values()].filter((field) => waysOf(field).length > 0);
  const form = useForm<{ field: string; way: string; from: string; to: string }>({
    initialValues: { field: '', way: '', from: '', to: '' },
  });
  const { field: name, way: chosen, from, to } = form.values;
  const field = known.get(name);
  const ways = field ? waysOf(field) : [];
  const way = ways.find((one) => one === chosen) ?? ways[0] ?? 'is';
  const save = useSave({
    form,
    send: async () => {
      const wrong = field ? wrongEnd(field, way, { from, to }, language) : null;
      if (wrong) return form.setFieldError(wrong, nameOf('records:wrong', field?.kind ?? '', t('wrong.text')));
      const found = field ? filterOf(field, way, from, to, language) : [];
      if (!found.length)
        return form.setFieldError(
          field ? 'from' : 'field',
          nameOf('records:wrong', field?.kind ?? '', t('wrong.text')),
        );
      change((search) => {
        search.delete('page');
        for (const [parameter, value] of found) search.set(parameter, value);
      });
      onClose();
    },
  });
  const value = () => {
    if (!field || way === 'empty' || way === 'notEmpty' || isPeriod(way)) return null;
    const given = form.getInputProps('from');
    if (isOfValue(way) && field.kind === 'reference')
      return <RecordSelect field={field} value={from} onChange={given.onChange} error={given.error} required={false} />;
    if ((isOfValue(way) || way === 'in') && (field.options || isTick(field))) {
      const options = field.options ?? [
        { value: field.kind === 'flag' ? 1 : 'true', display: t('yes') },
        { value: field.kind === 'flag' ? 0 : 'false', display: t('no') },
      ];
      const data = options.map((one) => ({ value: String(one.value), label: one.display }));
      if (way === 'in')
        return (
          <MultiSelect
            label={field.label}
            data={data}
            value={from ? [...severalOf(from)] : []}
            onChange={(to) => given.onChange(severalText(to))}
            error={given.error}
          />
        );
      return (
        <Select
          label={field.label}
          data={data}
          searchable
          value={from || null}
          onChange={(to) => given.onChange(to ?? '')}
          error={given.error}
        />
      );
    }
    if (way !== 'range')
      return (
        <StoredValueInput
          {...{ section, field }}
          several={way === 'in'}
          label={t('filterValue')}
          description={way === 'in' ? t('filterValues') : undefined}
          {...given}
          value={from}
        />
      );
    return (
      <>
        <TextInput label={t('comparisons.gte')} {...given} />
        <TextInput label={t('comparisons.lte')} {...form.getInputProps('to')} />
      </>
    );
  };
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={t('addFilter')}
      submit={t('filterApply')}
      form={form}
      save={save}
    >
      <Select
        label={t('filterField')}
        data-autofocus
        data={fields.map((one) => ({ value: one.name, label: one.label }))}
        searchable
        value={name || null}
        onChange={(to) => form.setValues({ field: to ?? '', way: '', from: '', to: '' })}
        error={form.errors.field}
      />
      {ways.length > 1 ? (
        <Select
          label={t('filterWay')}
          data={ways.map((one) => ({ value: one, label: nameOf('records:ways', one) }))}
          value={way}
          allowDeselect={false}
          onChange={(to) => form.setValues({ way: to ?? '', from: '', to: '' })}
        />
      ) : null}
      {value()}
    </FormModal>
  );
};
