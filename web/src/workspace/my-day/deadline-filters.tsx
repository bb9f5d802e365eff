/** Filters of the page of deadlines: month, insurer, Sparte and adviser, each a parameter of its address. */
import { useQuery } from '@tanstack/react-query';
import { type Page, readV3 } from '../../api/v3.ts';
import { Select } from '../../components/select/select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Schema } from '../schema/schema.ts';
import { localDate } from '../schema/shown.ts';
import { AdviserSelect } from './adviser-select.tsx';
import { ALL } from './agenda.ts';
import { moveDay, today } from './days.ts';

/** Contracts in which insurers are looked for. */
const SOUGHT = 500;
const MONTHS = 12;
const MONTH_LENGTH = 'YYYY-MM'.length;

/** The next months from this one on. */
const nextMonths = (): readonly string[] => {
  const months = [today().slice(0, MONTH_LENGTH)];
  while (months.length <= MONTHS) months.push(moveDay(`${months.at(-1)}-01`, 31).slice(0, MONTH_LENGTH));
  return months;
};

/** The first day of a month that has not passed. */
const firstDayOf = (month: string): string => (today().startsWith(month) ? today() : `${month}-01`);

const lastDayOf = (month: string): string => moveDay(`${moveDay(`${month}-01`, 31).slice(0, MONTH_LENGTH)}-01`, -1);

const useInsurers = (chosen: string | null): readonly string[] => {
  const { data = [] } = useQuery({
    queryKey: ['v3', 'contracts', 'deadlines', 'insurers'],
    queryFn: async () => (await readV3<Page>('/contracts/deadlines', { limit: SOUGHT })).items,
    select: (rows) => [...new Set(rows.flatMap(({ gesellschaft }) => (gesellschaft ? [String(gesellschaft)] : [])))],
    staleTime: 300_000,
  });
  return [...new Set([...data, ...(chosen ? [chosen] : [])])].toSorted((one, other) => one.localeCompare(other));
};

/** @param change sets parameters of the address; null removes one */
export const DeadlineFilters = (props: {
  schema: Schema;
  params: URLSearchParams;
  change: (to: Readonly<Record<string, string | null>>) => void;
}) => {
  const { schema, params, change } = props;
  const { t, language } = useTranslation('day');
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const month = from.slice(0, MONTH_LENGTH);
  const chosen = month && to === lastDayOf(month) ? month : null;
  const insurer = params.get('gesellschaft');
  const insurers = useInsurers(insurer);
  const months = nextMonths();
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' });
  const choose = (value: string | null) => change({ from: value && firstDayOf(value), to: value && lastDayOf(value) });
  const sparten = schema.fields.get('sparte')?.options ?? [];
  return (
    <div className="deadline-filters">
      <Select
        label={t('filter.month')}
        placeholder={t('everyone')}
        data={(chosen && !months.includes(chosen) ? [chosen, ...months] : months).map((value) => ({
          value,
          label: name.format(localDate(`${value}-01`)),
        }))}
        value={chosen}
        onChange={choose}
        clearable
        searchable
      />
      <Select
        label={t('filter.insurer')}
        placeholder={t('everyone')}
        data={[...insurers]}
        value={insurer}
        onChange={(value) => change({ gesellschaft: value })}
        clearable
        searchable
      />
      <Select
        label={t('filter.sparte')}
        placeholder={t('everyone')}
        data={sparten.map(({ value, display }) => ({ value: String(value), label: display }))}
        value={params.get('sparte')}
        onChange={(value) => change({ sparte: value })}
        clearable
        searchable
      />
      <AdviserSelect
        value={params.get('betreuer') ?? ALL}
        onChange={(value) => change({ betreuer: value === ALL ? null : value })}
      />
    </div>
  );
};
