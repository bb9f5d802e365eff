/** Records as rows: a table, and cards on a phone. */
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Row } from '../../api/v3.ts';
import { isKeyOff } from '../../hooks/single-keys.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { useLocation } from '../../router/use-router.ts';
import type { Column } from '../schema/columns.ts';
import { columnValue, type Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { type Context, isNumeric, textOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { Value } from '../schema/value.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { ResizeHandle, sizeOf } from './resize-handle.tsx';
import type { Widths } from './use-layout.ts';

/** How a list is ordered: by a field, and `-` in front for the other way round. */
interface Order {
  readonly sort: string;
  readonly sortBy: (sort: string) => void;
}

const wayOf = (sort: string, name: string) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';

/** Up, down, then the usual order. */
const nextSort = (sort: string, name: string): string => (sort === name ? `-${name}` : sort === `-${name}` ? '' : name);

/** Widths of columns; `resize` receives all of them after a change, and without it they cannot be changed. */
interface Sizes {
  readonly widths?: Widths;
  readonly resize?: (widths: Widths) => void;
}

const Head = ({ column: { name, field }, sort, sortBy, widths = {}, resize }: { column: Column } & Order & Sizes) => {
  const way = field.sortable && !name.includes('.') ? wayOf(sort, name) : null;
  const Arrow = way === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      className={isNumeric(field) ? 'end' : undefined}
      aria-sort={way ?? undefined}
      style={sizeOf(widths[name])}
    >
      {way ? (
        <UnstyledButton onClick={() => sortBy(nextSort(sort, name))} fz="inherit" fw="inherit" className="sort-button">
          {field.label}
          {way === 'none' ? null : <Arrow size={14} aria-hidden />}
        </UnstyledButton>
      ) : (
        field.label
      )}
      {resize ? <ResizeHandle name={name} widths={widths} resize={resize} /> : null}
    </th>
  );
};

/** The row that was opened from a list, by the entry of the tab's history: Back leads the keyboard to it. */
const openedRows = new Map<string, string>();

/** @returns a function that remembers the opened row */
const useReturn = (table: RefObject<HTMLTableElement | null>) => {
  const { entry, pathname, search } = useLocation();
  const key = `${entry} ${pathname}${search}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is shown again
  useEffect(() => {
    const to = openedRows.get(key);
    if (!to) return;
    // After the focus of a new page.
    const timer = setTimeout(() => {
      const { activeElement: now, body } = document;
      if (now === body || now?.tagName === 'MAIN')
        table.current?.querySelector<HTMLElement>(`a.row-link[href="${to}"]`)?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
  return (to: string) => openedRows.set(key, to);
};

/** Moves the keyboard between the links of rows. */
const stepOf = ({ key }: KeyboardEvent, at: number, count: number): number | null => {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    Home: 0,
    End: count - 1,
    PageDown: at + 10,
    PageUp: at - 10,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
};

const Cells = (props: { columns: readonly Column[]; schema: Schema; row: Row; context: Context; widths: Widths }) => (
  <>
    {props.columns.map(({ name, field, render }) => {
      const value = columnValue(props.schema, props.row, name);
      return (
        <td
          key={name}
          className={isNumeric(field) ? 'end' : undefined}
          data-kind={field.kind}
          data-empty={(!render && textOf(field, value, props.context) === '') || undefined}
          style={sizeOf(props.widths[name])}
        >
          {render ? render(props.row) : <Value field={field} value={value} context={props.context} />}
        </td>
      );
    })}
  </>
);

const Tick = ({ id, name, selection }: { id: number; name: string; selection: Selection }) => {
  const { t } = useTranslation('selection');
  return (
    <input
      type="checkbox"
      aria-label={t('select', { name })}
      checked={selection.ids.has(id)}
      onChange={(event) => selection.set([id], event.currentTarget.checked)}
    />
  );
};

const TickAll = ({ ids, selection }: { ids: readonly number[]; selection: Selection }) => {
  const { t } = useTranslation('selection');
  const ticked = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <input
      type="checkbox"
      aria-label={t('selectPage')}
      checked={ticked > 0 && ticked === ids.length}
      ref={(box) => {
        if (box) box.indeterminate = ticked > 0 && ticked < ids.length;
      }}
      onChange={(event) => selection.set(ids, event.currentTarget.checked)}
    />
  );
};

/** Rows of one kind of records; Tab reaches one of them, and the arrow keys the others. */
export const RecordTable = (
  props: Order &
    Sizes & {
      section: Section;
      schema: Schema;
      rows: readonly Row[];
      columns: readonly Column[];
      context: Context;
      label: string;
      busy: boolean;
      /** Without it rows cannot be ticked. */
      selection?: Selection;
      /** The sum of a column, below it. */
      foot?: { readonly label: string; readonly column: string; readonly text: string } | null;
      /** Runs the command of a letter on the focused row; false where the letter has none. */
      act?: (key: string, row: Row) => boolean;
    },
) => {
  const {
    section,
    schema,
    rows,
    columns,
    context,
    label,
    busy,
    sort,
    sortBy,
    widths = {},
    resize,
    selection,
    foot,
    act,
  } = props;
  const [active, setActive] = useState(0);
  const table = useRef<HTMLTableElement>(null);
  const remember = useReturn(table);
  const first = columns.find(({ title }) => title);
  const others = columns.filter(({ title }) => !title);
  const move = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (isKeyOff(event.key)) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.row-link')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const row = rows[at];
    if (event.key === 'x' && row && selection) {
      const id = idOf(section, row);
      return selection.set([id], !selection.ids.has(id));
    }
    const held = event.metaKey || event.ctrlKey || event.altKey;
    if (row && !held && act?.(event.key, row)) return event.preventDefault();
    const to = at < 0 || held ? null : stepOf(event, at, links.length);
    if (to === null) return;
    event.preventDefault();
    links[to]?.focus();
  };
  return (
    <div className="records-scroll">
      <table ref={table} className="records" aria-label={label} aria-busy={busy}>
        <thead>
          <tr>
            {selection ? (
              <td className="tick">
                <TickAll ids={rows.map((row) => idOf(section, row))} selection={selection} />
              </td>
            ) : null}
            {[...(first ? [first] : []), ...others].map((column) => (
              <Head key={column.name} {...{ column, sort, sortBy, widths, ...(resize ? { resize } : {}) }} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {rows.map((row, place) => (
            <tr key={idOf(section, row)} data-selected={selection?.ids.has(idOf(section, row)) || undefined}>
              {selection ? (
                <td className="tick">
                  <Tick
                    id={idOf(section, row)}
                    name={titleOfRow(section, schema, row, context, first)}
                    selection={selection}
                  />
                </td>
              ) : null}
              <th scope="row" style={sizeOf(widths[first?.name ?? ''])}>
                <Link
                  className="row-link"
                  to={`/${section.path}/${idOf(section, row)}`}
                  tabIndex={place === Math.min(active, rows.length - 1) ? 0 : -1}
                  onFocus={() => setActive(place)}
                  onClick={() => remember(`/${section.path}/${idOf(section, row)}`)}
                >
                  {titleOfRow(section, schema, row, context, first)}
                </Link>
              </th>
              <Cells columns={others} {...{ schema, row, context, widths }} />
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {selection ? <td className="tick" /> : null}
              <th scope="row">{foot.label}</th>
              {others.map(({ name }) => (
                <td key={name} className="end">
                  {name === foot.column ? foot.text : null}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
};

/** People by their whole name; other records by the column that leads to them. */
const titleOfRow = (
  section: Section,
  schema: Schema,
  row: Row,
  context: Context,
  column: Column | undefined,
): string => {
  const title = () => titleOf(section, schema, row, context, 'listed');
  if (!column || column.name === 'name') return title();
  return textOf(column.field, row[column.name], context) || title();
};
