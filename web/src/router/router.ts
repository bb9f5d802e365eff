/** Which page is shown, and how another one takes its place (docs/decisions/0036-own-router.md). */
import type { ComponentType } from 'react';
import { entryNow, keptWithEntry, writeEntry } from './history-entries.ts';
import { back, endWay, isOwnTraversal, traverseTo } from './history-traversal.ts';

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
  /** State of the navigation. */
  readonly state: unknown;
  /** The number of its entry in the tab's history. */
  readonly entry: number;
}

/** The shown components, outermost first; none before the first page is rendered. */
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
export type Blocker = (go: () => void) => boolean;

const locationNow = (): Location => {
  const { pathname, search } = window.location;
  return { pathname, search, state: keptWithEntry(), entry: entryNow() };
};

let shown: Shown = { place: { location: locationNow(), parts: [] }, busy: false };
let partsOf = (_pathname: string): readonly Part[] => [];
let keeps: Blocker = () => false;
/** Called after a change; `samePage` where only the query changed. */
type Follower = (samePage: boolean) => void;
const followers = new Set<Follower>();

export const shownNow = (): Shown => shown;

/** Subscribes to changes of the shown page. @returns a function that ends it */
export const follow = (tell: Follower): (() => void) => {
  followers.add(tell);
  return () => followers.delete(tell);
};

const show = (next: Partial<Shown>, samePage = false): void => {
  shown = { ...shown, ...next };
  for (const tell of followers) tell(samePage);
};

/** Registers a blocker. @returns a function that removes it */
export const block = (keeper: Blocker): (() => void) => {
  keeps = keeper;
  return () => {
    keeps = () => false;
  };
};

/** Another fragment of the page loses nothing; another query may be another record, without the form. */
const isKept = ({ pathname, search }: URL, go: () => void): boolean => {
  const { location } = shown.place;
  return (pathname !== location.pathname || search !== location.search) && keeps(go);
};

/** Whether the tab's entry is the shown page: it differs while a step through the history is being handled. */
const isHere = (): boolean => entryNow() === shown.place.location.entry;

/** Browsers refuse addresses that are written very often, as for a key that is held down (Safari a hundred in ten seconds). */
const REST_MS = 150;
let unwritten: ReturnType<typeof setTimeout> | undefined;
let writtenAt = Number.NEGATIVE_INFINITY;

/** Writes the changed query, if the tab's entry is still the shown page. */
const writeNow = (): void => {
  clearTimeout(unwritten);
  unwritten = undefined;
  writtenAt = performance.now();
  const { pathname, search, state } = shown.place.location;
  if (isHere()) writeEntry('replace', `${pathname}${search}`, state);
};

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
 * Changes the query of a page, in its entry; ignored where the page is being left. The page renders with it at once,
 * so that fields can show it; the tab's address follows, at once where it was stable.
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

/** The user went back or forward: the tab is there already. */
const onStep = (): void => {
  if (isOwnTraversal()) return;
  const address = here();
  const wanted = entryNow();
  const arrive = () => visit(address, alreadyThere);
  if (isKept(address, () => traverseTo(wanted, arrive))) back(shown.place.location.entry);
  else arrive();
};

/** Starts with the address of the tab. @returns once the first page, or its placeholder, is rendered */
export const startVisits = (find: typeof partsOf): Promise<void> => {
  partsOf = find;
  window.addEventListener('popstate', onStep);
  return visit(here(), alreadyThere);
};
