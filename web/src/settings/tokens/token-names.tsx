import { List } from '@mantine/core';
import type { Token } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Up to this number, tokens are named before an action on all; above it, only counted. */
export const NAMED = 10;

/** The names of the first tokens of `total`; `label` says whose they are. */
export const TokenNames = (props: { label: string; tokens: readonly Token[]; total: number }) => {
  const { t } = useTranslation('tokens');
  const { label, tokens, total } = props;
  const named = tokens.slice(0, NAMED);
  return (
    <List size="sm" className="break-anywhere" aria-label={label}>
      {named.map(({ token_id, name }) => (
        <List.Item key={token_id}>{name}</List.Item>
      ))}
      {total > named.length ? <List.Item>{t('moreTokens', { count: total - named.length })}</List.Item> : null}
    </List>
  );
};
