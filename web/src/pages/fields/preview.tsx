import { Accordion, Code, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nameOf } from '../../i18n/name-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { listName } from './list-name.ts';

interface Described {
  readonly label: string;
  readonly data_type: string;
  readonly select_fields_name: string | null;
}

const isDescribed = (value: unknown): value is Described =>
  typeof value === 'object' && value !== null && 'data_type' in value;

/** Descriptions by field, whether the answer groups them by record kind or not. */
const described = (fields: unknown): [string, Described][] =>
  Object.entries((fields ?? {}) as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    isDescribed(value) ? [[name, value] as [string, Described]] : described(value),
  );

/** What `with_schema` answers for a record kind. */
export const Preview = ({ path }: { path: string }) => {
  const { t } = useTranslation('fields');
  const query = useQuery({
    queryKey: ['preview', path],
    queryFn: () => api('GET /fields/:path/preview', { path }),
  });
  return (
    <QueryState query={query}>
      {(preview) => (
        <Stack>
          <Text size="sm">{t('previewText')}</Text>
          <DataTable
            label={t('tab.preview')}
            head={[t('column.name'), t('column.label'), t('column.kind'), t('column.list')]}
          >
            {described(preview.fields).map(([name, field]) => (
              <tr key={name}>
                <th scope="row">
                  <Code>{name}</Code>
                </th>
                <td className="break-anywhere">{field.label}</td>
                <td>{nameOf('fields:dataType', field.data_type)}</td>
                <td>{field.select_fields_name ? listName(field.select_fields_name) : '–'}</td>
              </tr>
            ))}
          </DataTable>
          <Accordion variant="contained">
            <Accordion.Item value="json">
              <Accordion.Control>{t('json')}</Accordion.Control>
              <Accordion.Panel>
                <ScrollArea.Autosize mah={480} viewportProps={{ tabIndex: 0 }}>
                  <Code block>{JSON.stringify(preview, null, 2)}</Code>
                </ScrollArea.Autosize>
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        </Stack>
      )}
    </QueryState>
  );
};
