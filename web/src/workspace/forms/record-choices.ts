/** Records that a reference may name, found by typing some of their name. */
import { useQueryClient } from '@tanstack/react-query';
import { type Page, readV3, sendV3 } from '../../api/v3.ts';
import type { Choice, Wanted } from '../../components/select/server-select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf, useSections } from '../schema/sections.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { recordQuery } from '../schema/use-record.ts';
import { useUsers } from '../schema/users.ts';
import { foundIn, isCalled } from '../search/found.ts';

const SHOWN = 12;
/** Records of one customer that are offered at once. */
const OWN = 100;

/** A record, with its name as a text says it. */
export interface RecordChoice extends Choice {
  readonly name: string;
}

const without = (choices: readonly RecordChoice[], { search, only }: Wanted): readonly RecordChoice[] =>
  choices.filter(({ value, label }) => (only ? value === only : label.toLowerCase().includes(search.toLowerCase())));

/** Two records of one name have their numbers in the label. */
const distinct = (choices: readonly RecordChoice[]): readonly RecordChoice[] =>
  choices.map((one) => {
    const isDouble = choices.some(({ label, value }) => label === one.label && value !== one.value);
    return isDouble ? { ...one, label: `${one.label} (${one.value})` } : one;
  });

/**
 * The choices of a reference: users come from their list, records that share a value with the form from the list below it, others
 * from the search.
 * @param shared the value of the field that both share, such as the customer
 */
export const useRecordChoices = (field: Field, shared = '') => {
  const [path = ''] = field.references;
  const { data: sections = [] } = useSections();
  const section = sections.find((one) => one.path === path);
  const users = useUsers();
  const client = useQueryClient();
  const context = useContextOf();
  const { language } = useTranslation();
  const rowsOf = async (kind: Section, { search, only }: Wanted) => {
    if (only) return [(await client.ensureQueryData(recordQuery(kind, Number(only)))).record];
    if (shared && field.shares)
      return (await readV3<Page>(`/${kind.path}`, { [field.shares]: shared, limit: OWN })).items;
    if (!search || !kind.search_index) return [];
    return foundIn(
      await sendV3('POST', '/search', { query: search, indices: [kind.search_index], limit: SHOWN }),
      kind,
    );
  };
  const ofRecords = async (kind: Section, wanted: Wanted): Promise<readonly RecordChoice[]> => {
    const schema = await client.ensureQueryData(schemaQuery(kind));
    const choices = (await rowsOf(kind, wanted)).map((row) => ({
      value: String(idOf(kind, row)),
      label: titleOf(kind, schema, row, context, 'listed'),
      name: titleOf(kind, schema, row, context),
    }));
    const isNarrow = shared && field.shares && wanted.search;
    return distinct(isNarrow ? choices.filter(({ name }) => isCalled(name, wanted.search)) : choices);
  };
  const load = async (wanted: Wanted): Promise<readonly RecordChoice[]> => {
    if (path === 'users')
      return without(
        users.map(({ kid, name }) => ({ value: String(kid), label: String(name), name: String(name) })),
        wanted,
      );
    return section ? ofRecords(section, wanted) : [];
  };
  return { load, queryKey: ['v3', path, 'choices', users.length, language, shared] };
};
