/** The first rows of a table by the fields that are chosen now. */
import { Stack, Text, Title } from '@mantine/core';
import { DataTable } from '../../components/table/data-table.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cellAt, columnsIn, type Table } from './table.ts';

const PREVIEW_ROWS = 20;
/** Least width of a column, in pixels. */
const PREVIEW_WIDTH = 130;

export const Preview = (table: Table) => {
  const { rows, labels, mapping } = table;
  const { t } = useTranslation('imports');
  const columns = columnsIn(table).filter(({ header }) => mapping[header]);
  const count = Math.min(PREVIEW_ROWS, Math.max(rows.length, ...columns.map(({ first = [] }) => first.length)));
  if (!columns.length) return null;
  const title = t('preview');
  const drawn = Array.from({ length: count }, (_, at) => columns.map((column) => cellAt(table, column, at)));
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      {drawn.flat().some(({ isBad }) => isBad) ? (
        <Text size="sm" c="dimmed">
          {t('previewText')}
        </Text>
      ) : null}
      <div className="import-preview">
        <DataTable
          label={title}
          head={[t('column.line'), ...columns.map(({ header }) => labels.label(mapping[header] ?? ''))]}
          minWidth={PREVIEW_WIDTH * (columns.length + 1)}
        >
          {drawn.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay at their places
            <tr key={at}>
              <td>{rows[at]?.line ?? at + 1}</td>
              {cells.map(({ text, isBad }, column) => (
                <td key={columns[column]?.header} data-bad={isBad || undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      </div>
    </Stack>
  );
};
