/** Registry of unsaved edits; ../layout/unsaved-guard.tsx asks before they are discarded. */
import { createContext, useContext, useEffect, useId } from 'react';

/** Edits that only the page has, or that are on their way to the service. */
export type Draft = 'edited' | 'sent';

export interface Unsaved {
  /** Says whether the form of this id holds edits; null where it holds none. */
  readonly mark: (id: string, draft: Draft | null) => void;
  /** Runs an action that would lose edits: at once without edits, else after saving or confirmation. */
  readonly leave: (go: () => void) => void;
}

export const UnsavedContext = createContext<Unsaved>({ mark: () => {}, leave: (go) => go() });

/** Registers a form's edits while it is shown. */
export const useUnsaved = (dirty: boolean, sent: boolean): void => {
  const id = useId();
  const { mark } = useContext(UnsavedContext);
  const draft = dirty ? (sent ? 'sent' : 'edited') : null;
  useEffect(() => {
    mark(id, draft);
    return () => mark(id, null);
  }, [mark, id, draft]);
};

/** `leave(() => choose(other))`: for actions that replace a form. */
export const useLeave = (): Unsaved['leave'] => useContext(UnsavedContext).leave;
