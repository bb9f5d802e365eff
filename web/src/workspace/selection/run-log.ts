/** The last changes of ticked records, which the browser stores with the drafts of the user until they are undone. */
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { draftKey, readDraft, writeDraft } from '../../hooks/drafts.ts';
import type { Section } from '../schema/section.ts';
import type { Batch, Change, Outcome } from './bulk.ts';

/** Runs that are stored, and the most rows of one that can still be undone. */
const [MOST_RUNS, MOST_ROWS] = [10, 5000];

/** A run that has ended. */
export interface LoggedRun {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The changed member. */
  readonly kind: 'set' | 'tag' | 'untag' | 'remove' | 'restore';
  readonly done: number;
  readonly failed: Outcome['failed'];
  /** Batches that undo it; none where it was undone, or is too large to store. */
  readonly undo: readonly Batch[];
}

const kindOf = (change: Change): LoggedRun['kind'] => Object.keys(change)[0] as LoggedRun['kind'];

/** The runs of a kind, newest first. */
export const useRunLog = (section: Section) => {
  const { user, organisation } = useSession();
  const key = draftKey(`${organisation.org_id}/${user.kid}`, `bulk /${section.path}`);
  const read = () => (readDraft(key)?.values.runs ?? []) as readonly LoggedRun[];
  const [runs, setRuns] = useState(read);
  const write = (all: readonly LoggedRun[]) => {
    writeDraft(key, { runs: all });
    setRuns(all);
  };
  return {
    runs,
    add: (change: Change, { done, failed }: Outcome, undo: readonly Batch[]) => {
      const run = { at: Date.now(), kind: kindOf(change), done: done.length, failed };
      write([{ ...run, undo: done.length > MOST_ROWS ? [] : undo }, ...read()].slice(0, MOST_RUNS));
    },
    /** The batches of a run were sent: it cannot be undone twice. */
    end: (undo: readonly Batch[]) => {
      const sent = JSON.stringify(undo);
      write(read().map((run) => (JSON.stringify(run.undo) === sent ? { ...run, undo: [] } : run)));
    },
  };
};
