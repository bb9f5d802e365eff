/**
 * What runs before the libraries of the page are there: the build puts it, and what it needs, into a file of its own that
 * the document names first. The texts are asked for (../i18n/first-language.ts), and a sign-in can be typed into;
 * other pages make the formats of their dates while they wait.
 */
import { firstLanguage } from '../i18n/first-language.ts';
import { makeFormats } from '../i18n/formats.ts';
import { drawSignIn } from './first-sign-in.ts';

if (window.location.pathname === '/login') drawSignIn();
else makeFormats(firstLanguage);
