import { Button, Checkbox, Fieldset, Group, Input } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { useProgressiveRender } from '../../hooks/use-progressive-render.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

interface MatrixRow {
  readonly name: string;
  readonly label: string;
  /** How programs call it. */
  readonly hint?: string;
  /** Values by column; a missing column has no box. */
  readonly values: Readonly<Record<string, string>>;
}

interface Column {
  readonly name: string;
  readonly label: string;
}

interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly set: (names: readonly string[], on: boolean) => void;
}

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

/** Those values of a row that are chosen, as one text that is the same while they are. */
const chosenOf = ({ values }: MatrixRow, chosen: ReadonlySet<string>): string =>
  Object.values(values)
    .filter((value) => chosen.has(value))
    .join(' ');

/** There are dozens of rows: unchanged ones are not rendered, so that typing stays fast. */
const Row = memo((props: { row: MatrixRow; columns: readonly Column[]; chosen: string; set: Choice['set'] }) => {
  const { row, columns, set } = props;
  const chosen = new Set(props.chosen.split(' '));
  return (
    <tr>
      <th scope="row" className="break-anywhere">
        {row.label}
        {row.hint ? <code className="matrix-hint">{row.hint}</code> : null}
      </th>
      {columns.map(({ name, label }) => {
        const value = row.values[name];
        return (
          <td key={name} title={value}>
            {value ? <Box names={[value]} title={`${row.label}: ${label}`} chosen={chosen} set={set} /> : null}
          </td>
        );
      })}
    </tr>
  );
});

/** Rows that fill the dialog of most people. */
const FIRST_ROWS = 12;

/**
 * Chooses among values that are named by row and column (scopes, events); every column has a box for all. `rows` and `columns`
 * are the same while they say the same.
 */
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
  const change: Choice['set'] = (names, on) =>
    onChange(all.filter((name) => (names.includes(name) ? on : chosen.has(name))));
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  const set = useCallback<Choice['set']>((names, on) => latest.current(names, on), []);
  const { shown, complete } = useProgressiveRender(rows, FIRST_ROWS);
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
          {t('matrix.chosen', { label, count: value.length, total: all.length })}
        </Input.Description>
      </Group>
      {/* The dialog scrolls, and nothing in it: the head stays below the dialog's own. */}
      <table className="table matrix" aria-label={label} aria-busy={!complete}>
        <Head rowTitle={rowTitle} columns={columns} rows={rows} chosen={chosen} set={set} />
        <tbody>
          {shown.map((row) => (
            <Row key={row.name} row={row} columns={columns} chosen={chosenOf(row, chosen)} set={set} />
          ))}
        </tbody>
      </table>
      {error ? <Input.Error mt="xs">{error}</Input.Error> : null}
    </Fieldset>
  );
};
