import { useMemo, useSyncExternalStore } from 'react';
import { currentlySpoken, type Key, type Namespace, onSpoken, type Values, wordsFor } from './spoken.ts';

/** The words of a namespace, and those that all pages have, in the language that is shown. */
export const useTranslation = <Name extends Namespace = 'common'>(namespace = 'common' as Name) => {
  const spoken = useSyncExternalStore(onSpoken, currentlySpoken);
  return useMemo(
    () => ({
      language: spoken.language,
      t: (key: Key<Name>, values?: Values): string => wordsFor(namespace, key, values) ?? key,
    }),
    [spoken, namespace],
  );
};
