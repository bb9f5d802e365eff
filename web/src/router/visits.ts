/** Which page is shown, and how another one takes its place (docs/decisions/0036-a-router-of-our-own.md). */
import type { ComponentType } from 'react';
import { entryNow, keptWithEntry, writeEntry } from './entries.ts';
import { belongsToWay, endWay, headBack, headFor } from './way.ts';

/** A page, or the frame around it. */
export interface Part {
  /** Undefined while it is not there, and where it did not come. */
  readonly now: () => ComponentType | undefined;
  /** Has it come, for the page of this address. Ends where it does not come as well. */
  readonly load: (href: string) => Promise<void>;
}

export interface Location {
  readonly pathname: string;
  readonly search: string;
  /** What was given along with the way here. */
  readonly state: unknown;
  /** The number of its entry in the tab's history. */
  readonly entry: number;
}

/** What is shown: the outermost part first; none before the first page is there. */
export interface Place {
  readonly location: Location;
  readonly parts: readonly Part[];
}

export interface Shown {
  readonly place: Place;
  /** Another page is on its way. */
  readonly busy: boolean;
}

/** Who is asked before another page is shown. @returns whether the present one stays; `go` is called where it does not in the end */
export type Keeper = (go: () => void) => boolean;

const locationNow = (): Location => {
  const { pathname, search } = window.location;
  return { pathname, search, state: keptWithEntry(), entry: entryNow() };
};

let shown: Shown = { place: { location: locationNow(), parts: [] }, busy: false };
let partsOf = (_pathname: string): readonly Part[] => [];
let keeps: Keeper = () => false;
/** Is told whether what is shown is still the same page, with another word behind its `?`. */
type Follower = (samePage: boolean) => void;
const followers = new Set<Follower>();

export const shownNow = (): Shown => shown;

/** Tells of each change of what is shown. @returns what ends that */
export const follow = (tell: Follower): (() => void) => {
  followers.add(tell);
  return () => followers.delete(tell);
};

const show = (next: Partial<Shown>, samePage = false): void => {
  shown = { ...shown, ...next };
  for (const tell of followers) tell(samePage);
};

/** Has a keeper asked from now on. @returns what ends that */
export const keepPage = (keeper: Keeper): (() => void) => {
  keeps = keeper;
  return () => {
    keeps = () => false;
  };
};

/** A step to another `#` of the page loses nothing; what stands behind its `?` may be another entry, without the form. */
const isKept = ({ pathname, search }: URL, go: () => void): boolean => {
  const { location } = shown.place;
  return (pathname !== location.pathname || search !== location.search) && keeps(go);
};

/** The tab stands at the page that is shown: it stands elsewhere while a step through its history is answered. */
const isHere = (): boolean => entryNow() === shown.place.location.entry;

/** Browsers refuse addresses that are written very often, as for a key that is held down (Safari a hundred in ten seconds). */
const REST_MS = 150;
let unwritten: ReturnType<typeof setTimeout> | undefined;
let writtenAt = Number.NEGATIVE_INFINITY;

/** Writes what the page has made of its address, where the tab still stands there. */
const writeNow = (): void => {
  clearTimeout(unwritten);
  unwritten = undefined;
  writtenAt = performance.now();
  const { pathname, search, state } = shown.place.location;
  if (isHere()) writeEntry('replace', `${pathname}${search}`, state);
};

/** Writes what was not written yet. */
const writeSearch = (): void => {
  if (unwritten !== undefined) writeNow();
};

let visits = 0;

/** Shows the page of an address as soon as it is there; of several that are on their way, the last. @param arrive has the tab stand there */
const visit = async ({ href, pathname }: URL, arrive: () => void): Promise<void> => {
  visits += 1;
  const mine = visits;
  const parts = partsOf(pathname);
  const missing = parts.filter((part) => !part.now());
  if (missing.length) {
    show({ busy: true });
    await Promise.all(missing.map((part) => part.load(href)));
    if (mine !== visits) return;
  }
  writeSearch();
  arrive();
  show({ place: { location: locationNow(), parts }, busy: false });
};

const here = () => new URL(window.location.href);
const alreadyThere = () => {};

/** Leads to a page of this application. */
export const navigate = (
  to: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
) => {
  const address = new URL(to, window.location.origin);
  const go = () => {
    endWay();
    visit(address, () => writeEntry(replace ? 'replace' : 'push', address.href, state));
  };
  if (!isKept(address, go)) go();
};

/** Tries the present page again. */
export const retry = (): void => {
  visit(here(), alreadyThere);
};

/**
 * Changes what stands behind the `?` of a page, in its entry; nothing where that page is being left. The page is drawn with it at
 * once, so that fields can show what the address says; the tab's address follows, at once where it has rested.
 */
export const changeSearch = (pathname: string, change: (search: URLSearchParams) => void): void => {
  const { location, parts } = shown.place;
  if (location.pathname !== pathname || !isHere()) return;
  const params = new URLSearchParams(location.search);
  change(params);
  const text = params.toString();
  const search = text && `?${text}`;
  if (search === location.search) return;
  show({ place: { location: { ...location, search }, parts } }, true);
  const rest = writtenAt + REST_MS - performance.now();
  if (unwritten !== undefined) return;
  if (rest > 0) unwritten = setTimeout(writeNow, rest);
  else writeNow();
};

/** The user goes back or forth: the tab stands there already. */
const onStep = (): void => {
  if (belongsToWay()) return;
  const address = here();
  const wanted = entryNow();
  const arrive = () => visit(address, alreadyThere);
  if (isKept(address, () => headFor(wanted, arrive))) headBack(shown.place.location.entry);
  else arrive();
};

/** Begins with the address of the tab. @returns once the first page, or what stands for it, is there */
export const startVisits = (find: typeof partsOf): Promise<void> => {
  partsOf = find;
  window.addEventListener('popstate', onStep);
  return visit(here(), alreadyThere);
};
