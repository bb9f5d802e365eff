/** The fields of a record in groups. */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Row } from '../../api/v3.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { groupsOf } from './groups.ts';
import { type Field, isShownFor, type Schema } from './schema.ts';
import type { Section } from './section.ts';
import { type Context, textOf } from './shown.ts';
import { RowValue } from './value.tsx';

/** A part of a page with its own title. */
export const Block = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className="block" aria-label={title}>
    <div className="block-head">
      <h2>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
);

/** The ways to change single fields. */
interface Editing {
  /** The field that is being changed. */
  readonly name: string | null;
  readonly begin: (field: Field) => unknown;
  readonly form: (field: Field) => ReactNode;
  /** The button of a field. */
  readonly pencil: (field: Field) => ReactNode;
}

export interface FactsProps {
  readonly section: Section;
  readonly schema: Schema;
  readonly row: Row;
  readonly context: Context;
  /** Also fields without a value. */
  readonly all?: boolean;
  /** Absent where nothing can be changed. */
  readonly editing?: Editing;
}

const Fact = (props: Omit<FactsProps, 'section'> & { field: Field }) => {
  const { field, schema, row, context, editing } = props;
  const { fields } = schema;
  if (editing?.name === field.name)
    return (
      <div data-wide data-field={field.name}>
        <dt>
          <VisuallyHidden>{field.label}</VisuallyHidden>
        </dt>
        <dd>{editing.form(field)}</dd>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pencil does the same
    <div
      data-wide={field.kind === 'longText' || undefined}
      data-field={field.name}
      onDoubleClick={() => editing?.begin(field)}
    >
      <dt>{field.label}</dt>
      <dd>
        <RowValue field={field} fields={fields} row={row} context={context} />
        {editing?.pencil(field)}
      </dd>
    </div>
  );
};

const FieldList = (props: Omit<FactsProps, 'section'> & { fields: readonly Field[] }) => {
  const { fields, row, context, all = false, editing } = props;
  const shown = fields.filter(
    (field) => all || field.name === editing?.name || textOf(field, row[field.name], context),
  );
  return (
    <dl className="fields">
      {shown.map((field) => (
        <Fact key={field.name} {...props} field={field} />
      ))}
    </dl>
  );
};

const hasValue = (row: Row, context: Context) => (field: Field) => textOf(field, row[field.name], context) !== '';

/** The fields of a record by group; without `all` those with a value. */
export const Facts = ({ section, ...props }: FactsProps) => {
  const { schema, row, context, all = false } = props;
  return groupsOf(section, schema)
    .map(({ name, fields }) => ({
      name,
      fields: fields.filter((field) => isShownFor(field, schema.fields.values(), row)),
    }))
    .filter(({ fields }) => fields.length > 0)
    .filter(({ name, fields }) => all || (name !== 'stamps' && fields.some(hasValue(row, context))))
    .map(({ name, fields }) => (
      <Block key={name} title={nameOf('records:groups', name, nameOf('schema:label', name))}>
        <FieldList fields={fields} {...props} />
      </Block>
    ));
};
