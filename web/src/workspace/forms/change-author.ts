/** Who has changed fields of a record last, as its history says. */
import { useQuery } from '@tanstack/react-query';
import { type Row, readV3 } from '../../api/v3.ts';
import type { Section } from '../schema/section.ts';

/** Entries of the history in which the author of a change is sought. */
const ENTRIES = 20;

interface History {
  readonly items: readonly { who: { name: string | null } | null; changes: Row }[];
}

/** @param names the fields; none asks for nothing @returns a name, null while it is not known */
export const useChangeAuthor = (section: Section, id: number, names: readonly string[]): string | null => {
  const { data } = useQuery({
    queryKey: ['v3', section.path, 'history', id, 'authors'],
    queryFn: () => readV3<History>(`/${section.path}/${id}/history`, { limit: ENTRIES }),
    enabled: names.length > 0 && section.verbs.includes('history'),
    staleTime: 1_000,
  });
  return data?.items.find(({ changes }) => names.some((name) => name in changes))?.who?.name ?? null;
};
