/**
 * The text of a row as reads show it: the stored one, with `null` for each field that the organisation added after it was
 * printed (docs/decisions/0004), and without those that it is removing. A key is looked for as text: inside of values its
 * quotes are escaped.
 */
import type { Resource } from '../model/resource.ts';
import { rare, raw, type Sql } from '../sql.ts';
import { perValue } from './per-declaration.ts';

/** Names of the fields that the organisation added to a record kind. */
const addedFields = perValue((resource: Resource): readonly string[] =>
  Object.entries(resource.fields).flatMap(([name, { custom }]) => (custom ? [name] : [])),
);

/** Members of fields that are being removed, as a pattern for PostgreSQL; a field of the record stands before each. */
const leavingMembers = perValue(({ leaving = [] }: Resource): string =>
  leaving.length ? `, ?"(${leaving.join('|')})": ?("([^"\\\\]|\\\\.)*"|[^",}]+)` : '',
);

/**
 * With so many added fields a row is read once, to see that it has them all: each look for one goes through the whole text, and 200
 * of them took 2 ms of a row of 6 KB, where this takes 0.1 ms. With fewer fields reading it costs more than it saves.
 */
const MANY = 16;

/** SQL expression for the text of a row; the stored text as it is where the organisation added no fields. */
export const shownText = (resource: Resource, row: string): Sql => {
  const leaving = leavingMembers(resource);
  const text = leaving ? `regexp_replace(${row}.printed, '${leaving}', '', 'g')` : `${row}.printed`;
  const added = addedFields(resource);
  if (!added.length) return leaving ? rare(raw(text)) : raw(text);
  const missing = added.map(
    (name) => `case when strpos(${row}.printed, '"${name}":') = 0 then ',"${name}":null' else '' end`,
  );
  const whole = `(left(${text}, -1) || ${missing.join(' || ')} || '}')`;
  if (added.length < MANY) return rare(raw(whole));
  return rare(raw(`(case when ${row}.printed::jsonb ?& '{${added.join(',')}}' then ${text} else ${whole} end)`));
};

/** A member of any added field. */
const OWN_MEMBER = /, ?"(ind_[1-9]\d*)": ?(?:"(?:[^"\\]|\\.)*"|[^",}]+)/g;

/** The same for a stored text that was read unchanged. */
export const completed = (resource: Resource, stored: string): string => {
  const { leaving } = resource;
  const printed = leaving?.length
    ? stored.replaceAll(OWN_MEMBER, (member, name: string) => (leaving.includes(name) ? '' : member))
    : stored;
  const missing = addedFields(resource).filter((name) => !printed.includes(`"${name}":`));
  return missing.length ? `${printed.slice(0, -1)}${missing.map((name) => `,"${name}":null`).join('')}}` : printed;
};
