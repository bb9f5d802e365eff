import { SimpleGrid } from '@mantine/core';
import { Select } from '../../components/select/select.tsx';
import { UserSelect } from '../../components/select/user-select.tsx';
import { anyText, numberTo, oneOf, type SearchParamsOf } from '../../hooks/use-search-params.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useScopes } from './use-scopes.ts';

const STATES = ['valid', 'soon', 'expired', 'revoked'] as const;

/** Filters of the list; '' for no filter. */
export const IN_ADDRESS = {
  state: oneOf(['', ...STATES]),
  scope: anyText,
  // A user's number: one with more digits would be refused, and there is none.
  user: numberTo(999_999_999),
};

export type TokenFilters = SearchParamsOf<typeof IN_ADDRESS>;

/** The scope of an address; '' for an unknown one: an old link, or one that was typed. */
export const useKnownScope = (scope: string): string => {
  const { data } = useScopes(scope !== '');
  const isScope =
    !data || data.families.some(({ name, actions }) => actions.some((action) => scope === `v3:${name}:${action}`));
  return isScope ? scope : '';
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
