import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../i18n/name-of.ts';
import { UserSelect } from '../../parts/user-select.tsx';
import { useScopes } from './scope-matrix.tsx';

/** What the list is narrowed to, and its order; '' for everything. */
export interface TokenFilters {
  readonly search: string;
  readonly state: string;
  readonly scope: string;
  readonly user: string;
  readonly sort: string;
}

export const NO_FILTERS: TokenFilters = { search: '', state: '', scope: '', user: '', sort: '' };

const STATES = ['valid', 'soon', 'expired', 'revoked'] as const;
const SORTS = ['name', 'expires_at', '-last_used_at'] as const;

/** Filters of the list; every change applies at once. */
export const Filters = (props: { value: TokenFilters; onChange: (value: TokenFilters) => void }) => {
  const { value, onChange } = props;
  const { t } = useTranslation('tokens');
  const { t: c } = useTranslation();
  const scopes = useScopes();
  const set = (part: Partial<TokenFilters>) => onChange({ ...value, ...part });
  const chooser = (name: 'state' | 'scope', label: string, data: { value: string; label: string }[]) => (
    <Select
      label={label}
      placeholder={t('all')}
      data={data}
      value={value[name] || null}
      onChange={(chosen) => set({ [name]: chosen ?? '' })}
      searchable={name !== 'state'}
      clearable
      clearButtonProps={{ 'aria-label': `${t('reset')}: ${label}` }}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }} spacing="sm" component="section" aria-label={t('filters')}>
      <TextInput
        type="search"
        label={c('searchIn', { name: t('title') })}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={255}
        value={value.search}
        onChange={(event) => set({ search: event.currentTarget.value })}
      />
      {chooser(
        'state',
        t('state'),
        STATES.map((state) => ({ value: state, label: t(state) })),
      )}
      {chooser(
        'scope',
        t('scope'),
        (scopes.data?.families ?? []).flatMap(({ name, actions }) =>
          actions.map((action) => ({
            value: `v3:${name}:${action}`,
            label: `${nameOf('tokens:family', name)}: ${t(action === 'write' ? 'write' : 'read')}`,
          })),
        ),
      )}
      <UserSelect
        label={t('user')}
        placeholder={t('all')}
        value={value.user || null}
        onChange={(chosen) => set({ user: chosen ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': `${t('reset')}: ${t('user')}` }}
      />
      <Select
        label={t('sort')}
        data={[{ value: '', label: t('newest') }, ...SORTS.map((sort) => ({ value: sort, label: t(`by.${sort}`) }))]}
        value={value.sort}
        allowDeselect={false}
        onChange={(sort) => set({ sort: sort ?? '' })}
      />
    </SimpleGrid>
  );
};
