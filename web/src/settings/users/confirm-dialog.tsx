import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { User } from '../../api/types.ts';
import { ConfirmModal } from '../../components/dialog/confirm-button.tsx';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NAMED, TokenNames } from '../tokens/token-names.tsx';
import { nameOf } from './user-label.ts';

/** Actions that ask first. */
export type Asked = 'deactivate' | 'remove' | 'takeFactor' | 'releaseAccount';

/** The tokens that go on acting for a user, and whether they shall end too. */
const Tokens = (props: { kid: number; end: boolean; onEnd: (end: boolean) => void }) => {
  const { kid, end, onEnd } = props;
  const { t } = useTranslation('users');
  const query = useQuery({
    queryKey: ['tokens', 'of', kid],
    queryFn: () => api('GET /tokens', { query: { user: kid, state: 'valid', sort: 'name', limit: NAMED } }),
  });
  if (!query.data) {
    return query.error ? <ErrorBox error={query.error} retry={() => query.refetch()} /> : <LoadingRows rows={2} />;
  }
  const { items, total } = query.data;
  if (!total) return <Text size="sm">{t('noTokens')}</Text>;
  return (
    <>
      <Text size="sm">{t('tokensGoOn', { count: total })}</Text>
      <TokenNames label={t('tokensOf')} tokens={items} total={total} />
      <Checkbox
        label={t('endTokens', { count: total })}
        checked={end}
        onChange={(event) => onEnd(event.currentTarget.checked)}
      />
    </>
  );
};

/** Asks before an action on a user, and explains its effect. Mounted for each opening. */
export const Question = (props: {
  asked: Asked;
  user: User;
  run: (asked: Asked, endTokens: boolean) => Promise<unknown>;
  onClose: () => void;
}) => {
  const { t } = useTranslation('users');
  const { t: c } = useTranslation();
  const { asked, user, run, onClose } = props;
  const [end, setEnd] = useState(false);
  const own = useSession().user.kid === user.kid;
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t(`${asked}Title`, { name: nameOf(user) })}
      text={
        <Stack gap="sm">
          {own ? <Alert color="orange">{t('thisIsYou')}</Alert> : null}
          <Text size="sm">{t(`${asked}Text`)}</Text>
          {asked === 'takeFactor' || asked === 'releaseAccount' ? null : (
            <Tokens kid={user.kid} end={end} onEnd={setEnd} />
          )}
        </Stack>
      }
      confirm={asked === 'remove' ? c('delete') : t(asked)}
      run={() => run(asked, end)}
    />
  );
};
