/** Sends a form: busy, error, findings at their fields, and what happens after success. */
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiError, type Issue } from '../api/client.ts';
import { errorText, issueText } from '../i18n/error-text.ts';
import { formatMessage, type Trans } from '../i18n/trans.tsx';
import { notify } from './notify.ts';

/** The value of a form at a path; undefined where the path does not exist. */
const valueAt = (values: unknown, path: Issue['path']): unknown => {
  let at: unknown = values;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !(step in at)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
};

/** The form's field that a finding belongs to: itself, or the nearest one above it (`scopes.3` -> `scopes`). */
const fieldOf = (values: unknown, issue: Issue): string | null => {
  for (let length = issue.path.length; length > 0; length -= 1) {
    const path = issue.path.slice(0, length);
    if (valueAt(values, path) !== undefined) return path.join('.');
  }
  return null;
};

/** Findings of an error that no field of the form can show. */
export const otherIssues = (values: unknown, error: unknown): readonly Issue[] =>
  error instanceof ApiError ? error.issues.filter((issue) => fieldOf(values, issue) === null) : [];

/** Which field an error code means, for errors without findings (`invalid_url` -> `url`). */
type FieldOfCode = Readonly<Record<string, string>>;

/** A form's own words for a finding, where it knows better than the table; null where it does not. */
type Wording = (issue: Issue, value: unknown) => string | null;

/** A value that is too short is mostly empty. */
const textOf = (issue: Issue, value: unknown, wording: Wording): string =>
  wording(issue, value) ?? issueText(value === '' ? { ...issue, code: 'missing', message: '' } : issue);

const showIssues = <V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  error: unknown,
  fieldOfCode: FieldOfCode = {},
  wording: Wording = () => null,
): void => {
  if (!(error instanceof ApiError)) return;
  const values = form.getValues();
  const named = fieldOfCode[error.error];
  const found: FormErrors = named && !error.issues.length ? { [named]: formatMessage(() => errorText(error)) } : {};
  for (const issue of error.issues) {
    const field = fieldOf(values, issue);
    if (field !== null) {
      const value = valueAt(values, issue.path);
      const text = formatMessage(() => textOf(issue, value, wording));
      found[field] ??= text;
      // A field of several inputs shows an error of one of them once.
      found[String(issue.path[0])] ??= text;
    }
  }
  form.setErrors(found);
};

/** Whether a change was refused because of a newer version. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.error === 'precondition_failed';

const GONE: readonly string[] = ['not_found', 'unknown_token', 'unknown_webhook'];

/** Whether the subject of a call no longer exists. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && GONE.includes(error.error);

/** Whether the subject of a call has ended: it exists, but cannot be changed. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.error === 'already_revoked';

/** A mutation and its follow-ups. */
export interface Saving<V extends Record<string, unknown>, T> {
  readonly form?: UseFormReturnType<V>;
  readonly fieldOfCode?: FieldOfCode;
  readonly wording?: Wording;
  readonly send: (values: V) => Promise<T>;
  /** The queries that it makes stale. */
  readonly refresh?: readonly QueryKey[];
  readonly done?: (answer: T, values: V) => void;
  readonly message?: Trans;
  /** Says what failed where no form does. */
  readonly failed?: (error: Error) => void;
}

/** Whether two calls say the same, as the second click on a switch does. */
const saysSame = (one: Record<string, unknown>, other: Record<string, unknown>): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.is(one[name], other[name]));
};

/** A slow page takes a second click before it has drawn that the first one is at work: both get one answer. */
const useOnce = <V extends Record<string, unknown>, T>(
  call: (values: V) => Promise<T>,
): ((values: V) => Promise<T>) => {
  const underWay = useRef<{ readonly values: V; readonly answer: Promise<T> }>(null);
  return useCallback(
    (values) => {
      if (underWay.current && saysSame(underWay.current.values, values)) return underWay.current.answer;
      const answer = call(values).finally(() => {
        if (underWay.current?.answer === answer) underWay.current = null;
      });
      underWay.current = { values, answer };
      return answer;
    },
    [call],
  );
};

/** A call with its state. */
export const useSave = <V extends Record<string, unknown>, T>(options: Saving<V, T>) => {
  const client = useQueryClient();
  const refresh = () => Promise.all((options.refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
  const mutation = useMutation({
    mutationFn: options.send,
    onSuccess: async (answer, values) => {
      await refresh();
      if (options.message) notify(options.message);
      options.done?.(answer, values);
    },
    onError: async (error) => {
      // After a conflict the newer version is loaded, and removed subjects disappear.
      if (isOutdated(error) || isGone(error) || isOver(error)) await refresh();
      options.failed?.(error);
      if (options.form) showIssues(options.form, error, options.fieldOfCode, options.wording);
    },
  });
  const mutateAsync = useOnce(mutation.mutateAsync as (values: V) => Promise<T>);
  // The error is in the mutation's state and was reported above.
  const mutate = useCallback((values: V): void => void mutateAsync(values).catch(() => undefined), [mutateAsync]);
  return { ...mutation, mutate, mutateAsync };
};
