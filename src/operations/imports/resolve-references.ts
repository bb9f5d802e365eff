/** References as people write them: a number, a name, an e-mail address or an id of another system. */
import { column, visible } from '../../derive/storage/columns.ts';
import type { SourceIssue } from '../../formats/source-record.ts';
import { foldName } from '../../formats/table/fold-name.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { foldedBy } from '../../model/declaration/folds.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { isId } from '../../shared/int32.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { Given, Read } from '../matching/import-format.ts';
import type { ImportTarget } from './import-target.ts';
import { externalKey, findExternal } from './load-stored.ts';

/** Users that are compared by name. */
const MAX_USERS = 10_000;

/** Numbers of records by the texts that name them; several where a text is ambiguous. */
type Found = ReadonlyMap<string, ReadonlySet<number>>;

const collect = (pairs: readonly (readonly [string, number])[]): Found => {
  const found = new Map<string, Set<number>>();
  for (const [text, id] of pairs) found.set(text, (found.get(text) ?? new Set()).add(id));
  return found;
};

interface UserRow {
  readonly id: number;
  readonly email: string | null;
  readonly vorname: string | null;
  readonly name: string | null;
}

/** Users by e-mail address and name in both orders. */
const usersBy = async (read: Read, orgId: number, resource: Resource): Promise<Found> => {
  const rows = await read<UserRow>(sql`select t.id, t.email, t.vorname, t.name
    from ${raw(resource.table)} t
    where t.org_id = ${orgId}${visible(resource, 't')}
    order by t.id
    limit ${MAX_USERS}::int`);
  return collect(
    rows.flatMap(({ id, email, vorname, name }) =>
      [email, name, `${vorname ?? ''} ${name ?? ''}`, `${name ?? ''} ${vorname ?? ''}`].flatMap((text) => {
        const key = foldName(text ?? '');
        return key ? [[key, id] as const] : [];
      }),
    ),
  );
};

/** The field whose values name the records of a kind: a number, or texts of which no two are the same. */
const namingField = ({ fields }: Resource): string | undefined =>
  fields.nummer ? 'nummer' : Object.keys(fields).find((name) => fields[name]?.distinct);

/** Records of a kind by their number or name. */
const byNumber = async (read: Read, orgId: number, resource: Resource, texts: readonly string[]): Promise<Found> => {
  const name = namingField(resource);
  if (name === undefined) return new Map();
  const { folds } = resource.fields[name] ?? {};
  const stored = folds ? raw(foldedBy(folds, `t.${name}`)) : sql`t.${column(name)}`;
  const given = folds ? raw(foldedBy(folds, 'g.text')) : raw('g.text');
  const rows = await read<{ text: string; id: number }>(sql`select g.text, t.id
    from unnest(${texts}::text[]) g(text)
    join ${raw(resource.table)} t on t.org_id = ${orgId} and ${stored} = ${given}
    where t.org_id = ${orgId}${visible(resource, 't')}`);
  return collect(rows.map(({ text, id }) => [text, id]));
};

const byId = async (read: Read, orgId: number, resource: Resource, texts: readonly string[]): Promise<Found> => {
  const ids = texts
    .filter((text) => /^\d{1,10}$/.test(text))
    .map(Number)
    .filter(isId);
  if (!ids.length) return new Map();
  const rows = await read<{ id: number }>(sql`select t.id
    from ${raw(resource.table)} t
    where t.org_id = ${orgId}${visible(resource, 't')} and t.id = any(${ids}::int[])`);
  return collect(rows.map(({ id }) => [String(id), id]));
};

/** The ways to find a record of a kind, the first that finds one counts. */
const lookUps = async (
  read: Read,
  orgId: number,
  resource: Resource,
  { texts, source, isOwn }: { readonly texts: readonly string[]; readonly source: string; readonly isOwn?: boolean },
): Promise<readonly ((text: string) => ReadonlySet<number> | undefined)[]> => {
  if (resource.login) {
    const [users, ids] = [await usersBy(read, orgId, resource), await byId(read, orgId, resource, texts)];
    const ways = [(text: string) => users.get(foldName(text)), (text: string) => ids.get(text)];
    return isOwn ? ways.reverse() : ways;
  }
  const [external, numbers, ids] = await Promise.all([
    findExternal(
      read,
      orgId,
      resource.path,
      texts.map((id) => ({ source, id })),
    ),
    byNumber(read, orgId, resource, texts),
    byId(read, orgId, resource, texts),
  ]);
  const ways = [
    (text: string) => {
      const id = external.get(externalKey({ source, id: text }));
      return id === undefined ? undefined : new Set([id]);
    },
    (text: string) => numbers.get(text),
    (text: string) => ids.get(text),
  ];
  return isOwn ? ways.reverse() : ways;
};

