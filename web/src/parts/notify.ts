/** Short messages at the edge of the window. */
import { errorText } from '../i18n/error-text.ts';
import { onSpoken, wordsFor } from '../i18n/spoken.ts';
import { loadAhead } from './ahead.ts';
import type { Say } from './words.tsx';

const PLACES = ['bottom-right', 'bottom-left', 'bottom-center'] as const;
type Place = (typeof PLACES)[number];

/** What a message needs at most, its distance from the edge, and in what steps it is lifted, in pixels. */
const [WIDTH, HEIGHT, EDGE, STEP] = [440, 72, 16, 8];

/** Where the next message of a place begins: above those that are still shown there. */
const bottomOf = (place: Place): number => {
  const shown = [...document.querySelectorAll(`.mantine-Notifications-root[data-position=${place}] [role=alert]`)];
  const tops = shown.map((one) => one.getBoundingClientRect().top);
  return Math.min(window.innerHeight - EDGE, ...tops);
};

/** Where a message would stand that is lifted by nothing. */
const areaOf = (place: Place): DOMRect => {
  const width = Math.min(WIDTH, window.innerWidth - 2 * EDGE);
  const free = window.innerWidth - width;
  const x = place.endsWith('right') ? free - EDGE : place.endsWith('left') ? EDGE : free / 2;
  return new DOMRect(x, bottomOf(place) - HEIGHT, width, HEIGHT);
};

const meet = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The lowest place where a message covers no button, or the fewest, and how far it is lifted there, in pixels. */
const freePlace = (): { position: Place; lift: number } => {
  const controls = [...document.querySelectorAll('button, a[href], input')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const areas = PLACES.map((position) => ({ position, area: areaOf(position) }));
  const steps = Math.max(1, Math.floor((window.innerHeight - HEIGHT - 2 * EDGE) / STEP));
  const places = Array.from({ length: steps }, (_, step) => step * STEP).flatMap((lift) =>
    areas.map(({ position, area: { x, y, width, height } }) => {
      const area = new DOMRect(x, y - lift, width, height);
      return { position, lift, covered: controls.filter((one) => meet(one, area)).length };
    }),
  );
  return places.reduce((best, one) => (one.covered < best.covered ? one : best));
};

/** A message and its button in the language that is shown. */
const wordsOf = (say: Say) => ({
  message: say(),
  closeButtonProps: { 'aria-label': wordsFor('common', 'close') ?? '' },
});

const show = async (say: Say, color: string): Promise<void> => {
  // Where there is no page yet to show it in (../app.tsx).
  loadAhead();
  const { notifications } = await import('@mantine/notifications');
  const { position, lift } = freePlace();
  const style = { position: 'relative', bottom: lift } as const;
  const id = notifications.show({ ...wordsOf(say), color, position, style, onClose: () => end() });
  const end = onSpoken(() => notifications.update({ id, ...wordsOf(say) }));
};

/** Something worked. */
export const notify = (say: Say): void => void show(say, 'teal');

/** Something failed that has no form to show it. */
export const notifyError = (error: unknown): void => void show(() => errorText(error), 'red');
