import { Button, Checkbox, Fieldset, Group, Input } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useTranslation } from '../i18n/use-translation.ts';

interface MatrixRow {
  readonly name: string;
  readonly label: string;
  /** What can be ticked, by column; a column that is missing has no box. */
  readonly values: Readonly<Record<string, string>>;
}

interface Column {
  readonly name: string;
  readonly label: string;
}

/** What is chosen, and how that changes. */
interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly set: (names: readonly string[], on: boolean) => void;
}

/** A box for one value or for several. */
const Box = ({ names, title, chosen, set }: Choice & { names: readonly string[]; title: string }) => {
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

interface MatrixProps {
  readonly label: string;
  readonly rowTitle: string;
  readonly columns: readonly Column[];
  readonly rows: readonly MatrixRow[];
}

const Head = ({ rowTitle, columns, rows, ...choice }: Omit<MatrixProps, 'label'> & Choice) => {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">{rowTitle}</th>
        {columns.map(({ name, label }) => (
          <th key={name} scope="col">
            <Group gap={6} wrap="nowrap" className="matrix-head">
              <Box
                {...choice}
                names={rows.flatMap(({ values }) => values[name] ?? [])}
                title={t('matrix.column', { column: label })}
              />
              <span>{label}</span>
            </Group>
          </th>
        ))}
      </tr>
    </thead>
  );
};

const Row = ({ row, columns, ...choice }: Choice & { row: MatrixRow; columns: readonly Column[] }) => (
  <tr>
    <th scope="row" className="break-anywhere">
      {row.label}
    </th>
    {columns.map(({ name, label }) => {
      const value = row.values[name];
      return <td key={name}>{value ? <Box {...choice} names={[value]} title={`${row.label}: ${label}`} /> : null}</td>;
    })}
  </tr>
);

/** Chooses among values that are named by row and column (scopes, events); every column has a box for all. */
export const CheckMatrix = (
  props: MatrixProps & {
    description?: string;
    value: readonly string[];
    onChange: (value: string[]) => void;
    error?: React.ReactNode;
  },
) => {
  const { t } = useTranslation();
  const id = useId();
  const { label, description, rowTitle, columns, rows, value, onChange, error } = props;
  const chosen = new Set(value);
  const all = rows.flatMap((row) => Object.values(row.values));
  const set: Choice['set'] = (names, on) =>
    onChange(all.filter((name) => (names.includes(name) ? on : chosen.has(name))));
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
      {/* The dialog scrolls, and nothing in it: the head stays below the dialog's own. */}
      <table className="table matrix" aria-label={label}>
        <Head rowTitle={rowTitle} columns={columns} rows={rows} chosen={chosen} set={set} />
        <tbody>
          {rows.map((row) => (
            <Row key={row.name} row={row} columns={columns} chosen={chosen} set={set} />
          ))}
        </tbody>
      </table>
      {error ? <Input.Error mt="xs">{error}</Input.Error> : null}
    </Fieldset>
  );
};