/** Looks records of a kind up by texts: an id in another system, a number or name, an id. */
export const findNamed = async (
  { actor }: Context,
  read: Read,
  { resource, source, isOwn }: Asked,
  texts: readonly string[],
): Promise<(text: string) => ReadonlySet<number>> => {
  const ways = await lookUps(read, actor.orgId, resource, { texts, source, isOwn });
  return (text) => {
    for (const way of ways) {
      const ids = way(text);
      if (ids?.size) return ids;
    }
    return new Set();
  };
};

/** A record kind, the system that external ids are of, and whether ids are those of an export of this service. */
interface Asked {
  readonly resource: Resource;
  readonly source: string;
  readonly isOwn: boolean;
}

/** Values with their references as ids. */
export interface Resolved {
  readonly values: Values;
  readonly issues: readonly SourceIssue[];
}

/** Texts in reference fields of some records, by record kind. */
const textsBySection = (resource: Resource, all: readonly Values[]): ReadonlyMap<string, readonly string[]> => {
  const texts = new Map<string, Set<string>>();
  for (const values of all)
    for (const [name, value] of Object.entries(values)) {
      const { reference } = resource.fields[name] ?? {};
      if (!reference || typeof value !== 'string') continue;
      for (const path of reference.to) texts.set(path, (texts.get(path) ?? new Set()).add(value));
    }
  return new Map([...texts].map(([path, some]) => [path, [...some]]));
};

/**
 * Replaces texts in reference fields of records of one kind by the ids of the records that they name.
 * @param isOwn of an export of this service: a text is an id before it is a number or a name
 */
export const resolveReferences = async (
  { model, actor }: Context,
  read: Read,
  { resource, source, isOwn }: Asked,
  all: readonly Values[],
): Promise<readonly Resolved[]> => {
  const asked = textsBySection(resource, all);
  const finders = new Map(
    await Promise.all(
      [...asked].map(
        async ([path, texts]) =>
          [path, await lookUps(read, actor.orgId, model.registry.get(path), { texts, source, isOwn })] as const,
      ),
    ),
  );
  const idsOf = (to: readonly string[], text: string): ReadonlySet<number> => {
    const ways = to.flatMap((path) => finders.get(path) ?? []);
    for (const way of ways) {
      const ids = way(text);
      if (ids?.size) return ids;
    }
    return new Set();
  };
  return all.map((values) => {
    const issues: SourceIssue[] = [];
    const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
      const { reference } = resource.fields[name] ?? {};
      if (!reference || typeof value !== 'string' || value === '') return [name, value];
      const ids = [...idsOf(reference.to, value)];
      if (ids.length === 1) return [name, ids[0]];
      const message = ids.length
        ? `${name}: ${value} names several records: ${ids.slice(0, 5).join(', ')}.`
        : `${name}: there is no record with the number, name or id ${value}.`;
      const code = ids.length ? 'ambiguous_reference' : 'invalid_reference';
      issues.push({ path: [name], code, message, params: { value } });
      return [name, undefined];
    });
    return { values: Object.fromEntries(entries.filter(([, value]) => value !== undefined)), issues };
  });
};

/** The parts of records, with references of their rows as ids. @param parts their kinds, by path */
export const resolveParts = async (
  context: Context,
  read: Read,
  { parts, ...asked }: Omit<Asked, 'resource'> & Pick<ImportTarget, 'parts'>,
  all: readonly Pick<Given, 'parts'>[],
): Promise<readonly (Pick<Given, 'parts'> & Pick<Resolved, 'issues'>)[]> => {
  const found = all.map((given) => ({ parts: { ...given.parts }, issues: [] as SourceIssue[] }));
  for (const [path, { resource }] of parts) {
    if (!Object.values(resource.fields).some(({ reference }) => reference)) continue;
    const rows = found.flatMap((record) => (record.parts[path] ?? []).map((values, at) => ({ record, at, values })));
    if (!rows.length) continue;
    const values = rows.map((row) => row.values);
    const resolved = await resolveReferences(context, read, { ...asked, resource }, values);
    for (const [index, { record, at }] of rows.entries()) {
      const own = resolved[index] ?? { values: {}, issues: [] };
      record.parts[path] = (record.parts[path] ?? []).with(at, own.values);
      record.issues.push(...own.issues.map((issue) => ({ ...issue, path: [path, at, ...issue.path] })));
    }
  }
  return found;
};
