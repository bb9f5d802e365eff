import { SimpleGrid } from '@mantine/core';
import { nameOf } from '../../i18n/name-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readFilters } from '../../parts/filters.ts';
import { Select } from '../../parts/select.tsx';
import { UserSelect } from '../../parts/user-select.tsx';
import { useScopes } from './shared.ts';

/** What the list is narrowed to; '' for everything. */
export interface TokenFilters {
  readonly state: string;
  readonly scope: string;
  readonly user: string;
}

const NO_FILTERS: TokenFilters = { state: '', scope: '', user: '' };

/** A user's number: one with more digits would be refused, and there is none. */
const KID = /^[1-9]\d{0,8}$/;

const STATES = ['valid', 'soon', 'expired', 'revoked'] as const;

/** Filters of an address, without what is none: an old link, or one that somebody wrote. */
export const useFilters = (search: URLSearchParams): TokenFilters => {
  const { state, scope, user } = readFilters(NO_FILTERS, search);
  const { data } = useScopes(scope !== '');
  const isScope =
    !data || data.families.some(({ name, actions }) => actions.some((action) => scope === `v3:${name}:${action}`));
  return {
    state: STATES.some((one) => one === state) ? state : '',
    scope: isScope ? scope : '',
    user: KID.test(user) ? user : '',
  };
};

/** Filters of the list; every change applies at once. */
export const Filters = (props: { value: TokenFilters; onChange: (value: TokenFilters) => void }) => {
  const { value, onChange } = props;
  const { t } = useTranslation('tokens');
  const scopes = useScopes();
  const chooser = (name: keyof TokenFilters, label: string) => ({
    label,
    placeholder: t('all'),
    value: value[name] || null,
    onChange: (chosen: string | null) => onChange({ ...value, [name]: chosen ?? '' }),
    clearable: true,
    clearButtonProps: { 'aria-label': `${t('reset')}: ${label}` },
  });
  const states = STATES.map((state) => ({ value: state, label: t(state) }));
  const scopeChoices = (scopes.data?.families ?? []).flatMap(({ name, actions }) =>
    actions.map((action) => ({
      value: `v3:${name}:${action}`,
      label: `${nameOf('tokens:family', name)}: ${t(action === 'write' ? 'write' : 'read')}`,
    })),
  );
  return (
    <SimpleGrid
      cols={{ base: 1, xs: 2, md: 3 }}
      spacing="sm"
      component="section"
      className="not-printed"
      aria-label={t('filters')}
    >
      <Select {...chooser('state', t('state'))} data={states} />
      <Select {...chooser('scope', t('scope'))} data={scopeChoices} searchable />
      <UserSelect {...chooser('user', t('user'))} />
    </SimpleGrid>
  );
};
