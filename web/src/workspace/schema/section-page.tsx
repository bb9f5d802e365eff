/** A page of one kind of records: it waits for the kinds, and says so where there is none of that name. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isForbidden, readV3 } from '../../api/v3.ts';
import { NotFound } from '../../components/feedback/page-fallbacks.tsx';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { segmentsOf } from '../../router/path.ts';
import { useLocation } from '../../router/use-router.ts';
import { NoRight } from './no-right.tsx';
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

/** Says whether the kind does not exist or the right to it is missing: the kinds of a user are only those with the right. */
const Missing = ({ path }: { path: string }) => {
  const { t } = useTranslation('records');
  const { error, isPending } = useQuery({
    queryKey: ['v3', path, 'right'],
    queryFn: () => readV3(`/${encodeURIComponent(path)}`, { limit: 1 }),
    retry: false,
  });
  if (isPending) return <LoadingRows rows={8} />;
  return isForbidden(error) ? <PageTitle title={t('noRightTitle')} description={<NoRight />} /> : <NotFound />;
};

export const SectionPage = ({ children }: { children: (address: Address) => ReactNode }) => {
  const { pathname } = useLocation();
  const { data: sections, error, refetch } = useSections();
  const [path = '', ...words] = segmentsOf(pathname);
  if (!sections) return error ? <ErrorBox error={error} retry={() => refetch()} /> : <LoadingRows rows={8} />;
  const section = sections.find((one) => one.path === path);
  return section ? children({ section, sections, words, id: Number(words[0]) }) : <Missing path={path} />;
};
