/** A new release has other files: old files that this page still needs no longer exist. */

import { keptWithEntry, writeEntry } from './history-entries.ts';

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
 * After a file failed to load: reloads the page where a new release has replaced it, once per release.
 * @param address the address to load
 * @returns whether a reload was started
 */
export const reloadOnStaleChunk = async (address: string): Promise<boolean> => {
  if (!(await isReplaced())) return false;
  const next = address.split('#')[0];
  const stays = next === window.location.href.split('#')[0];
  writeEntry(stays ? 'replace' : 'push', `${next}${TOLD}`);
  window.location.reload();
  return true;
};

/** Whether this page replaced an older release; true once. */
export const wasReplaced = (): boolean => {
  const { hash, pathname, search } = window.location;
  if (hash !== TOLD) return false;
  writeEntry('replace', `${pathname}${search}`, keptWithEntry());
  return true;
};
