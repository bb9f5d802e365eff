/**
 * The records that a request and its answer name, as `section/id`. They are stored with the answer, so that an erasure finds every
 * answer about a person, also one without the number of the customer.
 */
import { memoizeByIdentity } from '../../derive/memoize.ts';
import { referencedKinds } from '../../derive/metadata/describe-fields.ts';
import { personKinds } from '../../derive/privacy/person-records.ts';
import type { Registry } from '../../model/registry.ts';

/** Names of members that name records of customers, with the sections. */
const namingMembers = memoizeByIdentity((registry: Registry): ReadonlyMap<string, ReadonlySet<string>> => {
  const sections = personKinds(registry).map(({ resource }) => resource.path);
  const names = new Map<string, Set<string>>();
  for (const { fields } of registry.resources)
    for (const [name, field] of Object.entries(fields))
      for (const path of referencedKinds(field))
        if (sections.includes(path)) names.set(name, (names.get(name) ?? new Set()).add(path));
  return names;
});

/** Members with the section of an `id` in the same object. */
const SECTIONS = ['section', 'foreign_section', 'owner_section'];

const idsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => /^\d{1,10}$/.test(String(one))).map(String);

/** A JSON text inside of a JSON text, as the stored outcome of an item has it. */
const parsed = (text: string): unknown => {
  try {
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null;
  } catch {
    return null;
  }
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** `customers/7`, `inbox/documents/5`, and the section at the end: `addresses`. */
const recordsOfPath = (address: string): { readonly records: readonly string[]; readonly section: string } => {
  const steps = /\/v3\/([^?\s]*)/.exec(address)?.[1]?.split('/') ?? [];
  const records: string[] = [];
  let section: string[] = [];
  for (const step of steps) {
    if (/^\d+$/.test(step)) {
      records.push(`${section.join('/')}/${step}`);
      section = [];
    } else if (step !== 'bulk') section.push(step);
  }
  return { records, section: section.join('/') };
};

/**
 * The records that a request names. Answers of calls of privacy say no values of the customer, and name none.
 * @param address method and path
 * @param values body of the request, and of its answer: JSON text or parsed
 */
export const namedRecords = (registry: Registry, address: string, values: readonly unknown[]): string[] => {
  if (address.includes('/privacy/')) return [];
  const { records, section } = recordsOfPath(address);
  const found = new Set(records);
  const names = namingMembers(registry);
  const visit = (value: unknown): void => {
    if (typeof value === 'string') visit(parsed(value));
    else if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isPlain(value)) return;
    const given = SECTIONS.flatMap((name) => (typeof value[name] === 'string' ? [value[name]] : []));
    for (const [name, member] of Object.entries(value)) {
      const own = name === 'id' || name === 'ids' ? [section] : (names.get(name) ?? []);
      const sections = name.endsWith('id') || name === 'ids' ? [...own, ...given] : own;
      for (const path of sections) for (const id of idsIn(member)) found.add(`${path}/${id}`);
      if (typeof member === 'object' || typeof member === 'string') visit(member);
    }
  };
  values.forEach(visit);
  return [...found];
};
