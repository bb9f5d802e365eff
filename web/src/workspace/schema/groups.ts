/** The fields of a record in the groups in which it shows them. */
import { DEADLINE, PREMIUM } from './deadline.ts';
import type { Field, Schema } from './schema.ts';
import type { Section } from './section.ts';

/** Fields that belong together. */
export interface Group {
  /** A title of its kind; `details`, `own` and `stamps` are called by the page. */
  readonly name: string;
  readonly fields: readonly Field[];
}

const isOwn = ({ name }: Field): boolean => /^ind_\d+$/.test(name);
const isStamp = ({ name }: Field): boolean => /^(insert|edit)_/.test(name);

/** Numbers and places in stores that mean nothing to people, and values that the head shows. */
const isInternal = ({ name, same_as: double }: Field, { key, path }: Section): boolean =>
  double !== undefined ||
  name === DEADLINE ||
  name === PREMIUM ||
  name === 'id' ||
  name === key ||
  name === 'dir' ||
  name === 'aws' ||
  (name === 'url' && path === 'documents');

/** The groups of a kind; fields without a group are in `details`, custom fields and timestamps last. */
export const groupsOf = (section: Section, schema: Schema): readonly Group[] => {
  const named = Object.entries(section.layout.groups).map(([name, names]) => ({
    name,
    fields: names.flatMap((one) => schema.fields.get(one) ?? []),
  }));
  const taken = new Set(named.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const rest = [...schema.fields.values()].filter((field) => !taken.has(field.name) && !isInternal(field, section));
  const others = rest.filter((field) => !isOwn(field) && !isStamp(field));
  return [
    ...named,
    { name: 'details', fields: others },
    { name: 'own', fields: rest.filter(isOwn) },
    { name: 'stamps', fields: rest.filter(isStamp) },
  ].filter(({ fields }) => fields.length > 0);
};
