/** The title of a record. */
import type { Row } from '../../api/v3.ts';
import type { Schema } from './schema.ts';
import type { Section } from './section.ts';
import { titleFields } from './sections.ts';
import { type Context, textOf } from './shown.ts';

/** Whether records are people: they are listed by last name. */
const isPerson = (names: readonly string[]): boolean => names.includes('vorname') && names.includes('name');

/**
 * The name of a record, from the fields that its kind is known by, else the first text that it has.
 * @param order in lists people stand with their last name first
 */
export const titleOf = (
  section: Section,
  schema: Schema,
  row: Row,
  context: Context,
  order: 'listed' | 'spoken' = 'spoken',
): string => {
  const names = titleFields(section);
  if (isPerson(names)) {
    const [first, last] = [row.vorname, row.name].map((one) => String(one ?? '').trim());
    const whole =
      order === 'listed'
        ? [last, first].filter(Boolean).join(', ')
        : [row.titel, first, last].filter(Boolean).join(' ');
    if (whole) return whole;
  }
  const texts = names.flatMap((name) => {
    const field = schema.fields.get(name);
    return field ? textOf(field, row[name], context) || [] : [];
  });
  if (texts.length) return texts.join(order === 'listed' ? ' ' : ' · ');
  const searched = [...schema.fields.values()].find(
    ({ name, kind, readOnly }) => (kind === 'text' || kind === 'label') && !readOnly && row[name],
  );
  return searched ? String(row[searched.name]) : context.t('numbered', { number: row[section.key] ?? row.id });
};
