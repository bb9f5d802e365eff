/** A run over many records: its progress, its outcome, and its undo. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { notifyError } from '../../hooks/notify.ts';
import type { Section } from '../schema/section.ts';
import { type Batch, type Outcome, runBatches, undoOf } from './bulk.ts';
import { useRunLog } from './run-log.ts';

/** A run that is going on or has ended. */
export interface Run {
  readonly total: number;
  readonly outcome: Outcome;
  readonly running: boolean;
  readonly cancelled: boolean;
  /** The run is the undo of another one. */
  readonly undoes: boolean;
  /** Batches that take it back. */
  readonly undo: readonly Batch[];
}

const NOTHING: Outcome = { done: [], failed: [] };

/** Starts runs over records of a kind, one at a time. */
export const useBulk = (section: Section) => {
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const log = useRunLog(section);
  const abort = useRef<AbortController | null>(null);
  const start = async (batches: readonly Batch[], undoes = false): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    const total = batches.reduce((sum, { rows }) => sum + rows.length, 0);
    const state = { total, undoes, undo: [] };
    setRun({ ...state, outcome: NOTHING, running: true, cancelled: false });
    const progress = (outcome: Outcome) =>
      setRun({ ...state, outcome, running: true, cancelled: controller.signal.aborted });
    try {
      const outcome = await runBatches(section, batches, progress, controller.signal);
      const [first] = batches;
      const undo = undoes ? [] : batches.flatMap((batch) => undoOf(batch, outcome));
      if (undoes) log.end(batches);
      else if (first) log.add(first.change, outcome, undo);
      setRun({ ...state, outcome, running: false, cancelled: controller.signal.aborted, undo });
    } catch (error) {
      setRun(null);
      notifyError(error);
    }
    await client.invalidateQueries({ queryKey: ['v3'] });
  };
  return { run, runs: log.runs, start, cancel: () => abort.current?.abort(), close: () => setRun(null) };
};

export type Bulk = ReturnType<typeof useBulk>;
