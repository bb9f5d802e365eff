import { useTranslation } from '../i18n/use-translation.ts';

const formats: Readonly<Record<'date' | 'time' | 'seconds', Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
};

/** Where the place is narrow the time of day goes to a line of its own, and nothing else is broken. */
const unbroken = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts.map(({ value }, at) => (parts[at + 1]?.type === 'hour' ? value : value.replaceAll(' ', '\u00a0'))).join('');

/** A time as people read it in their language and time zone; `fallback` where there is none. */
export const DateText = (props: { value: string | null; kind?: keyof typeof formats; fallback?: string }) => {
  const { t, language } = useTranslation();
  const { value, kind = 'time', fallback = t('never') } = props;
  if (!value) return <span>{fallback}</span>;
  const text = unbroken(new Intl.DateTimeFormat(language, formats[kind]).formatToParts(new Date(value)));
  return (
    <time dateTime={value} title={value}>
      {text}
    </time>
  );
};
