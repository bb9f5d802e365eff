/** Completes tasks at once, and takes it back for some seconds; then the rows go. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { notifyError } from '../../hooks/notify.ts';
import { setDone } from '../schema/activity.ts';

/** Time in which a completed task can be reopened where it is. */
const UNDO_MS = 6_000;

/** Tasks that were completed here and are still shown. */
export interface Done {
  /** Titles by number. */
  readonly tasks: ReadonlyMap<number, string>;
  turn(id: number, title: string): void;
  /** Reopens the last one. */
  undo(): void;
}

export const useDone = (): Done => {
  const client = useQueryClient();
  const [tasks, setTasks] = useState<ReadonlyMap<number, string>>(new Map());
  const latest = useRef(tasks);
  latest.current = tasks;
  // Changes of one task are sent in their order.
  const sent = useRef(new Map<number, Promise<unknown>>());
  const change = useCallback((id: number, title: string | null) => {
    setTasks((before) => {
      const after = new Map(before);
      after.delete(id);
      return title === null ? after : after.set(id, title);
    });
  }, []);
  const turn = useCallback(
    (id: number, title: string) => {
      const done = !latest.current.has(id);
      change(id, done ? title : null);
      const before = sent.current.get(id) ?? Promise.resolve();
      const sending = before
        .then(() => setDone(id, done))
        .catch((error) => {
          change(id, done ? null : title);
          notifyError(error);
        });
      sent.current.set(id, sending);
    },
    [change],
  );
  const undo = useCallback(() => {
    const last = [...latest.current].at(-1);
    if (last) turn(...last);
  }, [turn]);
  useEffect(() => {
    if (!tasks.size) return;
    const timer = setTimeout(async () => {
      await Promise.all(sent.current.values());
      await client.invalidateQueries({ queryKey: ['v3'] });
      for (const id of tasks.keys()) change(id, null);
    }, UNDO_MS);
    return () => clearTimeout(timer);
  }, [tasks, client, change]);
  // Other pages show them as they are now.
  useEffect(
    () => () => {
      if (sent.current.size) void client.invalidateQueries({ queryKey: ['v3'] });
    },
    [client],
  );
  return { tasks, turn, undo };
};
