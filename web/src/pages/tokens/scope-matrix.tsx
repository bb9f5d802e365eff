import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { nameOf } from '../../i18n/name-of.ts';
import { CheckMatrix } from '../../parts/check-matrix.tsx';
import { ErrorBox, LoadingRows } from '../../parts/query-state.tsx';

/** Scopes as a table of resources with read and write. */
export const ScopeMatrix = (props: {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: React.ReactNode;
}) => {
  const { t } = useTranslation('tokens');
  const query = useQuery({
    queryKey: ['scopes'],
    queryFn: () => api('GET /scopes'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!query.data) {
    return query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : <LoadingRows rows={3} />;
  }
  return (
    <CheckMatrix
      label={t('scopes')}
      description={t('scopesHint')}
      rowTitle={t('resource')}
      columns={[
        { name: 'read', label: t('read') },
        { name: 'write', label: t('write') },
      ]}
      rows={query.data.families.map(({ name, actions }) => ({
        name,
        label: nameOf('tokens:family', name),
        values: Object.fromEntries(actions.map((action) => [action, `v3:${name}:${action}`])),
      }))}
      {...props}
    />
  );
};
