/**
 * Runs before the libraries of the page are loaded: the build puts it, with its imports, into a file of its own that
 * the document names first. It requests the texts (../i18n/initial-locale.ts) and makes the static login usable;
 * other pages create their date formats meanwhile.
 */

import { makeFormats } from '../i18n/formats.ts';
import { firstLanguage } from '../i18n/initial-locale.ts';
import { drawSignIn } from '../sign-in/static-login.ts';

if (window.location.pathname === '/login') drawSignIn();
else makeFormats(firstLanguage);
