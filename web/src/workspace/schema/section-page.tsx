/** A page of one kind of records: it waits for the kinds, and says so where there is none of that name. */
import type { ReactNode } from 'react';
import { NotFound } from '../../components/feedback/page-fallbacks.tsx';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { segmentsOf } from '../../router/path.ts';
import { useLocation } from '../../router/use-router.ts';
import type { Section } from './section.ts';
import { useSections } from './sections.ts';

/** The parts of a record address: the kind, and the segments after it. */
export interface Address {
  readonly section: Section;
  readonly sections: readonly Section[];
  readonly words: readonly string[];
  /** The number of the record, where it is one. */
  readonly id: number;
}

export const SectionPage = ({ children }: { children: (address: Address) => ReactNode }) => {
  const { pathname } = useLocation();
  const { data: sections, error, refetch } = useSections();
  const [path, ...words] = segmentsOf(pathname);
  if (!sections) return error ? <ErrorBox error={error} retry={() => refetch()} /> : <LoadingRows rows={8} />;
  const section = sections.find((one) => one.path === path);
  return section ? children({ section, sections, words, id: Number(words[0]) }) : <NotFound />;
};
