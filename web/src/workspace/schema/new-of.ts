/** Labels for creating a record of a kind. */
import { nameOf } from '../../i18n/label-of.ts';
import { translatorFor } from '../../i18n/translator.ts';
import type { Section } from './section.ts';
import { titleOfSection } from './sections.ts';

export const newOf = (section: Section): string =>
  nameOf('records:new', section.path, translatorFor('records', 'newOther', { title: titleOfSection(section) }));

/** The address of the form, with the record that the new one belongs to. */
export const newAddress = (section: Section, given: Readonly<Record<string, number | string>> = {}): string => {
  const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return `/${section.path}/new${query.size ? `?${query}` : ''}`;
};

/** The field of a kind that names its parent record. */
export const parentField = (child: Section, parent: Section): string => {
  if (parent.path === 'contracts') return 'vid';
  if (parent.path === 'damages') return 'schaden';
  return child.below.includes(parent.path) ? 'kid' : '';
};
