import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../api/types.ts';
import type { Names } from '../../api/v3.ts';
import { labelsOf } from '../../components/table/data-table.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Field } from '../../workspace/schema/schema.ts';
import { schemaQuery } from '../../workspace/schema/schema-query.ts';
import { useSections } from '../../workspace/schema/sections.ts';
import { textOf, useContextOf } from '../../workspace/schema/shown.ts';

const LONGEST = 500;

const NOTHING = '–';

const plainText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return NOTHING;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
};

/** The described fields of the record of an entry, or of its part; none where the workspace does not show it. */
const useFieldsOf = ({ section: path, owner_section: owner }: AuditEntry): ReadonlyMap<string, Field> | undefined => {
  const { data: sections = [] } = useSections();
  const own = sections.find((one) => one.path === path);
  const whole = own ?? sections.find((one) => one.path === owner);
  const { data: schema } = useQuery({ ...schemaQuery(whole ?? { path: '', parts: [] }), enabled: whole !== undefined });
  const part = own ? undefined : whole?.parts.find((one) => one.path === path);
  return own ? schema?.fields : schema?.parts.get(part?.embed ?? '');
};

/** Values of an entry, field by field. */
export const Changes = ({ entry }: { entry: AuditEntry & { readonly names: Names } }) => {
  const { t } = useTranslation('audit');
  const { changes, names } = entry;
  const described = useFieldsOf(entry);
  const context = useContextOf(names);
  const shown = (name: string, value: unknown): string => {
    const field = described?.get(name);
    return field && typeof value !== 'object' ? textOf(field, value, context) || NOTHING : plainText(value);
  };
  const fields = Object.entries(changes);
  if (!fields.length) return <Text size="sm">{t('noChanges')}</Text>;
  return (
    <table className="table framed" aria-label={t('changes')} style={labelsOf([t('field'), t('before'), t('after')])}>
      <thead>
        <tr>
          <th scope="col" style={{ width: '24%' }}>
            {t('field')}
          </th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(([field, values]) => (
          <tr key={field}>
            <th scope="row" className="break-anywhere">
              <span title={field}>{described?.get(field)?.label ?? field}</span>
            </th>
            <td className="break-anywhere">{shown(field, values?.[0])}</td>
            <td className="break-anywhere">{shown(field, values?.[1])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
