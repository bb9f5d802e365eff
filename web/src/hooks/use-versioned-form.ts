/**
 * Forms of shared data: they send the version they were made from, and after a concurrent change they show both
 * versions.
 */
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { isOutdated, type Saving, useSave } from './use-save.ts';

type Members = Readonly<Record<string, unknown>>;

/** One member that both changed. */
export interface Conflicting {
  readonly name: string;
  /** The value that both started from, where the form knows it. */
  readonly before?: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Two versions, and the ways to go on. */
export interface Conflict {
  readonly members: readonly Conflicting[];
  /** Continues with the other user's version. */
  readonly takeTheirs: () => void;
  /** Saves the own version, now that the other one was seen. */
  readonly keepMine: () => void;
}

/** Nothing and an empty text are the same in a form. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

const pick = (from: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

/** Names of the members that differ between two versions. */
const changedNames = (before: Members, after: Members): string[] =>
  Object.keys(after).filter((name) => !same(before[name], after[name]));

interface Options<Values extends Record<string, unknown>, Shown extends object, Body extends object, Answer>
  extends Omit<Saving<Values, Answer | null>, 'send'> {
  readonly form: UseFormReturnType<Values>;
  /** The version the form was opened with; null for a new subject. */
  readonly shown: Shown | null;
  /** The form of a version. */
  readonly valuesOf: (shown: Shown) => Values;
  /** The body of the call for the form's values. @param from the version that it shows */
  readonly bodyOf: (values: Values, from: Shown | null) => Body;
  /** Asks for the version that is there now; undefined where there is none any more. */
  readonly current: () => Promise<Shown | undefined>;
  readonly create?: (body: Body) => Promise<Answer>;
  /** Sends the changed members. @param before their values in the shown version @param from the whole version */
  readonly change: (changed: Partial<Body>, before: Members, from: Shown) => Promise<unknown>;
}

/** The call of such a form, with the conflict where there is one. */
export const useVersionedForm = <
  Values extends Record<string, unknown>,
  Shown extends object,
  Body extends object,
  Answer = never,
>(
  options: Options<Values, Shown, Body, Answer>,
) => {
  const { form, valuesOf, bodyOf, current, create, change } = options;
  const [base, setBase] = useState<Shown | null>(options.shown);
  const [theirs, setTheirs] = useState<Shown | null>(null);
  /** Sends the differences to the edited version as a change of the current one. */
  const send = async (edited: Shown, there: Shown, values: Values): Promise<void> => {
    const body = bodyOf(values, edited) as Members;
    const names = changedNames(edited as Members, body);
    if (!names.length) return;
    try {
      await change(pick(body, names) as Partial<Body>, pick(there as Members, names), there);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      const now = await current();
      if (!now) throw new ApiError(404, { error: 'not_found', message: '' });
      const both = names.some((name) => !same((now as Members)[name], (there as Members)[name]));
      // They changed other members: both changes hold.
      if (!both) return send(edited, now, values);
      setTheirs(now);
      throw error;
    }
  };
  const save = useSave<Values, Answer | null>({
    ...options,
    send: async (values) => {
      if (!base) return create ? create(bodyOf(values, null)) : null;
      await send(base, theirs ?? base, values);
      return null;
    },
  });
  const conflictOf = (edited: Shown, there: Shown): Conflict => {
    const mine = bodyOf(form.values, edited) as Members;
    const own = changedNames(edited as Members, mine);
    const differ = (name: string) => !same((there as Members)[name], (edited as Members)[name]);
    return {
      members: own.filter(differ).map((name) => {
        const [before, theirs] = [edited as Members, there as Members].map((version) => version[name]);
        return { name, before, mine: mine[name], theirs };
      }),
      takeTheirs: () => {
        const kept = own.filter((name) => !differ(name));
        form.setInitialValues(valuesOf(there));
        form.setValues(valuesOf({ ...there, ...pick(mine, kept) } as Shown));
        setBase(there);
        setTheirs(null);
        save.reset();
      },
      keepMine: () => save.mutate(form.getValues()),
    };
  };
  /** Takes in the version that is there now; members that both changed are a conflict. @throws ApiError */
  const catchUp = async (): Promise<void> => {
    const now = await current();
    if (!base || !now) throw new ApiError(404, { error: 'not_found', message: '' });
    const { members, takeTheirs } = conflictOf(base, now);
    if (members.length) setTheirs(now);
    else takeTheirs();
  };
  return { ...save, base, catchUp, conflict: base && theirs ? conflictOf(base, theirs) : null };
};
