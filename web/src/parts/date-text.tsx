import { useTranslation } from 'react-i18next';

const formats: Readonly<Record<'date' | 'time' | 'seconds', Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
};

/** A time as people read it in their language and time zone; `fallback` where there is none. */
export const DateText = (props: { value: string | null; kind?: keyof typeof formats; fallback?: string }) => {
  const { t, i18n } = useTranslation();
  const { value, kind = 'time', fallback = t('never') } = props;
  if (!value) return <span>{fallback}</span>;
  const text = new Intl.DateTimeFormat(i18n.language, formats[kind]).format(new Date(value));
  return (
    <time dateTime={value} title={value} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  );
};
