/** Sections, records, rules and days of privacy as people read them. */
import { Anchor } from '@mantine/core';
import { dateFormat } from '../../i18n/formats.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import type { Section } from '../schema/section.ts';
import type { RetentionRule, Verdict } from './privacy-query.ts';

/** The name of a kind of records, of a part or of an annotation. */
export const sectionTitle = (path: string): string =>
  nameOf('records:sections', path, nameOf('records:parts', path, nameOf('privacy:sections', path)));

/** A day of the API (`2031-01-01`). */
export const dayText = (day: string, language: string): string =>
  dateFormat(language, 'date').format(new Date(`${day}T12:00`));

/** Texts for rules and days. */
export const useVerdictTexts = () => {
  const { t, language } = useTranslation('privacy');
  return {
    /** `§ 22 VersVermV, 5 Jahre ab Jahresende`. */
    rule: ({ basis, years: count, from }: RetentionRule): string => t(`rule.${from}`, { basis, count }),
    /** The first day without a duty. */
    day: ({ erasable_from: day }: Pick<Verdict, 'erasable_from'>): string =>
      day === null ? t('unknownDay') : dayText(day, language),
  };
};

const INBOX = 'inbox/documents';

/** A record by its number; a link where the user may open it. @param sections kinds that the user may read; none: no link */
export const RecordLink = (props: { section: string; id: number; sections: readonly Section[]; named?: boolean }) => {
  const { t } = useTranslation('privacy');
  const { section, id, sections, named = false } = props;
  const text = named ? t('record', { section: sectionTitle(section), id }) : t('number', { id });
  if (!sections.some(({ path }) => path === section)) return <span>{text}</span>;
  const to = section === INBOX ? `/inbox?id=${id}` : `/${section}/${id}`;
  return (
    <Anchor component={Link} to={to} fz="inherit">
      {text}
    </Anchor>
  );
};
