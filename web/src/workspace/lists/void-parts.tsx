/** Parts of the address of a list that mean nothing there: the page names them, and offers to remove them. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearch } from '../../router/use-router.ts';
import { columnField, type Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { filtersIn } from './use-rows.ts';

/** Parameters of lists that are no fields. */
const OTHERS = ['betreuer', 'division', 'fields', 'flat', 'geburtstag', 'own_fields'];

const withoutComparison = (name: string): string => name.replace(/\[\w+\]$/, '');

/** The names of filters that the list does not have: the service ignores or refuses them. */
export const voidFilters = (section: Section, schema: Schema, params: URLSearchParams): readonly string[] => {
  const fields = [...schema.fields.values()];
  const all = [...section.filters, ...fields.flatMap(({ filters }) => filters), ...OTHERS];
  const known = new Set(all.map(withoutComparison));
  const names = filtersIn(params).map(([name]) => name);
  return names.filter((name) => !name.startsWith('with_') && !known.has(withoutComparison(name)));
};

/** The field of an order that the list does not have; null where it has it. @param refused whether the service refused the list */
export const voidSort = (schema: Schema, params: URLSearchParams, refused: boolean): string | null => {
  const name = params.get('sort')?.replace(/^-/, '');
  const field = name ? schema.fields.get(name) : undefined;
  return name && refused && field?.sortable !== true ? (field?.label ?? name) : null;
};

interface Given {
  readonly schema: Schema;
  /** Names of void filters. */
  readonly filters: readonly string[];
  /** The field of a void order. */
  readonly sort: string | null;
  /** Whether the list has fewer pages. */
  readonly beyond: boolean;
  /** Whether the view does not exist. */
  readonly noView: boolean;
}

/** The void parts of an address with their names; the keys are those of the texts. */
const voidParts = ({ schema, filters, sort, beyond, noView }: Given, params: URLSearchParams) => {
  const columns = (params.get('columns') ?? '').split(',').filter((name) => name && !columnField(schema, name));
  return [
    ...filters.map((name) => ({ key: 'filter' as const, parameter: name, name })),
    ...(sort ? [{ key: 'sort' as const, parameter: 'sort', name: sort }] : []),
    // Fields of parts are known once they are shown.
    ...(columns.some((name) => !name.includes('.'))
      ? [{ key: 'columns' as const, parameter: 'columns', name: columns.join(', ') }]
      : []),
    ...(noView ? [{ key: 'view' as const, parameter: 'view', name: params.get('view') ?? '' }] : []),
    ...(beyond ? [{ key: 'page' as const, parameter: 'page', name: params.get('page') ?? '' }] : []),
  ];
};

export const VoidNotice = (props: Given) => {
  const { t } = useTranslation('records');
  const [params, change] = useSearch();
  const parts = voidParts(props, params);
  if (!parts.length) return null;
  const remove = () =>
    change((search) => {
      for (const { parameter } of parts) {
        const known = (search.get('columns') ?? '').split(',').filter((name) => columnField(props.schema, name));
        if (parameter === 'columns' && known.length) search.set('columns', known.join());
        else search.delete(parameter);
      }
      search.delete('page');
    });
  return (
    <Alert color="yellow" role="alert" mb="xs" p="xs" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <div>
          {parts.map(({ key, parameter, name }) => (
            <Text key={parameter} size="sm" className="break-anywhere">
              {t(`void.${key}`, { name })}
            </Text>
          ))}
        </div>
        <Button size="compact-sm" variant="default" onClick={remove}>
          {t('void.remove')}
        </Button>
      </Group>
    </Alert>
  );
};
