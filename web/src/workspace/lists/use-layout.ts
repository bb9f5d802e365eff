/** The layout of a list as the user left it: its columns in their order, and their widths. */
import { useState } from 'react';
import { notifyError } from '../../hooks/notify.ts';
import { usualColumns } from '../schema/columns.ts';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { useSections } from '../schema/sections.ts';
import { useOwnLayout, VIEWS } from '../views/views.ts';
import { chosenColumns } from './use-rows.ts';

/** Widths of columns in pixels; a column without one is as wide as its content. */
export type Widths = Readonly<Record<string, number>>;

/** Least and greatest width of a column in pixels. */
export const [MIN_WIDTH, MAX_WIDTH] = [60, 800];

/** Widths as they are stored: `name:200,addresses.ort:120`. */
const readWidths = (text: unknown): Widths =>
  Object.fromEntries(
    String(text ?? '')
      .split(',')
      .map((one) => one.split(':'))
      .flatMap(([name = '', width]) => (Number(width) >= MIN_WIDTH ? [[name, Number(width)] as const] : [])),
  );

const writeWidths = (widths: Widths): string =>
  Object.entries(widths)
    .map(([name, width]) => `${name}:${width}`)
    .join();

/**
 * The columns of a list: those of its address, else those that the user chose last, else the usual ones.
 * @returns `store`, which remembers columns or widths for the user where the role permits it
 */
export const useLayout = (section: Section, params: URLSearchParams) => {
  const { data: sections = [] } = useSections();
  const { row, store } = useOwnLayout(section.path);
  const [sized, setSized] = useState<Widths | null>(null);
  const own = chosenColumns(new URLSearchParams(String(row?.query ?? '')));
  const columns = chosenColumns(params) ?? own;
  const writes = sections.find(({ path }) => path === VIEWS)?.can.includes('write') ?? false;
  return {
    columns,
    columnsFor: (schema: Schema): readonly string[] => columns ?? usualColumns(section, schema),
    widths: sized ?? readWidths(row?.widths),
    store: (next: { readonly columns?: readonly string[]; readonly widths?: Widths }): void => {
      if (next.widths) setSized(next.widths);
      if (!writes) return;
      const query = next.columns ? { query: next.columns.length ? `columns=${next.columns.join()}` : '' } : {};
      store({ ...query, ...(next.widths ? { widths: writeWidths(next.widths) } : {}) }).catch(notifyError);
    },
  };
};

/** The layout of a list. */
export type Layout = ReturnType<typeof useLayout>;
