/**
 * The way to another entry of the tab's history. Browsers take it some time later, and leave it out where the user takes a step
 * of his own meanwhile; so it is gone on with until the tab stands there.
 */
import { entryNow } from './entries.ts';

/** Steps that the user takes at once are over by then, and one that the browser was told to take is made. */
const QUIET_MS = 100;
/** A step that the browser has not taken by then it does not take any more. */
const LATE_MS = 5000;

interface Way {
  readonly to: number;
  /** What is done there. */
  readonly arrive: () => void;
  /** The tab may make steps that belong to it. */
  begun: boolean;
}

let way: Way | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The browser was told to take a step and has not yet: the tab only seems to stand where it stood. */
let stepping = false;

/** What was under way is not wanted any more. */
export const endWay = (): void => {
  clearTimeout(timer);
  way = null;
};

/** Goes on once the tab has come to rest. */
const goOn = (on: Way, restMs: number): void => {
  clearTimeout(timer);
  if (stepping) {
    timer = setTimeout(() => {
      stepping = false;
      goOn(on, 0);
    }, LATE_MS);
    return;
  }
  if (on.to === entryNow()) {
    endWay();
    on.arrive();
    return;
  }
  timer = setTimeout(() => {
    on.begun = true;
    stepping = true;
    window.history.go(on.to - entryNow());
  }, restMs);
};

/** Leads the tab to an entry. */
export const headFor = (to: number, arrive: () => void): void => {
  const restMs = way ? QUIET_MS : 0;
  way = { to, arrive, begun: true };
  goOn(way, restMs);
};

/** Leads the tab back to an entry that the user has stepped away from. Before that begins, more steps of his may come. */
export const headBack = (to: number): void => {
  way = { to, arrive: () => {}, begun: false };
  goOn(way, QUIET_MS);
};

/** Takes a step that the tab has made. @returns whether it belongs to a way; another is one of the user, who then wants that and no other */
export const belongsToWay = (): boolean => {
  stepping = false;
  if (!way?.begun) {
    endWay();
    return false;
  }
  goOn(way, QUIET_MS);
  return true;
};
