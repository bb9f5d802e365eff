/**
 * The login as plain elements: usable seconds before the page on a slow line; the page takes over the typed text, the
 * focus, and a submitted login.
 */
import { firstLanguage } from '../i18n/initial-locale.ts';
import type { Texts } from '../i18n/texts.ts';

const logins = import.meta.glob<Texts['login']>('../i18n/*/sign-in/login.ts', { import: 'login', eager: true });
const FORM = 'first-sign-in';
/** Where Mantine keeps the colours that were chosen. */
const SCHEME = 'mantine-color-scheme-value';

export interface Typed {
  readonly email: string;
  readonly password: string;
  /** Where the keyboard is. */
  readonly at: 'email' | 'password';
  /** The button was pressed already. */
  readonly sent: boolean;
}

const element = (name: string, attributes: Readonly<Record<string, string>>, ...children: (Node | string)[]) => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
};

const field = (name: Typed['at'], label: string, attributes: Readonly<Record<string, string>>) =>
  element(
    'label',
    {},
    element('span', {}, label, element('span', { class: 'first-required', 'aria-hidden': 'true' }, ' *')),
    element('input', { name, type: name, required: '', ...attributes }),
  );

const storedScheme = (): string | null => {
  try {
    return localStorage.getItem(SCHEME);
  } catch {
    return null;
  }
};

/** Colours as the page will have them. */
const showScheme = (): void => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const stored = storedScheme();
  document.documentElement.dataset.mantineColorScheme = stored === 'light' || stored === 'dark' ? stored : dark;
};

/** Shows it where the page will be. */
export const drawSignIn = (): void => {
  const root = document.getElementById('root');
  const texts = logins[`../i18n/${firstLanguage}/sign-in/login.ts`];
  if (!root || !texts || root.firstChild) return;
  showScheme();
  document.documentElement.lang = firstLanguage;
  const send = element('button', { type: 'submit' }, texts.submit);
  const form = element(
    'form',
    { id: FORM, novalidate: '' },
    field('email', texts.email, { autocomplete: 'username', maxlength: '255' }),
    field('password', texts.password, { autocomplete: 'current-password', maxlength: '200' }),
    send,
    element('a', { href: '/forgotten-password' }, texts.forgotten),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.sent = 'yes';
    send.setAttribute('aria-disabled', 'true');
  });
  const mark = element('img', { src: '/favicon.svg', alt: '', width: '28', height: '28' });
  const head = element('div', { class: 'first-head' }, element('h1', {}, texts.title), element('p', {}, texts.text));
  root.append(
    element(
      'div',
      { class: 'first' },
      element('header', {}, mark, document.title),
      element('main', {}, element('div', { class: 'first-card' }, head, form)),
    ),
  );
  form.querySelector('input')?.focus();
};

/** The typed text so far; null where the page has replaced the form, or there was none. */
export const typedSoFar = (): Typed | null => {
  const form = document.getElementById(FORM);
  if (!form) return null;
  const inputOf = (name: Typed['at']) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  const at = document.activeElement?.getAttribute('name') === 'password' ? 'password' : 'email';
  return { email: inputOf('email'), password: inputOf('password'), at, sent: form.dataset.sent !== undefined };
};
