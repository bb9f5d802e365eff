import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { CheckMatrix } from '../../parts/check-matrix.tsx';
import { ErrorBox, LoadingRows } from '../../parts/query-state.tsx';
import { messages } from './messages.ts';

type Family = keyof typeof messages.de.family;

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
  const labelOf = (name: string): string =>
    Object.hasOwn(messages.de.family, name) ? t(`family.${name as Family}`) : name;
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
        label: labelOf(name),
        values: Object.fromEntries(actions.map((action) => [action, `v3:${name}:${action}`])),
      }))}
      {...props}
    />
  );
};
