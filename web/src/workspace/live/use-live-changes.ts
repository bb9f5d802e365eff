/** Refreshes the shown data after changes of others: the workspace polls the change feed while its tab is visible. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/client.ts';
import { call, isForbidden } from '../../api/v3.ts';

/** Time between two calls, and after a failed one. */
const EVERY_MS = 5_000;
const AFTER_ERROR_MS = 60_000;
/** Calls would keep the session alive: they pause when the user has done nothing for so long. */
const IDLE_MS = 600_000;

/** Versions that are being edited; a form says itself that there is a newer one. */
const EDITED: readonly unknown[] = ['version', 'part'];
/** Answers that are made of several sections. */
const MIXED: readonly unknown[] = ['agenda', 'sections', 'inbox'];

/** @returns when the user last pressed a key or used the pointer, in milliseconds */
const useLastInput = () => {
  const last = useRef(Date.now());
  useEffect(() => {
    const note = () => {
      last.current = Date.now();
    };
    const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const name of inputs) window.addEventListener(name, note, { passive: true });
    return () => {
      for (const name of inputs) window.removeEventListener(name, note);
    };
  }, []);
  return last;
};

/** Whether the feed has to be read from now on: the cursor has expired. */
const isExpired = (error: unknown): boolean => error instanceof ApiError && [400, 410].includes(error.status);

export const useLiveChanges = (): void => {
  const client = useQueryClient();
  const lastInput = useLastInput();
  const cursor = useRef<string>(undefined);
  const refresh = (sections?: ReadonlySet<unknown>) =>
    client.invalidateQueries({
      queryKey: ['v3'],
      predicate: ({ queryKey: [, name, kind] }) =>
        ![name, kind].some((one) => EDITED.includes(one)) && (!sections || sections.has(name) || MIXED.includes(name)),
    });
  const poll = async (): Promise<null> => {
    if (cursor.current !== undefined && Date.now() - lastInput.current > IDLE_MS) return null;
    try {
      const { items, next } = await call('GET /v3/changes', { query: { after: cursor.current } });
      cursor.current = next;
      const sections = new Set(items.flatMap(({ section, owner }) => [section, ...(owner ? [owner.section] : [])]));
      if (sections.size) void refresh(sections);
    } catch (error) {
      if (!isExpired(error)) throw error;
      cursor.current = undefined;
      void refresh();
    }
    return null;
  };
  useQuery({
    queryKey: ['changes'],
    queryFn: poll,
    refetchInterval: ({ state: { error } }) => {
      if (isForbidden(error)) return false;
      return error ? AFTER_ERROR_MS : EVERY_MS;
    },
    retry: false,
    staleTime: 0,
    notifyOnChangeProps: [],
  });
};
