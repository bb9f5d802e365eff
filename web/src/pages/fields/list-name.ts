import { nameOf } from '../../i18n/name-of.ts';

/** What people call a select list; an own one has the name that somebody gave it. */
export const listName = (name: string): string => nameOf('fields:lists', name);

/** A list as an entry of a picker. */
export const listChoice = (name: string) => ({ value: name, label: listName(name) });
