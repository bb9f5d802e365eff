/** Entries of long lists that were chosen last in a field, in this browser: they come first. */
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import type { Field } from '../schema/schema.ts';

/** So many entries are looked through without typing. */
export const FEW = 8;
/** Entries that are moved to the beginning. */
const MOST = 3;

const read = (key: string): readonly string[] => {
  try {
    const values: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(values) ? values.map(String) : [];
  } catch {
    return [];
  }
};

const write = (key: string, values: readonly string[]): void => {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A browser that stores nothing shows the usual order.
  }
};

/** @returns the entries of a field in their order, and `remember` for a chosen value */
export const useRecentOptions = ({ name, label, options }: Field) => {
  const { organisation } = useSession();
  // Fields of one name in several kinds of records differ in their labels.
  const key = `recent/${organisation.org_id}/${name}/${label}`;
  // The order stays while the form is open.
  const [recent] = useState(() => read(key));
  const all = options ?? [];
  const isRecent = ({ value }: { value: string | number }) => recent.includes(String(value));
  const first = recent.flatMap((one) => all.find(({ value }) => String(value) === one) ?? []);
  return {
    options: all.length > FEW ? [...first, ...all.filter((one) => !isRecent(one))] : all,
    remember: (value: string | null): void => {
      if (value && all.length > FEW) write(key, [value, ...read(key).filter((one) => one !== value)].slice(0, MOST));
    },
  };
};
