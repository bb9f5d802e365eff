import { DataTable } from '../../components/table/data-table.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ImportJob } from './import-job.ts';

const COLUMNS = ['read', 'stored', 'mapped', 'left_out'] as const;

/** The lines of a GDV file by record kind: none is left out without being counted. */
export const LineCounts = ({ lines }: Pick<ImportJob, 'lines'>) => {
  const { t, language } = useTranslation('imports');
  if (!lines) return null;
  return (
    <details>
      <summary>{t('lines.title')}</summary>
      <DataTable
        label={t('lines.title')}
        head={[t('lines.kind'), ...COLUMNS.map((name) => t(`lines.${name}`))]}
        minWidth={300}
      >
        {Object.entries(lines).map(([kind, counts]) => (
          <tr key={kind}>
            <td>{kind}</td>
            {COLUMNS.map((name) => (
              <td key={name}>{counts[name].toLocaleString(language)}</td>
            ))}
          </tr>
        ))}
      </DataTable>
    </details>
  );
};
