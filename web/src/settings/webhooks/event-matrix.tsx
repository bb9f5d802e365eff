import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { api } from '../../api/client.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { CheckMatrix } from '../../components/form/check-matrix.tsx';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** `contact-persons.insert` -> `['contact-persons', 'insert']` */
const partsOf = (event: string): [string, string] => {
  const dot = event.lastIndexOf('.');
  return [event.slice(0, dot), event.slice(dot + 1)];
};

const matrixOf = (events: readonly string[]) => {
  const rows = new Map<string, Record<string, string>>();
  const columns = new Set<string>();
  for (const event of events) {
    const [resource, action] = partsOf(event);
    columns.add(action);
    rows.set(resource, { ...rows.get(resource), [action]: event });
  }
  return {
    columns: [...columns].map((name) => ({ name, label: nameOf('webhooks:action', name) })),
    rows: [...rows].map(([name, values]) => ({ name, label: nameOf('resources:name', name), values })),
  };
};

/** Events grouped by resource, with actions as columns. */
export const EventMatrix = (props: {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: ReactNode;
}) => {
  const { t, language } = useTranslation('webhooks');
  const query = useQuery({
    queryKey: ['events'],
    queryFn: () => api('GET /events'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const items = query.data?.items;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are those of the language
  const matrix = useMemo(() => matrixOf(items ?? []), [items, language]);
  if (!items) {
    return query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : <LoadingRows rows={3} />;
  }
  return (
    <CheckMatrix label={t('events')} description={t('eventsHint')} rowTitle={t('resource')} {...matrix} {...props} />
  );
};
