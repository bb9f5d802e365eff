/** Short messages at the edge of the window. */
import { errorText } from '../i18n/error-text.ts';
import { wordsFor } from '../i18n/spoken.ts';
import { loadAhead } from './ahead.ts';

const PLACES = ['bottom-right', 'bottom-left', 'bottom-center', 'top-center', 'top-right'] as const;
type Place = (typeof PLACES)[number];

/** What a message needs at most, and its distance from the edge, in pixels. */
const [WIDTH, HEIGHT, EDGE] = [440, 96, 16];

const areaOf = (place: Place): DOMRect => {
  const { innerWidth, innerHeight } = window;
  const width = Math.min(WIDTH, innerWidth - 2 * EDGE);
  const free = innerWidth - width;
  const x = place.endsWith('right') ? free - EDGE : place.endsWith('left') ? EDGE : free / 2;
  return new DOMRect(x, place.startsWith('top') ? EDGE : innerHeight - HEIGHT - EDGE, width, HEIGHT);
};

const meet = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Where a message covers no button, or the fewest. */
const freePlace = (): Place => {
  const controls = [...document.querySelectorAll('button, a[href], input')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const covered = PLACES.map((place) => controls.filter((one) => meet(one, areaOf(place))).length);
  return PLACES[covered.indexOf(Math.min(...covered))] ?? PLACES[0];
};

const show = async (message: string, color: string): Promise<void> => {
  // Where there is no page yet to show it in (../app.tsx).
  loadAhead();
  const { notifications } = await import('@mantine/notifications');
  const closeButtonProps = { 'aria-label': wordsFor('common', 'close') ?? '' };
  notifications.show({ message, color, position: freePlace(), closeButtonProps });
};

/** Something worked. */
export const notify = (message: string): void => void show(message, 'teal');

/** Something failed that has no form to show it. */
export const notifyError = (error: unknown): void => void show(errorText(error), 'red');
