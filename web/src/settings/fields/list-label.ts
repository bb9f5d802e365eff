import { nameOf } from '../../i18n/label-of.ts';

/** The label of a select list; a custom one has its given name. */
export const listName = (name: string): string => nameOf('fields:lists', name);

/** A list as an entry of a picker. */
export const listChoice = (name: string) => ({ value: name, label: listName(name) });
