/** The records that an erasure of a customer would remove and keep now (rules 16.22). */
import { localTime } from '../../derive/local-time.ts';
import { annotationsOf, hangsOn, PERSONS, type PersonKind, personKinds } from '../../derive/privacy/person-records.ts';
import {
  longest,
  type RetentionValues,
  retentionColumns,
  type Verdict,
  verdictOf,
} from '../../derive/privacy/retention.ts';
import { retentionRulesOf } from '../../shared/retention-rules.ts';
import { join, literal, raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type Person, type PersonRecord, recordsOf } from './person.ts';

export type Reading = Pick<Context, 'db' | 'actor' | 'model' | 'now'>;

/** Numbers of rows of a section. */
interface SectionCount {
  readonly section: string;
  readonly records: number;
  readonly erased: number;
}

/** The plan of an erasure. */
export interface ErasurePlan {
  /** Sections with rows, parts and annotations too. */
  readonly sections: readonly SectionCount[];
  /** Retained records by section and id. */
  readonly kept: ReadonlyMap<string, ReadonlyMap<number, Verdict>>;
  /** Whether there is a row that nothing keeps. */
  readonly erasable: boolean;
  /** The next day on which a record is no longer retained; null where no day is known. */
  readonly due: string | null;
}

type Row = PersonRecord<RetentionValues>;

/** Today by the clock of the organisation. */
export const todayOf = ({ actor, now }: Pick<Reading, 'actor' | 'now'>): string =>
  localTime(actor.timeZone, now()).slice(0, 'YYYY-MM-DD'.length);

/** Counts rows by section. */
class Counts {
  readonly #sections = new Map<string, { records: number; erased: number }>();

  add(section: string, records: number, erased: number): void {
    if (!records) return;
    const known = this.#sections.get(section) ?? { records: 0, erased: 0 };
    this.#sections.set(section, { records: known.records + records, erased: known.erased + erased });
  }

  all(): readonly SectionCount[] {
    return [...this.#sections].map(([section, counts]) => ({ section, ...counts }));
  }
}

/** Rows of parts and annotations of records, by their section. */
const countParts = async (
  { db, model }: Reading,
  { orgId }: Person,
  { resource, parts }: PersonKind,
  ids: readonly number[],
): Promise<readonly { readonly section: string; readonly n: number }[]> => {
  const below = [...parts, ...annotationsOf(model.registry, resource)];
  if (!ids.length || !below.length) return [];
  const counts = below.map(
    (part) => sql`select ${literal(part.path)} as section, count(*)::int as n
    from ${raw(part.table)} t
    where t.org_id = ${orgId} and ${hangsOn(part, resource, ids)}`,
  );
  return db.queryLong(join(counts, ' union all '));
};

/** The retained contracts and damages that records are linked with, by the id of the record. */
const linkedKeepers = async (
  { db, actor: { orgId } }: Reading,
  path: string,
  ids: readonly number[],
  kept: ErasurePlan['kept'],
): Promise<ReadonlyMap<number, readonly Verdict[]>> => {
  const found = new Map<number, Verdict[]>();
  const rows = await db.queryLong<{ id: number; section: string; to: number }>(sql`select l.owner_id as id,
      l.foreign_section as section, l.foreign_id as "to"
    from link l
    where l.org_id = ${orgId} and l.owner_section = ${path} and l.owner_id = any(${ids}::int[])
      and l.foreign_section = any(${[...kept.keys()]}::text[])`);
  for (const { id, section, to } of rows) {
    const verdict = kept.get(section)?.get(to);
    if (verdict) found.set(id, [...(found.get(id) ?? []), verdict]);
  }
  return found;
};

/** The verdicts on the records of a page. */
const verdictsOf = async (
  reading: Reading,
  kind: PersonKind,
  rows: readonly Row[],
  kept: ErasurePlan['kept'],
): Promise<ReadonlyMap<number, Verdict>> => {
  const { path, retention } = kind.resource;
  const today = todayOf(reading);
  const rule = retentionRulesOf(reading.model.settings.retention).find(({ section }) => section === path);
  const linked = retention.withNamed
    ? await linkedKeepers(
        reading,
        path,
        rows.map(({ id }) => id),
        kept,
      )
    : new Map<number, readonly Verdict[]>();
  const found = new Map<number, Verdict>();
  for (const row of rows) {
    const own = rule ? verdictOf(kind.resource, rule, row, today) : null;
    const named = retention.withNamed
      ? kind.via.flatMap(({ column, kind: to }) => kept.get(to.resource.path)?.get(Number(row[column])) ?? [])
      : [];
    const others = longest([...named, ...(linked.get(row.id) ?? [])]);
    const verdict = longest([
      ...(own ? [own] : []),
      ...(others ? [{ ...others, reason: 'belongs_to_kept' as const }] : []),
    ]);
    if (verdict) found.set(row.id, verdict);
  }
  return found;
};

/**
 * Checks every record of a customer, page by page; memory holds the retained ones.
 * @param person the result of `findPerson`
 */
export const planErasure = async (reading: Reading, person: Person): Promise<ErasurePlan> => {
  const counts = new Counts();
  const kept = new Map<string, Map<number, Verdict>>();
  const [customers, ...kinds] = personKinds(reading.model.registry);
  for (const kind of kinds) {
    const { path } = kind.resource;
    for await (const rows of recordsOf<RetentionValues>(reading.db, kind, person, retentionColumns(kind))) {
      const verdicts = await verdictsOf(reading, kind, rows, kept);
      const erased = rows.map(({ id }) => id).filter((id) => !verdicts.has(id));
      if (verdicts.size) kept.set(path, new Map([...(kept.get(path) ?? []), ...verdicts]));
      counts.add(path, rows.length, erased.length);
      for (const { section, n } of await countParts(reading, person, kind, erased)) counts.add(section, n, n);
      for (const { section, n } of await countParts(reading, person, kind, [...verdicts.keys()]))
        counts.add(section, n, 0);
    }
  }
  const all = [...kept.values()].flatMap((records) => [...records.values()]);
  const own = longest(all);
  // The row of the customer gives retained records their name; customers that were merged into it are not needed.
  if (own) kept.set(PERSONS, new Map([[person.kid, { ...own, reason: 'names_kept' }]]));
  if (customers)
    for await (const rows of recordsOf(reading.db, customers, person)) {
      const ids = rows.map(({ id }) => id);
      counts.add(PERSONS, ids.length, ids.filter((id) => !own || id !== person.kid).length);
      for (const { section, n } of await countParts(reading, person, customers, ids)) counts.add(section, n, n);
    }
  const sections = counts.all();
  const days = all.flatMap(({ erasable_from: day }) => day ?? []).sort();
  return { sections, kept, erasable: sections.some(({ erased }) => erased > 0), due: days[0] ?? null };
};
