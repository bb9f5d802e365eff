/** The final data of the API, and its differences from a copy. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordName, ReplicaRecord } from '../../sdk/src/index.ts';
import type { Resource } from '../../src/model/declaration/resource.ts';
import { registry } from '../../src/model/registry.ts';
import { withDatabase } from '../crash/end/in-database.ts';
import { createReader, wholeList } from '../crash/end/over-http.ts';
import type { SetUp } from '../crash/set-up.ts';
import { eachOf } from '../support/sample-records.ts';

/** Records by `section id`. */
export type Records = ReadonlyMap<string, ReplicaRecord>;

const AT_ONCE = 16;

/** Rows that name the records which parts or annotations ever hung on, deleted ones too. */
const holders = ({ table, nesting: place }: Resource): string =>
  place.ownerSection
    ? `select distinct owner_section as section, owner_id as id from ${table} where org_id = $1`
    : `select distinct '${place.below[0]}' as section, ${place.parentColumn} as id from ${table} where org_id = $1`;

/**
 * Reads it from the lists. Of all the lists below records most are empty: the database says which never held anything.
 * @param sections those of a replica; its parts hang on customers or contracts
 */
export const readTruth = async (
  { address, dataDir }: Pick<SetUp, 'address' | 'dataDir'>,
  { token, orgId }: { readonly token: string; readonly orgId: number },
  sections: readonly string[],
): Promise<Records> => {
  const reader = createReader(address, token);
  const records = new Map<string, ReplicaRecord>();
  const readList = async (section: string, path: string, owner: RecordName | null): Promise<void> => {
    const { items } = await wholeList(reader, `/v3/${path}?with_archived=true`);
    for (const record of items) records.set(`${section} ${record.id}`, { section, id: record.id, owner, record });
  };
  const resources = sections.map((section) => registry.get(section));
  const isPart = ({ nesting: place }: Resource): boolean => !place.topLevel;
  for (const { path } of resources.filter((resource) => !isPart(resource))) await readList(path, path, null);
  for (const part of resources.filter(isPart)) {
    const { rows } = await withDatabase(dataDir, (client) => client.query<RecordName>(holders(part), [orgId]));
    const live = rows.filter(({ section, id }) => records.has(`${section} ${id}`));
    const readBelow = (owner: RecordName) =>
      readList(part.path, `${owner.section}/${owner.id}/${part.nesting.at ?? part.path}`, owner);
    await eachOf(live, readBelow, AT_ONCE);
  }
  return records;
};

/** A relation shows the other customer's name, whose change has no item of its own (rules 8.5). */
const told = (one: ReplicaRecord | undefined) =>
  one?.section === 'relations' ? { ...one, record: { ...one.record, contact: null } } : one;

/** Every record of which copy and API do not show the same. */
export const differences = (copy: Records, truth: Records): string[] => {
  const keys = [...new Set([...copy.keys(), ...truth.keys()])].sort();
  return keys.flatMap((key) => {
    const [one, other] = [told(copy.get(key)), told(truth.get(key))];
    if (isDeepStrictEqual(one, other)) return [];
    return [`${key}: the copy has ${JSON.stringify(one)}, the API ${JSON.stringify(other)}`];
  });
};
