/** Values of records as people read them in their language. */
import { useMemo } from 'react';
import type { Names } from '../../api/v3.ts';
import { formatBytes } from '../../components/text/format-bytes.ts';
import { ibanInGroups } from '../../components/text/value-form.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { builtInText } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Deadline } from './deadline.ts';
import type { Field } from './schema.ts';
import { useUserNames } from './users.ts';

/** Context for showing values: the language, and the names of referenced records. */
export interface Context {
  readonly language: string;
  readonly t: ReturnType<typeof useTranslation<'records'>>['t'];
  readonly names: Names;
}

/** The context of an answer with its names. */
export const useContextOf = (names: Names = {}): Context => {
  const { t, language } = useTranslation('records');
  const users = useUserNames();
  return useMemo(
    () => ({ t, language, names: { ...names, users: { ...users, ...names.users } } }),
    [t, language, names, users],
  );
};

/** A date or local time of the organisation, independent of the browser's time zone. */
export const localDate = (value: string): Date => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = value.split(/\D/).map(Number);
  return new Date(year, month - 1, day, hour, minute);
};

/** Which format a number has; to make one takes long. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const number = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${language} ${JSON.stringify(options)}`;
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(key, made);
  return made;
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

type Writer = (value: unknown, field: Field, context: Context) => string;

const yesOrNo: Writer = (value, _field, { t }) => (value === true || value === 1 ? t('yes') : '–');

/** Text of a value by its kind; other kinds are shown unchanged. */
const writers: Readonly<Record<string, Writer>> = {
  money: (value, _field, { language }) =>
    number(language, { style: 'currency', currency: 'EUR' }).format(Number(value)),
  rate: (value, _field, { language }) => number(language, { maximumFractionDigits: 5 }).format(Number(value)),
  date: (value, _field, { language }) => dateFormat(language, 'date').format(localDate(String(value))),
  day: (value, _field, { language }) => dateFormat(language, 'date').format(localDate(String(value))),
  datetime: (value, _field, { language }) => dateFormat(language, 'time').format(localDate(String(value))),
  instant: (value, _field, { language }) => dateFormat(language, 'time').format(new Date(String(value))),
  flag: yesOrNo,
  boolean: yesOrNo,
  deadline: (value, _field, { language, t }) => {
    const { art, datum } = value as Deadline;
    return t(`deadline.${art}`, { date: dateFormat(language, 'date').format(localDate(datum)) });
  },
  secret: (_value, _field, { t }) => t('stored'),
  select: (value, { options }) => options?.find((one) => String(one.value) === String(value))?.display ?? String(value),
  reference: (value, field, context) => referenceText(field, value, context),
};

/** The name of a referenced record, if the answer has it. */
export const referenceName = ({ references }: Field, value: unknown, { names }: Context): string | undefined =>
  references.map((section) => names[section]?.[String(value)]).find(Boolean);

/** The name of the referenced record; its number without a name. */
const referenceText = (field: Field, value: unknown, context: Context): string =>
  referenceName(field, value, context) ?? context.t('numbered', { number: value });

/** A value as text; '' where there is none. */
export const textOf = (field: Field, value: unknown, context: Context): string => {
  if (isEmpty(value)) return '';
  if (field.format === 'bytes') return formatBytes(Number(value), context.language);
  if (field.format === 'iban') return ibanInGroups(String(value));
  if (field.format === 'term') return builtInText(String(value));
  const writer = writers[field.kind];
  return writer ? writer(value, field, context) : String(value);
};

/** Whether its values stand at the end of a column. */
export const isNumeric = ({ kind }: Field): boolean => kind === 'money' || kind === 'rate' || kind === 'int';

/** Years since a day. */
export const yearsSince = (value: string, now = new Date()): number => {
  const day = localDate(value);
  const before =
    now.getMonth() < day.getMonth() || (now.getMonth() === day.getMonth() && now.getDate() < day.getDate());
  return now.getFullYear() - day.getFullYear() - (before ? 1 : 0);
};
