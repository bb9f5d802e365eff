/** References that the names in a file mean: the insurer of a contract (docs/imports.md). */
import { quoted, visible } from '../../derive/storage/columns.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { foldedBy } from '../../model/declaration/folds.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import type { Read, StoredRecord } from '../matching/import-format.ts';

/** Adds the references of a record to its values. @param stored the record that they change */
type NameReferences = (values: Values, stored: StoredRecord | undefined) => Values;

/**
 * Fields with the name of a record whose number is stored in another field (`nameOf`). Exactly one record has the name, without
 * regard to case, and neither the row nor the stored record names one.
 * @param all the values of some rows
 */
export const nameReferences = async (
  { model, actor }: Context,
  read: Read,
  resource: Resource,
  all: readonly Values[],
): Promise<NameReferences> => {
  const found = new Map<string, { readonly reference: string; readonly ids: ReadonlyMap<string, number | null> }>();
  for (const [name, { nameOf: reference, follows = [] }] of Object.entries(resource.fields)) {
    const texts = new Set(all.flatMap((values) => (typeof values[name] === 'string' ? String(values[name]) : [])));
    const from = follows[0]?.split('.')[1];
    const named = reference && resource.fields[reference]?.reference?.to[0];
    if (!reference || !from || !named || !texts.size) continue;
    const other = model.registry.get(named);
    const rows = await read<{
      text: string;
      id: number | null;
    }>(sql`select g.text, case when count(*) = 1 then min(t.id) end as id
      from unnest(${[...texts]}::text[]) g(text)
      join ${raw(other.table)} t on t.org_id = ${actor.orgId}
        and ${raw(foldedBy('case', `t.${quoted(from)}`))} = ${raw(foldedBy('case', 'g.text'))}
      where t.org_id = ${actor.orgId}${visible(other, 't')} and g.text <> ''
      group by g.text`);
    found.set(name, { reference, ids: new Map(rows.map(({ text, id }) => [text, id])) });
  }
  return (values, stored) => {
    const added: Record<string, unknown> = {};
    for (const [name, { reference, ids }] of found) {
      const id = ids.get(String(values[name] ?? ''));
      if (id && !values[reference] && !stored?.record[reference]) added[reference] = id;
    }
    return { ...values, ...added };
  };
};
