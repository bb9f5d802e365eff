/** One record with its parts, its schema and the names of the records that it refers to. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Names, type Page, readRecord } from '../../api/v3.ts';
import { useLocalized } from '../../i18n/use-translation.ts';
import { deadlineCall } from './deadline.ts';
import { schemaOf } from './schema.ts';
import type { Section } from './section.ts';

export const recordQuery = (section: Section, id: number) =>
  queryOptions({
    queryKey: ['v3', section.path, 'record', id],
    queryFn: () =>
      readRecord(`/${section.path}/${id}`, {
        with_schema: true,
        with_names: true,
        with_counts: true,
        ...deadlineCall(section.path),
        ...Object.fromEntries(section.parts.map(({ embed }) => [`with_${embed}`, true])),
      }),
    staleTime: 30_000,
  });

/** A record as its page shows it. */
export const useRecord = (section: Section, id: number) => {
  const query = useQuery(recordQuery(section, id));
  const { data } = query;
  const schema = useLocalized(
    () => (data ? schemaOf(section.path, data.record as unknown as Page) : undefined),
    [section.path, data],
  );
  const names = data?.record.names as Names | undefined;
  const counts = data?.record.counts as Readonly<Record<string, number>> | undefined;
  return { query, schema, row: data?.record, etag: data?.etag ?? null, names, counts };
};
