/** The documents of a page of the inbox with the proposals of those on the screen, and the ways that they leave it: they disappear at once, and come back where that failed. */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { notify, notifyError, notifyWith } from '../../hooks/notify.ts';
import type { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  type Found,
  INBOX,
  INBOX_KEY,
  inboxQuery,
  PAGE,
  PORTION,
  proposalsQuery,
  type RuleEffect,
  type Waiting,
} from './waiting.ts';

/** Reads proposals in portions. @param asked whether those of the document at a place are needed @returns the documents with them */
const useProposals = (page: number, all: readonly Omit<Waiting, keyof Found>[], asked: (at: number) => boolean) => {
  const portionOf = (at: number): number => Math.floor(((page - 1) * PAGE + at) / PORTION) + 1;
  const portions = [...new Set(all.flatMap((_, at) => (asked(at) ? [portionOf(at)] : [])))];
  const answers = useQueries({ queries: portions.map(proposalsQuery) });
  // A document that leaves moves the others between portions: those found before stay until they are read again.
  const [found] = useState(() => new Map<number, Found>());
  for (const { data } of answers)
    for (const { id, proposals, possible = [], rule } of data?.items ?? [])
      found.set(id, { proposals, possible, rule });
  const isRefused = (at: number): boolean => answers[portions.indexOf(portionOf(at))]?.isError === true;
  return all.map(
    (one, at): Waiting => ({ ...one, ...(found.get(one.id) ?? { proposals: isRefused(at) ? [] : null }) }),
  );
};

/** Takes back the effects of a rule at a contract, as far as they have not changed since. */
const undoRule = (id: number | undefined, { contract, task }: RuleEffect): readonly Promise<unknown>[] => {
  const since = (etag: string) => ({ 'If-Match': etag });
  return [
    ...(task ? [sendV3('DELETE', `/activities/${task.id}`, undefined, since(task.etag))] : []),
    ...(contract ? [sendV3('PATCH', `/contracts/${id}`, { status: contract.status }, since(contract.etag))] : []),
  ];
};

/**
 * @param opened the number of the document that is shown; otherwise the first one is
 * @param onReturn is called with documents that came back
 */
export const useInbox = (page: number, opened: string, onReturn: (ids: readonly number[]) => void) => {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const query = useQuery(inboxQuery(page));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const waiting = query.data?.items ?? [];
  const place = Math.max(
    0,
    waiting.findIndex(({ id }) => String(id) === opened),
  );
  const all = useProposals(page, waiting, (at) => at === place || at === place + 1 || seen.has(waiting[at]?.id ?? 0));
  const see = useCallback((ids: readonly number[]) => setSeen((before) => new Set([...before, ...ids])), []);
  const items = all.filter(({ id }) => !left.has(id));
  const hide = (ids: readonly number[], hidden: boolean) =>
    setLeft((before) =>
      hidden ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
    );
  const bringBack = async (ids: readonly number[], undo: () => readonly Promise<unknown>[]): Promise<void> => {
    const results = await Promise.allSettled([...ids.map((id) => sendV3('POST', `${INBOX}/${id}/return`)), ...undo()]);
    const refused = results.find((one) => one.status === 'rejected');
    if (refused) notifyError(refused.reason);
    else notify(() => t('returned'));
    hide(ids, false);
    await client.invalidateQueries({ queryKey: ['v3'] });
    onReturn(ids);
  };
  /** Sends a call for each document; a message offers the way back. @param path behind its address */
  const leave = async (
    ids: readonly number[],
    path: 'assign' | 'discard',
    body: { readonly id?: number },
    done: Trans,
  ): Promise<void> => {
    hide(ids, true);
    const results = await Promise.allSettled(
      ids.map((id) => sendV3<{ rule?: RuleEffect }>('POST', `${INBOX}/${id}/${path}`, body)),
    );
    const undo = () =>
      results.flatMap((one) => (one.status === 'fulfilled' && one.value.rule ? undoRule(body.id, one.value.rule) : []));
    const failed = ids.filter((_, at) => results[at]?.status === 'rejected');
    const refused = results.find((one) => one.status === 'rejected');
    if (refused) notifyError(refused.reason);
    else notifyWith(done, { name: () => t('undo'), run: () => void bringBack(ids, undo) });
    hide(failed, false);
    await client.invalidateQueries({ queryKey: path === 'assign' ? ['v3'] : INBOX_KEY });
  };
  const total = (query.data?.total ?? 0) - (all.length - items.length);
  return { query, items, total: Math.max(total, items.length), size: query.data?.page_size ?? 0, leave, see };
};
