/** The addresses below a record. */

import type { Row } from '../../api/v3.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { parentField } from '../schema/new-of.ts';
import type { Section } from '../schema/section.ts';
import { idOf, titleOfSection } from '../schema/sections.ts';

/** A list on the first page of a record. */
interface OverviewList {
  readonly section: Section;
  /** The list behind `/v3`, and the page of the whole list. */
  readonly path: string;
  readonly to: string;
  /** Values of a new record of the list. */
  readonly given: Readonly<Record<string, number>>;
}

/** The lists on the first page of a record: of a kind below it, or of one with a field that names it (`damages.vertrag`). */
export const overviewLists = (section: Section, sections: readonly Section[], row: Row): readonly OverviewList[] =>
  section.layout.overview.flatMap((name) => {
    const [path, field = ''] = name.split('.');
    const list = sections.find((one) => one.path === path);
    if (!list) return [];
    const id = idOf(section, row);
    if (field) {
      const at = `/${path}?${field}=${id}`;
      return [
        { section: list, path: at, to: at, given: { ...(row.kid ? { kid: Number(row.kid) } : {}), [field]: id } },
      ];
    }
    const at = `/${section.path}/${id}/${path}`;
    return [{ section: list, path: at, to: at, given: { [parentField(list, section)]: id } }];
  });

/** Tabs of the sub-resources of a record, in their order; those that the user may not read are omitted. */
export const tabsOf = (section: Section, sections: readonly Section[]): readonly { path: string; name: string }[] => {
  const children = section.children.flatMap((path) => sections.find((one) => one.path === path) ?? []);
  const own = (path: string) => ({ path, name: nameOf('records:tabs', path || 'overview') });
  return [
    own(''),
    ...(section.layout.overview.length ? [own('details')] : []),
    ...children.map((child) => ({ path: child.path, name: titleOfSection(child) })),
    ...(section.path === 'customers' ? [own('relations')] : []),
    ...['comments', 'links'].filter((path) => section.annotations.includes(path)).map(own),
    ...(section.path === 'contracts' ? [own('gdv')] : []),
    ...(section.verbs.includes('history') ? [own('history')] : []),
  ];
};
