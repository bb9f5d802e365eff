/**
 * Moves to another entry of the tab's history. Browsers do so asynchronously, and drop the step where the user makes
 * one meanwhile; so it is repeated until the tab is there.
 */
import { entryNow } from './history-entries.ts';

/** By then, quick steps of the user are over, and a requested step is made. */
const QUIET_MS = 100;
/** A step that the browser has not taken by then it does not take any more. */
const LATE_MS = 5000;

interface Way {
  readonly to: number;
  /** Called at the target entry. */
  readonly arrive: () => void;
  /** The tab may make steps that belong to it. */
  begun: boolean;
}

let way: Way | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** A step was requested and not made yet: the current entry is about to change. */
let stepping = false;

/** Cancels the current traversal. */
export const endWay = (): void => {
  clearTimeout(timer);
  way = null;
};

/** Continues once the tab's history is stable. */
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
export const traverseTo = (to: number, arrive: () => void): void => {
  const restMs = way ? QUIET_MS : 0;
  way = { to, arrive, begun: true };
  goOn(way, restMs);
};

/** Leads the tab back to an entry that the user has stepped away from. Before that begins, more steps of his may come. */
export const back = (to: number): void => {
  way = { to, arrive: () => {}, begun: false };
  goOn(way, QUIET_MS);
};

/** Takes a step that the tab has made. @returns whether it belongs to a way; another is one of the user, who then wants that and no other */
export const isOwnTraversal = (): boolean => {
  stepping = false;
  if (!way?.begun) {
    endWay();
    return false;
  }
  goOn(way, QUIET_MS);
  return true;
};
