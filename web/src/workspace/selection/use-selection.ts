/** Ticked records of a list, over all of its pages. */
import { useState } from 'react';

/** The ticked records, and ways to change which they are. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly set: (ids: Iterable<number>, on: boolean) => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** @param list filters and order of the list: with others nothing is ticked */
export const useSelection = (list: string): Selection => {
  const [state, setState] = useState({ list, ids: NONE });
  const ids = state.list === list ? state.ids : NONE;
  return {
    ids,
    set: (changed, on) => {
      const next = new Set(ids);
      for (const id of changed) {
        if (on) next.add(id);
        else next.delete(id);
      }
      setState({ list, ids: next });
    },
    clear: () => setState({ list, ids: NONE }),
  };
};
