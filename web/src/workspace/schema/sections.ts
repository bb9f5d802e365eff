/** The kinds of records that the user may read: pages, navigation and search follow from them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AnswerOf, call, isForbidden, type Row } from '../../api/v3.ts';
import { nameOf } from '../../i18n/label-of.ts';
import type { Part, Section } from './section.ts';

/** Arrays of a record that no read includes have pages of their own. */
const withReadParts = (section: AnswerOf<'GET /v3/system/sections'>['items'][number]): Section => ({
  ...section,
  parts: section.parts.filter((part): part is Part => part.embed !== null),
});

const sectionsQuery = queryOptions({
  queryKey: ['v3', 'sections'],
  queryFn: async () => {
    try {
      return (await call('GET /v3/system/sections')).items.map(withReadParts);
    } catch (error) {
      // A role that may read no record has no kinds.
      if (isForbidden(error)) return [];
      throw error;
    }
  },
  staleTime: 60_000,
});

/** The kinds of records that the user may read. */
export const useSections = () => useQuery(sectionsQuery);

/** Those in the order of the navigation. */
export const listedSections = (sections: readonly Section[]): readonly Section[] =>
  sections
    .filter(({ path, layout }) => !path.includes('/') && layout.nav)
    .toSorted((one, other) => (one.layout.nav?.[1] ?? 1000) - (other.layout.nav?.[1] ?? 1000));

/** The display name of a kind of records. */
export const titleOfSection = ({ path, title }: Pick<Section, 'path' | 'title'>): string =>
  nameOf('records:sections', path, title);

/** Records of a kind; 0 where the user may not read it. */
export const totalOf = (sections: readonly Section[], wanted: string): number =>
  sections.find(({ path }) => path === wanted)?.total ?? 0;

/** The fields that name a record. */
export const titleFields = ({ layout, called }: Section): readonly string[] =>
  layout.title.length ? layout.title : (called?.by ?? []);

/** The number that a record has in addresses. */
export const idOf = ({ key }: Section, row: Row): number => Number(row[key] ?? row.id);
