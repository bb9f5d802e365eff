/** Keys that are pressed after a command and before the form that it opens has the focus: its file may still be on its way. */
import { isTyping } from './keys.ts';

const WAIT_MS = 10_000;
/** The first field of the form of a page; dialogs focus theirs by themselves. */
const FIRST = '.record-form :is(input:not([type=hidden]), textarea)';

/** Types a text into the focused field. It is the only way that scripts and undo of the browser both see. */
export const insertText = (text: string): void => {
  document.execCommand('insertText', false, text);
};

/** Whether the focused field takes text by now: a select does not before its list is loaded. */
const isReady = (): boolean => {
  const at = document.activeElement;
  return isTyping() && !(at instanceof HTMLInputElement && at.readOnly);
};

/** The keys so far; null where none are held. */
let held: { text: string; entered: boolean; readonly since: number } | null = null;

const give = (): void => {
  if (!held || !isReady()) return;
  const { text, entered } = held;
  held = null;
  if (text) insertText(text);
  const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
  // React draws the text first.
  if (entered) setTimeout(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', enter)));
};

/** A screen keyboard that opens by itself would cover the form. */
const hasKeyboard = (): boolean => !window.matchMedia('(pointer: coarse)').matches;

const focusFirst = (): void => {
  if (!isTyping()) document.querySelector<HTMLElement>(FIRST)?.focus();
};
const focusForText = (): void => {
  if (held?.text) focusFirst();
};

const take = (event: KeyboardEvent): void => {
  const { key, ctrlKey, metaKey, altKey, isComposing, timeStamp } = event;
  give();
  if (!held || isReady() || key === 'Escape' || timeStamp - held.since > WAIT_MS) {
    held = null;
    return;
  }
  if (ctrlKey || metaKey || altKey || isComposing) return;
  if (key.length > 1 && key !== 'Enter' && key !== 'Backspace') return;
  // It is text, not a command of the page.
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === 'Enter') held.entered = true;
  else held.text = key === 'Backspace' ? held.text.slice(0, -1) : held.text + key;
  focusForText();
};

const drop = (): void => {
  held = null;
};

// Before the listeners of commands, which components add later.
window.addEventListener('keydown', take, true);
window.addEventListener('focusin', give);
window.addEventListener('pointerdown', drop);

/** Holds keys from now on until a field has the focus, and types them there. Escape or a click ends it. */
export const holdKeys = (): void => {
  held = { text: '', entered: false, since: performance.now() };
};

// After the page has taken the focus (../layout/layout.tsx).

/** Says that the form of a page is there: text that was typed before goes into its first field. */
export const formIsThere = (): void => void setTimeout(focusForText);

/** Says that the form of a new record is there: its first field gets the focus. */
export const newFormIsThere = (): void => {
  if (hasKeyboard()) setTimeout(focusFirst);
};
