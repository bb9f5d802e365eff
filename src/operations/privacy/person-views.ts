/** Saved views that name a person: a filter with the last name or the number of the customer, or the name of the view. */
import { eventFamily } from '../../derive/events/record-diff.ts';
import { referencedKinds } from '../../derive/metadata/describe-fields.ts';
import { PERSONS } from '../../derive/privacy/person-records.ts';
import { searchTokens } from '../../derive/search/search-text.ts';
import { jsonExpression } from '../../derive/storage/columns.ts';
import type { Registry } from '../../model/registry.ts';
import { raw, sql, tenantParam } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { appendChanges } from '../commit/append-change.ts';
import type { Person } from './person.ts';

/** The record kind of saved views. */
export const VIEWS = 'system/views';
/** Parameters with names of fields, not with values. */
const PLAIN = new Set(['sort', 'fields', 'columns']);
/** Shorter last names occur in too many texts to say anything. */
const MIN_NAME = 2;

interface View {
  readonly id: number;
  readonly name: string;
  readonly query: string | null;
  readonly del: number;
}

/** A view without the person. */
interface EmptiedView extends View {
  readonly changed: readonly string[];
}

/** Names of filters with numbers of customers. */
const personFilters = ({ resources }: Registry): ReadonlySet<string> =>
  new Set(
    resources.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => (referencedKinds(field).includes(PERSONS) ? [name] : [])),
    ),
  );

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const decoded = (text: string): string => new URLSearchParams(`v=${text}`).get('v') ?? '';

/** The last names of the customer and of those that were merged into it, as words. */
const lastNames = async (
  { db }: Pick<Context, 'db'>,
  { orgId, kids }: Person,
): Promise<readonly (readonly string[])[]> => {
  const rows = await db.read<{ name: string | null }>(sql`select distinct c.name
    from contact c
    where c.org_id = ${orgId} and c.id = any(${kids}::int[]) and c.section = 'customers'`);
  return rows.flatMap(({ name }) => {
    const words = (name ?? '').trim().length < MIN_NAME ? [] : searchTokens(name ?? '');
    return words.length ? [words] : [];
  });
};

/** Views that name the person, deleted ones and those of all users included, as an erasure leaves them. */
export const findPersonViews = async (
  context: Pick<Context, 'db' | 'model'>,
  person: Person,
): Promise<readonly EmptiedView[]> => {
  const { db, model } = context;
  const names = await lastNames(context, person);
  const numbers = new Set(person.kids.map(String));
  const filters = personFilters(model.registry);
  const isNamed = (text: string): boolean => {
    const words = new Set(searchTokens(text));
    return names.some((name) => name.every((word) => words.has(word)));
  };
  const isAbout = (part: string): boolean => {
    const [name = '', value = ''] = part.split('=').map(decoded);
    const [field = ''] = name.split(/[.[]/);
    if (PLAIN.has(field)) return false;
    return isNamed(value) || (filters.has(field) && value.split(',').some((one) => numbers.has(one)));
  };
  const withoutName = (text: string): string =>
    isNamed(text)
      ? text.replace(WORD, (word) => (names.flat().includes(searchTokens(word)[0] ?? '') ? '…' : word))
      : text;
  const rows = await db.queryLong<View>(sql`select v.id, coalesce(v.name, '') as name, v.query, v.del
    from saved_view v
    where v.org_id = ${person.orgId}
    order by v.id`);
  return rows.flatMap((view) => {
    const query =
      view.query === null
        ? null
        : view.query
            .split('&')
            .filter((part) => !isAbout(part.replace(/^\?/, '')))
            .join('&');
    const name = withoutName(view.name);
    const changed = [...(name === view.name ? [] : ['name']), ...(query === view.query ? [] : ['query'])];
    return changed.length ? [{ ...view, name, query, changed }] : [];
  });
};

/** Empties the views that name the person; their other filters stay. @returns their numbers */
export const emptyPersonViews = async (context: Context, person: Person): Promise<readonly number[]> => {
  const views = await findPersonViews(context, person);
  const { orgId } = person;
  const resource = context.model.registry.get(VIEWS);
  const ids = views.map(({ id }) => id);
  if (ids.length)
    await context.db.transaction((tx) =>
      tx.finish([
        ...views.map(({ id, name, query }) => {
          const values = { name: sql`${name}::text`, query: sql`${query}::text` };
          return sql`update saved_view t
            set name = ${name}, query = ${query}, printed = ${jsonExpression(resource, 't', values)}
            where t.org_id = ${orgId} and t.id = ${id}::int`;
        }),
        ...appendChanges(
          context,
          views
            .filter(({ del }) => del === 0)
            .map(({ id, changed }) => ({ section: VIEWS, id, action: 'update', changed })),
        ),
        sql`select erase_audit_values(${tenantParam(orgId)}, ${eventFamily(resource)}, ${raw("'system/views'")}, ${ids}::int[])`,
      ]),
    );
  return ids;
};
