/** The parts of a record: rows that hang on it, and the ways to add and change them. */
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../api/v3.ts';
import { laterDialog } from '../../components/lazy.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Block } from '../schema/facts.tsx';
import type { Field, Schema } from '../schema/schema.ts';
import type { Part, Section } from '../schema/section.ts';
import { idOf } from '../schema/sections.ts';
import { type Context, textOf } from '../schema/shown.ts';
import { RowValue } from '../schema/value.tsx';

const PartForm = laterDialog(async () => (await import('../forms/part-form.tsx')).PartForm);

/** Fields of a part that are shown: not its owner, not its timestamps. */
const partFields = (part: Part, fields: ReadonlyMap<string, Field>): readonly Field[] =>
  part.columns.length
    ? part.columns.flatMap((name) => fields.get(name) ?? [])
    : [...fields.values()].filter(({ name }) => !/^(id|kid|vid|ranking|(insert|edit)_\w+)$/.test(name));

/** Fields in the form of a row: the usual ones, those that the row has a value of, and the references of names. */
const formFields = (part: Part, all: ReadonlyMap<string, Field>, row: Row | null): readonly Field[] => {
  const { form } = part;
  const usual = partFields(part, all).filter(({ name }) => !form.length || form.includes(name) || row?.[name]);
  const named = usual.flatMap(({ name_of: reference = '' }) => all.get(reference) ?? []);
  return [...usual, ...named].filter(({ readOnly }) => !readOnly);
};

/** A day alone does not say what it is of. */
const isDay = ({ kind }: Field): boolean => kind === 'date';

/** A row of a part in one line: its kind in small letters, and its values. */
const PartRow = (props: {
  fields: readonly Field[];
  all: ReadonlyMap<string, Field>;
  row: Row;
  context: Context;
  actions: ReactNode;
}) => {
  const { fields, all, row, context, actions } = props;
  const [kind, rest] = fields[0]?.kind === 'select' ? [fields[0], fields.slice(1)] : [undefined, fields];
  const title = kind ? textOf(kind, row[kind.name], context) : '';
  // A name that repeats the kind, such as "main address", says nothing more.
  const filled = rest.filter((field) => {
    const text = textOf(field, row[field.name], context);
    return field.kind !== 'flag' && (text || row[field.name_of ?? '']) && (text !== title || !text);
  });
  const flags = rest.filter((field) => field.kind === 'flag' && row[field.name]);
  const value = (field: Field) => (
    <span key={field.name} title={field.label} data-part={field.name}>
      {isDay(field) ? <span className="head-label">{field.label} </span> : null}
      <RowValue field={field} fields={all} row={row} context={context} />
    </span>
  );
  return (
    <li>
      {kind ? <span className="part-kind">{title}</span> : null}
      <span className="part-values">
        {filled.filter((field) => !isDay(field)).map(value)}
        {flags.map((field) => (
          <span key={field.name} className="part-flag">
            {field.label}
          </span>
        ))}
        {filled.filter(isDay).map(value)}
      </span>
      {actions}
    </li>
  );
};

/** A row that is being written: `row` is null where it is a new one. */
interface Opened {
  readonly part: Part;
  readonly row: Row | null;
}

/** Parts before the further blocks. */
const FIRST = 2;

/**
 * The parts of a record, each in a block; those without rows are left out unless `all` are asked for.
 * @param children further blocks, after the first parts
 */
export const Parts = (props: {
  section: Section;
  schema: Schema;
  row: Row;
  context: Context;
  all?: boolean;
  children?: ReactNode;
}) => {
  const { section, schema, row, context, all = false, children } = props;
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState<Opened | null>(null);
  const writes = section.can.includes('write');
  const nameOfPart = ({ path }: Part) => nameOf('records:parts', path);
  const rowsOf = ({ embed }: Part) => (row[embed] ?? []) as readonly Row[];
  const known = section.parts.filter(({ embed }) => schema.parts.has(embed));
  const empty = known.filter((part) => !rowsOf(part).length);
  const allOf = (part: Part): ReadonlyMap<string, Field> => schema.parts.get(part.embed) ?? new Map();
  const fieldsOf = (part: Part) => partFields(part, allOf(part));
  const add = (part: Part) => (
    <ActionIcon
      variant="subtle"
      size="md"
      aria-label={t('addPart', { title: nameOfPart(part) })}
      onClick={() => setOpened({ part, row: null })}
    >
      <IconPlus size={16} aria-hidden />
    </ActionIcon>
  );
  const change = (part: Part, one: Row) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t('changePart', { title: nameOfPart(part), number: one.id })}
      onClick={() => setOpened({ part, row: one })}
    >
      <IconPencil size={14} aria-hidden />
    </ActionIcon>
  );
  const blocks = known
    .filter((part) => all || rowsOf(part).length)
    .map((part) => (
      <Block key={part.path} title={nameOfPart(part)} actions={writes ? add(part) : null}>
        {rowsOf(part).length ? (
          <ul className="part-rows">
            {rowsOf(part).map((one) => (
              <PartRow
                key={String(one.id)}
                fields={fieldsOf(part)}
                all={allOf(part)}
                row={one}
                context={context}
                actions={writes ? change(part, one) : null}
              />
            ))}
          </ul>
        ) : (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        )}
      </Block>
    ));
  return (
    <>
      {blocks.slice(0, FIRST)}
      {children}
      {blocks.slice(FIRST)}
      {writes && !all && empty.length ? (
        <Group gap={6} mb="sm">
          {empty.map((part) => (
            <Button
              key={part.path}
              size="compact-sm"
              variant="default"
              fw={400}
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-label={t('addPart', { title: nameOfPart(part) })}
              onClick={() => setOpened({ part, row: null })}
            >
              {nameOfPart(part)}
            </Button>
          ))}
        </Group>
      ) : null}
      {opened ? (
        <PartForm
          key={`${opened.part.path}/${opened.row?.id ?? ''}`}
          opened
          onClose={() => setOpened(null)}
          title={nameOfPart(opened.part)}
          path={`/${section.path}/${idOf(section, row)}/${opened.part.path}`}
          fields={formFields(opened.part, allOf(opened.part), opened.row)}
          id={opened.row ? Number(opened.row.id) : null}
          resident={section.path === 'customers' && opened.part.path === 'addresses' ? idOf(section, row) : null}
        />
      ) : null}
    </>
  );
};
