import { type DependencyList, useMemo, useSyncExternalStore } from 'react';
import { currentLocale, type Key, type Namespace, onLocaleChange, translatorFor, type Values } from './translator.ts';

/** The words of a namespace, and those that all pages have, in the language that is shown. */
export const useTranslation = <Name extends Namespace = 'common'>(namespace = 'common' as Name) => {
  const spoken = useSyncExternalStore(onLocaleChange, currentLocale);
  return useMemo(
    () => ({
      language: spoken.language,
      t: (key: Key<Name>, values?: Values): string => translatorFor(namespace, key, values) ?? key,
    }),
    [spoken, namespace],
  );
};

/** A value that is computed with texts: again after a change of `inputs` or of the language. */
export const useLocalized = <T>(compute: () => T, inputs: DependencyList): T => {
  const spoken = useSyncExternalStore(onLocaleChange, currentLocale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `compute` depends on the inputs and the texts
  return useMemo(compute, [spoken, ...inputs]);
};
