/** The schema of a kind of records, without a record. */
import { queryOptions } from '@tanstack/react-query';
import { call, type Page, type Row, readV3 } from '../../api/v3.ts';
import { currentLocale } from '../../i18n/translator.ts';
import { schemaOf } from './schema.ts';
import type { Section } from './section.ts';

/** The list that an answer shows only as far as its records use it. */
const DIVISIONS = 'sparten';

const metadataOf = (page: Page): readonly Row[] => {
  const grouped = Object.values(page.select_fields ?? {}).some((one) => !Array.isArray(one));
  return (grouped ? Object.values(page.select_fields ?? {}) : [page.select_fields ?? {}]) as readonly Row[];
};

/** The whole list of Sparten in place of the used ones. */
const withDivisions = async (page: Page): Promise<Page> => {
  if (!metadataOf(page).some((lists) => DIVISIONS in lists)) return page;
  const { items } = await call('GET /v3/system/sparten');
  const all = items.map(({ id, name }) => ({ value: id, display: name }));
  const replace = (lists: Row): Row => (DIVISIONS in lists ? { ...lists, [DIVISIONS]: all } : lists);
  const { select_fields: lists = {} } = page;
  const grouped = !(DIVISIONS in lists);
  return {
    ...page,
    select_fields: grouped
      ? Object.fromEntries(Object.entries(lists).map(([name, group]) => [name, replace(group as Row)]))
      : replace(lists),
  };
};

export const schemaQuery = (section: Pick<Section, 'path' | 'parts'>) =>
  queryOptions({
    // Stale when the settings of fields change, not with each record.
    queryKey: ['fields', 'schema', section.path, currentLocale().language],
    queryFn: async () => {
      const embeds = Object.fromEntries(section.parts.map(({ embed }) => [`with_${embed}`, true]));
      const page = await readV3<Page>(`/${section.path}`, { limit: 1, with_schema: true, ...embeds });
      return schemaOf(section.path, await withDivisions(page));
    },
    staleTime: 600_000,
  });
