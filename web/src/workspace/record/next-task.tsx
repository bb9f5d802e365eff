/** The next open task of a contact and the last completed activity, in the head of its record. */
import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Row, readV3 } from '../../api/v3.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { ACTIVITIES, CATEGORY } from '../schema/activity.ts';
import type { Section } from '../schema/section.ts';
import { localDate } from '../schema/shown.ts';
import { DoneButton } from './done-button.tsx';

const first = async (path: string, query: Readonly<Record<string, string | number>>): Promise<Row | null> =>
  (await readV3(path, { ...query, limit: 1 })).items[0] ?? null;

const Activity = ({ label, row, writes }: { label: string; row: Row; writes: boolean }) => {
  const { t, language } = useTranslation('records');
  const title = String(row.titel || t('numbered', { number: row.id }));
  return (
    <span>
      <span className="head-label">{label}</span>{' '}
      {row.start ? `${dateFormat(language, 'day').format(localDate(String(row.start)))} ` : ''}
      <Anchor component={Link} to={`/${ACTIVITIES}/${row.id}`} inherit underline="always">
        {title}
      </Anchor>{' '}
      {writes ? <DoneButton row={row} title={title} small /> : null}
    </span>
  );
};

/** Nothing for records that have no activities, and for users that may not read them. */
export const NextTask = (props: { section: Section; sections: readonly Section[]; id: number }) => {
  const { section, sections, id } = props;
  const { t } = useTranslation('records');
  const activities = sections.find(({ path }) => path === ACTIVITIES && section.children.includes(path));
  const path = `/${section.path}/${id}/${ACTIVITIES}`;
  const { data } = useQuery({
    queryKey: ['v3', ACTIVITIES, 'head', path],
    queryFn: async () => {
      const [task, contact] = await Promise.all([
        first(path, { kategorie: CATEGORY.task, status: 0, sort: 'start' }),
        first(path, { status: 1, sort: '-start' }),
      ]);
      return { task, contact };
    },
    enabled: activities !== undefined,
    staleTime: 30_000,
  });
  if (!activities || !data || !(data.task || data.contact)) return null;
  return (
    <Group gap="md" className="head-facts">
      {data.task ? <Activity label={t('nextTask')} row={data.task} writes={activities.can.includes('write')} /> : null}
      {data.contact ? <Activity label={t('lastContact')} row={data.contact} writes={false} /> : null}
    </Group>
  );
};
