/** The history of a record: who changed it and its parts, by day. */
import { Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Names, readV3 } from '../../api/v3.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import { Pages } from '../lists/list.tsx';
import { Block } from '../schema/facts.tsx';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { useContextOf } from '../schema/shown.ts';
import { describeEntry, type Entry, type HistoryWording } from './history-text.ts';

const PAGE_SIZE = 50;

interface History {
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
  readonly items: readonly Entry[];
  readonly names?: Names;
}

const EntryRow = ({ entry, wording }: { entry: Entry; wording: HistoryWording }) => {
  const { sentence, values, lines } = describeEntry(entry, wording);
  return (
    <li>
      <time dateTime={entry.at}>{dateFormat(wording.context.language, 'clock').format(new Date(entry.at))}</time>
      <div className="history-text">
        {sentence}
        {values ? <div className="history-values">{values}</div> : null}
        {lines.length ? (
          <dl>
            {lines.map(({ name, label, from, to }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  {from === undefined ? (
                    wording.t('changed')
                  ) : (
                    <>
                      <del>{from}</del> <IconArrowRight size={14} role="img" aria-label={wording.t('to')} />{' '}
                      <ins>{to}</ins>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </li>
  );
};

/** Entries by day in the time zone of the browser. */
const byDay = (items: readonly Entry[], language: string): ReadonlyMap<string, readonly Entry[]> => {
  const days = new Map<string, Entry[]>();
  for (const entry of items) {
    const day = dateFormat(language, 'long').format(new Date(entry.at));
    const entries = days.get(day);
    if (entries) entries.push(entry);
    else days.set(day, [entry]);
  }
  return days;
};

export default function RecordHistory({ section, schema, id }: { section: Section; schema: Schema; id: number }) {
  const { t, language } = useTranslation('history');
  const [params] = useSearch();
  const call = { page: params.get('page'), limit: PAGE_SIZE, with_names: true };
  const query = useQuery({
    queryKey: ['v3', section.path, 'history', id, call],
    queryFn: () => readV3<History>(`/${section.path}/${id}/history`, call),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const { data, error } = query;
  const context = useContextOf(data?.names);
  if (error) return <ErrorBox error={error} retry={() => query.refetch()} />;
  if (!data) return <LoadingRows rows={6} />;
  if (!data.items.length) return <Text c="dimmed">{t('none')}</Text>;
  const wording = { t, section, schema, context };
  return (
    <div className="history">
      {[...byDay(data.items, language)].map(([day, entries]) => (
        <Block key={day} title={day}>
          <ol className="history-rows">
            {entries.map((entry) => (
              <EntryRow
                key={`${entry.at} ${entry.section}/${entry.id} ${entry.action}`}
                entry={entry}
                wording={wording}
              />
            ))}
          </ol>
        </Block>
      ))}
      <Pages name={t('title')} page={data.page} pages={Math.ceil(data.total / data.page_size)} />
    </div>
  );
}
