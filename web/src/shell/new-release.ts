/** A new release has other files: what this page still needs of the old ones is gone with them. */

import { keptWithEntry, writeEntry } from '../router/entries.ts';

/** Behind the address of a page that was loaded in place of an older release. */
const TOLD = '#new-release';

const entryOf = (page: Document): string | undefined =>
  page.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? undefined;

/** Whether the service has another release of this page by now; false where it does not answer. */
const isReplaced = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    const now = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    return answer.ok && now !== undefined && now !== entryOf(document);
  } catch {
    return false;
  }
};

/**
 * After a file did not come: loads the page anew where a new release has replaced it, once for each release.
 * @param address where to go on
 * @returns whether it is on its way
 */
export const loadsNewRelease = async (address: string): Promise<boolean> => {
  if (!(await isReplaced())) return false;
  const next = address.split('#')[0];
  const stays = next === window.location.href.split('#')[0];
  writeEntry(stays ? 'replace' : 'push', `${next}${TOLD}`);
  window.location.reload();
  return true;
};

/** Whether this page was loaded in place of an older release, which is told once. */
export const wasReplaced = (): boolean => {
  const { hash, pathname, search } = window.location;
  if (hash !== TOLD) return false;
  writeEntry('replace', `${pathname}${search}`, keptWithEntry());
  return true;
};
