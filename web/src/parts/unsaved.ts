/** Unsaved edits: whoever asks before they are discarded (../shell/unsaved-guard.tsx) hears of them here. */
import { createContext, useContext, useEffect, useId } from 'react';

export interface Unsaved {
  /** Says whether the form of this id holds edits. */
  readonly mark: (id: string, dirty: boolean) => void;
  /** Does what would lose edits: at once where there are none, else after the question. */
  readonly leave: (go: () => void) => void;
}

export const UnsavedContext = createContext<Unsaved>({ mark: () => {}, leave: (go) => go() });

/** Registers a form's edits while it is shown. */
export const useUnsaved = (dirty: boolean): void => {
  const id = useId();
  const { mark } = useContext(UnsavedContext);
  useEffect(() => {
    mark(id, dirty);
    return () => mark(id, false);
  }, [mark, id, dirty]);
};

/** `leave(() => choose(other))`: what shows something else in the place of a form goes through it. */
export const useLeave = (): Unsaved['leave'] => useContext(UnsavedContext).leave;
