import { Text } from '@mantine/core';
import type { AuditEntry } from '../../api/types.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { labelsOf } from '../../parts/data-table.tsx';

const LONGEST = 500;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
};

/** Values of an entry, field by field. */
export const Changes = ({ changes }: { changes: AuditEntry['changes'] }) => {
  const { t } = useTranslation('audit');
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
        {fields.map(([field, [before, after]]) => (
          <tr key={field}>
            <th scope="row" className="break-anywhere">
              {field}
            </th>
            <td className="break-anywhere">{textOf(before)}</td>
            <td className="break-anywhere">{textOf(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
