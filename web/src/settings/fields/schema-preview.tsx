import { Accordion, Code, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { builtInText, nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { listName } from './list-label.ts';
import { FIELDS_KEY } from './query-keys.ts';

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
    queryKey: [...FIELDS_KEY, 'preview', path],
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
                <td className="break-anywhere">{builtInText(field.label)}</td>
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
