import { type DateKind, dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Where the place is narrow the time of day goes to a line of its own, and nothing else is broken. */
const unbroken = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts.map(({ value }, at) => (parts[at + 1]?.type === 'hour' ? value : value.replaceAll(' ', '\u00a0'))).join('');

/** A time as people read it in their language and time zone. */
export const dateText = (value: string, language: string, kind: DateKind): string =>
  unbroken(dateFormat(language, kind).formatToParts(new Date(value)));

/** The same as an element; `fallback` where there is none. */
export const DateText = (props: { value: string | null; kind?: DateKind; fallback?: string }) => {
  const { t, language } = useTranslation();
  const { value, kind = 'time', fallback = t('never') } = props;
  if (!value) return <span>{fallback}</span>;
  return (
    <time dateTime={value} title={value}>
      {dateText(value, language, kind)}
    </time>
  );
};
