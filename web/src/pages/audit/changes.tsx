import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/types.ts';

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
    <Table withTableBorder withColumnBorders verticalSpacing={4} layout="fixed" aria-label={t('changes')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w="24%">
            {t('field')}
          </Table.Th>
          <Table.Th scope="col">{t('before')}</Table.Th>
          <Table.Th scope="col">{t('after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(([field, [before, after]]) => (
          <Table.Tr key={field}>
            <Table.Th scope="row" fw={500} className="break-anywhere">
              {field}
            </Table.Th>
            <Table.Td className="break-anywhere">{textOf(before)}</Table.Td>
            <Table.Td className="break-anywhere">{textOf(after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
