import { Button, Checkbox, Fieldset, Group, Input, ScrollArea, Table } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

export interface MatrixRow {
  readonly name: string;
  readonly label: string;
  /** What can be ticked, by column; a column that is missing has no box. */
  readonly values: Readonly<Record<string, string>>;
}

/** Chooses among values that are named by row and column (scopes, events); every column and row has a box for all. */
export const CheckMatrix = (props: {
  label: string;
  description?: string;
  rowTitle: string;
  columns: readonly { readonly name: string; readonly label: string }[];
  rows: readonly MatrixRow[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: React.ReactNode;
}) => {
  const { t } = useTranslation();
  const id = useId();
  const { label, description, rowTitle, columns, rows, value, onChange, error } = props;
  const chosen = new Set(value);
  const all = rows.flatMap((row) => Object.values(row.values));
  const set = (names: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const name of names) {
      if (on) next.add(name);
      else next.delete(name);
    }
    onChange(all.filter((name) => next.has(name)));
  };
  const boxFor = (names: readonly string[], title: string) => {
    const count = names.filter((name) => chosen.has(name)).length;
    return (
      <Checkbox
        aria-label={title}
        checked={count > 0 && count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={(event) => set(names, event.currentTarget.checked)}
      />
    );
  };
  return (
    <Fieldset
      legend={label}
      aria-describedby={description ? `${id}-description` : undefined}
      data-invalid={Boolean(error)}
      tabIndex={-1}
      p="xs"
    >
      {description ? <Input.Description id={`${id}-description`}>{description}</Input.Description> : null}
      <Group gap="xs" my="xs">
        <Button size="compact-xs" variant="default" onClick={() => set(all, true)}>
          {t('matrix.all')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => set(all, false)}>
          {t('matrix.none')}
        </Button>
        <Input.Description aria-live="polite">
          {t('matrix.chosen', { count: value.length, total: all.length })}
        </Input.Description>
      </Group>
      <ScrollArea.Autosize
        mah={340}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('scrollHint', { name: label }) }}
      >
        <Table withRowBorders={false} verticalSpacing={6} horizontalSpacing="xs" stickyHeader aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{rowTitle}</Table.Th>
              {columns.map((column) => {
                const names = rows.flatMap((row) => row.values[column.name] ?? []);
                return (
                  <Table.Th key={column.name} scope="col">
                    <Group gap={6} wrap="nowrap">
                      {boxFor(names, t('matrix.column', { column: column.label }))}
                      {column.label}
                    </Group>
                  </Table.Th>
                );
              })}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Th scope="row" fw={400}>
                  {row.label}
                </Table.Th>
                {columns.map((column) => {
                  const name = row.values[column.name];
                  return (
                    <Table.Td key={column.name}>
                      {name ? boxFor([name], `${row.label}: ${column.label}`) : null}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {error ? <Input.Error mt="xs">{error}</Input.Error> : null}
    </Fieldset>
  );
};
