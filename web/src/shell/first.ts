/**
 * What runs before the libraries of the page are there: the build puts it, and what it needs, into a file of its own that
 * the document names first. The texts are asked for (../i18n/first-language.ts), and a sign-in can be typed into.
 */
import { drawSignIn } from './first-sign-in.ts';

if (window.location.pathname === '/login') drawSignIn();
