/** The addresses below a record. */
import { nameOf } from '../../i18n/label-of.ts';
import type { Section } from '../schema/section.ts';
import { titleOfSection } from '../schema/sections.ts';

/** The lists on the first page of a record. */
export const overviewLists = (section: Section, sections: readonly Section[]): readonly Section[] =>
  section.layout.overview.flatMap((path) => sections.find((one) => one.path === path) ?? []);

/** Tabs of the sub-resources of a record, in their order; those that the user may not read are omitted. */
export const tabsOf = (section: Section, sections: readonly Section[]): readonly { path: string; name: string }[] => {
  const children = section.children.flatMap((path) => sections.find((one) => one.path === path) ?? []);
  const own = (path: string) => ({ path, name: nameOf('records:tabs', path || 'overview') });
  return [
    own(''),
    ...(overviewLists(section, sections).length ? [own('details')] : []),
    ...children.map((child) => ({ path: child.path, name: titleOfSection(child) })),
    ...(section.path === 'customers' ? [own('relations')] : []),
    ...['comments', 'links'].filter((path) => section.annotations.includes(path)).map(own),
    ...(section.path === 'contracts' ? [own('gdv')] : []),
    ...(section.verbs.includes('history') ? [own('history')] : []),
  ];
};
