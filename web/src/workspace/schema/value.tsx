/** A value of a record on a page: references, telephone numbers and addresses are links. */
import { Anchor, Badge } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import type { Row } from '../../api/v3.ts';
import { Link } from '../../router/link.tsx';
import type { Field } from './schema.ts';
import { type Context, textOf } from './shown.ts';

/** The format of a text. That of a contact detail follows from its text alone. */
const formatOf = ({ format, name, kind }: Field, value: string): string | null => {
  if (format || name !== 'wert' || kind !== 'text') return format;
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return 'email';
  return /^(\+|0[1-9])[\d ()/-]{6,}$/.test(value) ? 'phone' : null;
};

const HREFS: Readonly<Record<string, (value: string) => string>> = {
  email: (value) => `mailto:${value}`,
  phone: (value) => `tel:${value.replaceAll(/[^\d+]/g, '')}`,
  url: (value) => (/^https?:\/\//.test(value) ? value : `https://${value}`),
};

/** The kind of the record that a value names. @returns undefined for users where the reader may not see their pages */
const useNamedKind = ({ references }: Field, value: unknown, { names }: Context): string | undefined => {
  const { user } = useSession();
  const found = references.find((kind) => names[kind]?.[String(value)]) ?? references[0];
  return found === 'users' && !user.scopes.includes('v3:users:read') ? undefined : found;
};

/** Colours of states by their stored value; all others are gray. */
const STATE_COLORS: Readonly<Record<string, string>> = {
  aktiv: 'teal',
  beantragt: 'blue',
  angefragt: 'blue',
  gekündigt: 'orange',
  0: 'blue',
  1: 'teal',
};

/** Whether a field says in which state its record is. */
export const isState = ({ name, kind }: Field): boolean => name === 'status' && kind === 'select';

const State = ({ value, text }: { value: unknown; text: string }) => {
  const color = STATE_COLORS[String(value).trim().toLowerCase()] ?? 'gray';
  return (
    <span className="state" data-color={color}>
      {text}
    </span>
  );
};

/** A value; a dash for assistive technology and the eye where there is none. */
export const Value = (props: { field: Field; value: unknown; context: Context }) => {
  const { field, value, context } = props;
  const text = textOf(field, value, context);
  const named = useNamedKind(field, value, context);
  if (!text) return <span className="no-value">–</span>;
  if (isState(field)) return <State value={value} text={text} />;
  if (field.kind === 'reference' && named)
    return (
      <Anchor component={Link} to={`/${named}/${value}`} inherit>
        {text}
      </Anchor>
    );
  const format = formatOf(field, text);
  const href = format ? HREFS[format]?.(text) : undefined;
  if (href)
    return (
      <Anchor href={href} inherit {...(format === 'url' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
        {text}
      </Anchor>
    );
  return <>{text}</>;
};

/** A value of a record; a name is the link to the record that it names. */
export const RowValue = (props: { field: Field; fields: ReadonlyMap<string, Field>; row: Row; context: Context }) => {
  const { field, fields, row, context } = props;
  const named = fields.get(field.name_of ?? '');
  const id = named && row[named.name];
  if (!named || !id) return <Value field={field} value={row[field.name]} context={context} />;
  if (!row[field.name]) return <Value field={named} value={id} context={context} />;
  return (
    <Anchor component={Link} to={`/${named.references[0]}/${id}`} inherit>
      {String(row[field.name])}
    </Anchor>
  );
};

/** A value of a list as a small sign. */
export const Chip = ({ text }: { text: string }) => (
  <Badge variant="light" color="gray" radius="sm">
    {text}
  </Badge>
);
