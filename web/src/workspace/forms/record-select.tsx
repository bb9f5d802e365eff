/** A record that is chosen by typing some of its name. */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { type Choice, ServerSelect, type Wanted } from '../../components/select/server-select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../schema/schema.ts';
import { schemaQuery } from '../schema/schema-query.ts';
import type { Section } from '../schema/section.ts';
import { idOf, useSections } from '../schema/sections.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { recordQuery } from '../schema/use-record.ts';
import { useUsers } from '../schema/users.ts';
import { foundIn } from '../search/found.ts';

const SHOWN = 12;

interface Given {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly required: boolean;
}

const without = (choices: readonly Choice[], { search, only }: Wanted): readonly Choice[] =>
  choices.filter(({ value, label }) => (only ? value === only : label.toLowerCase().includes(search.toLowerCase())));

/** A record of one kind; users come from their list, others from the search. */
export const RecordSelect = ({ field, value, onChange, error, required }: Given) => {
  const [path = ''] = field.references;
  const { data: sections = [] } = useSections();
  const section = sections.find((one) => one.path === path);
  const users = useUsers();
  const client = useQueryClient();
  const context = useContextOf();
  const { language } = useTranslation();
  const ofUsers = async (wanted: Wanted) =>
    without(
      users.map(({ kid, name }) => ({ value: String(kid), label: String(name) })),
      wanted,
    );
  const ofRecords = async (kind: Section, { search, only }: Wanted): Promise<readonly Choice[]> => {
    const schema = await client.ensureQueryData(schemaQuery(kind));
    const rows = only
      ? [(await client.ensureQueryData(recordQuery(kind, Number(only)))).record]
      : search && kind.search_index
        ? foundIn(await sendV3('POST', '/search', { query: search, indices: [kind.search_index], limit: SHOWN }), kind)
        : [];
    return rows.map((row) => ({
      value: String(idOf(kind, row)),
      label: titleOf(kind, schema, row, context, 'listed'),
    }));
  };
  return (
    <ServerSelect
      label={field.label}
      queryKey={['v3', path, 'choices', users.length, language]}
      load={(wanted) =>
        path === 'users' ? ofUsers(wanted) : section ? ofRecords(section, wanted) : Promise.resolve([])
      }
      value={value || null}
      onChange={(to) => onChange(to ?? '')}
      clearable={!required}
      required={required}
      error={error}
    />
  );
};
