/** The premiums of a customer for a year, in the head of the page. */
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/v3.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { madeField } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { textOf, useContextOf } from '../schema/shown.ts';

/** Nothing for other records, without contracts, and for users who may not read them. */
export const PremiumHead = (props: { section: Section; sections: readonly Section[]; id: number }) => {
  const { section, sections, id } = props;
  const { t } = useTranslation('records');
  const context = useContextOf();
  const { data } = useQuery({
    queryKey: ['v3', 'contracts', 'premiums', id],
    queryFn: () => call('GET /v3/customers/:kid/premiums', { kid: id }),
    enabled: section.path === 'customers' && sections.some(({ path }) => path === 'contracts'),
    staleTime: 30_000,
  });
  if (!data?.items.length) return null;
  const unknown = data.items.reduce((sum, one) => sum + one.without_interval, 0);
  return (
    <Group gap="xs" className="head-facts">
      <span>
        <span className="head-label">{t('premiums')}</span>{' '}
        {textOf(madeField('per_year', t('premiums'), { kind: 'money' }), data.per_year, context)}
        {unknown ? ` ${t('premiumsUnknown', { count: unknown })}` : null}
      </span>
    </Group>
  );
};
