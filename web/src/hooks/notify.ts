/** Short messages at the edge of the window. */
import { createElement, type ReactNode } from 'react';
import { errorText } from '../i18n/error-text.ts';
import type { Trans } from '../i18n/trans.tsx';
import { onLocaleChange, translatorFor } from '../i18n/translator.ts';
import { preload } from '../router/preload.ts';
import { offerUndo } from './undo.ts';

const PLACES = ['bottom-right', 'bottom-left', 'bottom-center'] as const;
type Place = (typeof PLACES)[number];

/** Maximum width and height of a toast, its distance from the edge, and the step by which it is raised, in pixels. */
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

/** The undo of a message, offered to its button and Ctrl+Z while it is shown. */
interface NoticeAction {
  readonly name: Trans;
  readonly run: () => void;
}

/** Milliseconds that a message with an action stays. */
const ACTION_MS = 10_000;

interface Words {
  readonly message: ReactNode;
  readonly closeButtonProps: { readonly 'aria-label': string };
}

/** A message and its buttons in the language that is shown. */
const wordsOf = (say: Trans, action?: NoticeAction & { readonly close: () => void }): Words => ({
  message: action
    ? [
        say(),
        ' ',
        createElement(
          'button',
          { key: 'action', type: 'button', className: 'notice-action', onClick: action.close },
          action.name(),
        ),
      ]
    : say(),
  closeButtonProps: { 'aria-label': translatorFor('common', 'close') ?? '' },
});

const show = async (say: Trans, color: string, action?: NoticeAction): Promise<void> => {
  // Where there is no page yet to show it in (../app/app.tsx).
  preload();
  const { notifications } = await import('@mantine/notifications');
  const { position, lift } = freePlace();
  const style = { position: 'relative', bottom: lift } as const;
  let id = '';
  const close = (): void => {
    notifications.hide(id);
    action?.run();
  };
  const endOffer = action && offerUndo(close);
  const words = () => wordsOf(say, action && { ...action, close });
  const stay = action ? { autoClose: ACTION_MS } : {};
  id = notifications.show({
    ...words(),
    ...stay,
    color,
    position,
    style,
    onClose: () => {
      end();
      endOffer?.();
    },
  });
  const end = onLocaleChange(() => notifications.update({ id, ...words() }));
};

/** Something worked. */
export const notify = (say: Trans): void => void show(say, 'teal');

/** Something worked and looks wrong. */
export const notifyWarning = (say: Trans): void => void show(say, 'orange');

/** Something worked that can be taken back, for some seconds. */
export const notifyWith = (say: Trans, action: NoticeAction): void => void show(say, 'teal', action);

/** Something failed, in the words of the page. */
export const notifyFailure = (say: Trans): void => void show(say, 'red');

/** Something failed that has no form to show it. */
export const notifyError = (error: unknown): void => void show(() => errorText(error), 'red');
