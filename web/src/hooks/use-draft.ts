/** Stores the input of a form until it is saved, and restores it when the form is opened again. */
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../api/session.ts';
import { draftKey, readDraft, removeDraft, writeDraft } from './drafts.ts';

const PAUSE_MS = 300;

/** The draft of a form. */
export interface FormDraft {
  /** When the restored text was typed, in milliseconds since 1970; null where nothing was restored. */
  readonly restored: number | null;
  /** Whether the browser stores the text: then no question is needed before the form is left. */
  readonly stored: boolean;
  /** The text was saved. */
  readonly forget: () => void;
  /** Begins the form again without the restored text. */
  readonly discard: () => void;
}

const changedValues = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** @returns whether a form of this name has a draft, which another form may have written since the last render */
export const useHasDraft = (): ((name: string) => boolean) => {
  const { user, organisation } = useSession();
  return (name) => readDraft(draftKey(`${organisation.org_id}/${user.kid}`, name)) !== null;
};

/** @param name the form's address, and its name where a page has several @param secrets fields that are never stored */
export const useDraft = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  name: string,
  secrets: readonly string[] = [],
): FormDraft => {
  const { user, organisation } = useSession();
  const key = draftKey(`${organisation.org_id}/${user.kid}`, name);
  const [restored, setRestored] = useState<number | null>(null);
  const [stored, setStored] = useState(true);
  /** The input was saved or discarded: the form must not store it again. */
  const ended = useRef(false);
  const pending = useRef<(() => void) | null>(null);
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    const draft = readDraft(key);
    if (!draft) return;
    const known = Object.entries(draft.values).filter(([field]) => field in form.getValues());
    form.setValues(Object.fromEntries(known) as Partial<Values>);
    setRestored(draft.at);
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change
  useEffect(() => {
    const write = () => {
      pending.current = null;
      const changed = changedValues(form.getInitialValues(), form.getValues());
      for (const secret of secrets) delete changed[secret];
      if (Object.keys(changed).length === 0) {
        ended.current = false;
        removeDraft(key);
      } else if (!ended.current) setStored(writeDraft(key, changed));
    };
    // The values that the form begins with are no change.
    if (values === form.getInitialValues()) return;
    pending.current = write;
    const timer = setTimeout(write, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, values]);
  useEffect(() => {
    const flush = () => pending.current?.();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  const forget = () => {
    ended.current = true;
    removeDraft(key);
    setRestored(null);
  };
  return {
    restored,
    stored,
    forget,
    discard: () => {
      forget();
      form.reset();
      ended.current = false;
    },
  };
};
