/** Name and extension of a document (rules 5.6, 9.14). */
import type { Values } from './field-shape.ts';

/** Extension of a file name, in lower case; empty where it has none. */
const extensionOf = (name: string): string => /[^./\\]\.([^./\\\s]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Name and extension as they are stored: each follows from the other where one is missing. */
export const fileName = (values: Values): { name: string; extension: string } => {
  const given = typeof values.name === 'string' && values.name !== '' ? values.name : null;
  const stated = typeof values.extension === 'string' ? values.extension.replace(/^\.+/, '') : '';
  const extension = stated || (given ? extensionOf(given) : '');
  const name = given ?? (extension ? `dokument.${extension}` : 'dokument');
  return { name, extension };
};

/** Longest name of a file that is made. */
const MAX_NAME = 120;

/** A file name for a subject. @param otherwise where the subject has nothing of a name */
export const fileNameOf = (subject: string, otherwise: string, extension: string): string =>
  `${
    subject
      .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
      .slice(0, MAX_NAME)
      .trim() || otherwise
  }.${extension}`;
