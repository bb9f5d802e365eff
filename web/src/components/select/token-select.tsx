import type { SelectProps } from '@mantine/core';
import { api } from '../../api/client.ts';
import { type Choice, ServerSelect, type Wanted } from './server-select.tsx';

const loadTokens = async (wanted: Wanted) =>
  (await api('GET /tokens', { query: { ...wanted, sort: 'name', limit: 20 } })).items.map(({ token_id, name }) => ({
    value: String(token_id),
    label: `${name} (${token_id})`,
  }));

/** Picks an API token of the organisation; `others` are further choices. */
export const TokenSelect = ({
  others = [],
  ...props
}: Omit<SelectProps, 'data' | 'searchable'> & { others?: readonly Choice[] }) => (
  <ServerSelect
    {...props}
    queryKey={['tokens', 'choices']}
    load={async (wanted) => [
      ...others.filter(({ value, label }) =>
        wanted.only ? value === wanted.only : label.toLowerCase().includes(wanted.search.toLowerCase()),
      ),
      ...(await loadTokens(wanted)),
    ]}
  />
);
