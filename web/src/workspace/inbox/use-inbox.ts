/** The documents of a page of the inbox, and the ways that they leave it: they disappear at once, and come back where that failed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { notify, notifyError } from '../../hooks/notify.ts';
import type { Trans } from '../../i18n/trans.tsx';
import { INBOX, INBOX_KEY, inboxQuery, type Waiting } from './waiting.ts';

export const useInbox = (page: number) => {
  const client = useQueryClient();
  const query = useQuery(inboxQuery(page));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const all: readonly Waiting[] = query.data?.items ?? [];
  const items = all.filter(({ id }) => !left.has(id));
  const hide = (ids: readonly number[], hidden: boolean) =>
    setLeft((before) =>
      hidden ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
    );
  /** Sends a call for each document. @param path behind its address */
  const leave = async (
    ids: readonly number[],
    path: 'assign' | 'discard',
    body: object,
    done: Trans,
  ): Promise<void> => {
    hide(ids, true);
    const results = await Promise.allSettled(ids.map((id) => sendV3('POST', `${INBOX}/${id}/${path}`, body)));
    const failed = ids.filter((_, at) => results[at]?.status === 'rejected');
    const refused = results.find((one) => one.status === 'rejected');
    if (refused) notifyError(refused.reason);
    else notify(done);
    hide(failed, false);
    await client.invalidateQueries({ queryKey: path === 'assign' ? ['v3'] : INBOX_KEY });
  };
  const total = (query.data?.total ?? 0) - (all.length - items.length);
  return { query, items, total: Math.max(total, items.length), size: query.data?.page_size ?? 0, leave };
};
