/** Options of a picker that searches records of several kinds. */
import { useQueryClient } from '@tanstack/react-query';
import { type Names, type Row, readV3, sendV3 } from '../../api/v3.ts';
import type { Choice, Wanted } from '../../components/select/server-select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf, titleOfSection, useSections } from '../schema/sections.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { foundIn } from './found.ts';

const SHOWN = 6;

/** Loads options with values such as `contracts/12`. @param isOffered the kinds of records that are found */
export const useRecordSearch = (isOffered: (section: Section) => boolean) => {
  const { language } = useTranslation();
  const client = useQueryClient();
  const { data: sections = [] } = useSections();
  const context = useContextOf();
  const kinds = sections.filter((section) => section.search_index && isOffered(section));
  const optionOf = async (kind: Section, row: Row, names: Names = {}): Promise<Choice> => {
    const schema = await client.fetchQuery(schemaQuery(kind));
    const title = titleOf(kind, schema, row, { ...context, names: { ...context.names, ...names } }, 'listed');
    return { value: `${kind.path}/${idOf(kind, row)}`, label: `${title} · ${titleOfSection(kind)}` };
  };
  /** The option of a value; the value itself if the record does not exist. */
  const one = async (value: string): Promise<readonly Choice[]> => {
    const kind = kinds.find(({ path }) => value.startsWith(`${path}/`));
    const row = kind
      ? await readV3<Row & { names?: Names }>(`/${value}`, { with_names: true }).catch(() => null)
      : null;
    return [kind && row ? await optionOf(kind, row, row.names) : { value, label: value }];
  };
  const load = async ({ search, only }: Wanted): Promise<readonly Choice[]> => {
    if (only) return one(only);
    if (!search) return [];
    const indices = kinds.map(({ search_index: index }) => index);
    const answer = await sendV3('POST', '/search', { query: search, indices, limit: SHOWN });
    return Promise.all(kinds.flatMap((kind) => foundIn(answer, kind).map((row) => optionOf(kind, row))));
  };
  return { load, queryKey: ['v3', 'record-search', kinds.length, language] };
};
