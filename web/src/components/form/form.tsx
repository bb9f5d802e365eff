import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../hooks/unsaved-changes.ts';
import type { Conflict } from '../../hooks/use-versioned-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConflictBox, type Wordings } from './conflict-box.tsx';
import { FormErrors } from './form-errors.tsx';

/** The call that a form sends, as `useSave` gives it: a second click before the first one is drawn sends nothing. */
interface Sending<V> {
  readonly mutate: (values: V) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** A version that another user has saved meanwhile. */
  readonly conflict?: Conflict | null;
}

export interface FormProps<V extends Record<string, unknown>> {
  readonly form: UseFormReturnType<V>;
  readonly save: Sending<V>;
  /** How its members are called where two versions are shown. */
  readonly words?: Wordings;
  readonly children: ReactNode;
}

const WRONG = '[aria-invalid=true], [data-invalid=true]';

/**
 * After a refusal, by the form or by the service, the first wrong field is focused. Without one, the error above the
 * fields is scrolled into view: the submit button may be a window away.
 */
const useFocusAfter = (submits: number, busy: boolean, error: Error | null) => {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to look, not where
  useEffect(() => {
    if (submits === 0 || busy) return;
    const wrong = form.current?.querySelector<HTMLElement>(WRONG);
    if (wrong) wrong.focus();
    else form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
  }, [submits, busy, error]);
  return form;
};

/**
 * Errors of the form itself are rendered again in a newly chosen language; those of the service translate themselves
 * (../../i18n/trans.tsx).
 */
const useReworded = <V extends Record<string, unknown>>({ errors, validateField }: UseFormReturnType<V>): void => {
  const { language } = useTranslation();
  const said = useRef(language);
  useEffect(() => {
    if (said.current === language) return;
    said.current = language;
    for (const [name, error] of Object.entries(errors)) if (typeof error === 'string') validateField(name);
  });
};

/**
 * Every form: errors above its fields, focus at the first wrong one, and a question before its edits are lost.
 * Without `draft` no question (the browser itself may fill in passwords).
 */
export const Form = <V extends Record<string, unknown>>(props: FormProps<V> & { draft?: boolean }) => {
  const { form, save, words = { labels: {} }, draft = true, children } = props;
  const [submits, setSubmits] = useState(0);
  const place = useFocusAfter(submits, save.isPending, save.error);
  useUnsaved(draft && form.isDirty(), save.isPending);
  useReworded(form);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const unchosen = event.currentTarget.querySelector<HTMLElement>('[data-unchosen]');
    if (unchosen) {
      event.preventDefault();
      unchosen.focus();
      return;
    }
    form.onSubmit((values) => save.mutate(values))(event);
    setSubmits(submits + 1);
  };
  return (
    <form ref={place} onSubmit={submit} noValidate>
      <Stack>
        {save.conflict ? (
          <ConflictBox conflict={save.conflict} words={words} busy={save.isPending} />
        ) : (
          <FormErrors error={save.error} values={form.values} />
        )}
        {children}
      </Stack>
    </form>
  );
};
