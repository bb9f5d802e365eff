/**
 * Keyed hashes of the contracts of erased customers, in the ledger of erasures. The next delivery of the insurer still has such a
 * contract: its rows wait for a decision, and do not make the customer again (docs/privacy.md).
 */
import type { KeyRing } from '../../db/encryption/key-ring.ts';
import type { SourceRecord } from '../../formats/source-record.ts';
import { normalizeNumber } from '../../shared/spelling.ts';
import { sql } from '../../sql/sql.ts';
import type { Read } from '../matching/import-format.ts';
import { comparedVu, storedInsurers } from '../matching/stored-insurers.ts';
import { numberOf } from './match-contracts.ts';
import { sameInsurer } from './match-insurers.ts';

/** A contract by the VU-Nummer of the insurer; an empty one if the insurer has none that is known. */
type Identity = readonly [vu: string, number: string];

const contentOf = (orgId: number, [vu, number]: Identity): Buffer =>
  Buffer.from(JSON.stringify(['contract', orgId, vu && comparedVu(vu), normalizeNumber(number)]));

/** Hashes of contracts, for the ledger; none without a key. @param ids of contracts */
export const hashContracts = async (
  read: Read,
  orgId: number,
  keyRing: KeyRing,
  ids: readonly number[],
): Promise<readonly string[]> => {
  if (!ids.length || !keyRing.ids.length) return [];
  const [names, stored, insurers] = await Promise.all([
    read<{ source: string; external_id: string }>(sql`select e.source, e.external_id
      from external_identity e
      where e.org_id = ${orgId} and e.section = 'contracts' and e.id = any(${ids}::int[]) and e.source like 'gdv:%'`),
    read<{ nummer: string; gesellschaft: string | null }>(sql`select t.nummer, t.gesellschaft
      from contract t
      where t.org_id = ${orgId} and t.id = any(${ids}::int[]) and t.nummer <> ''`),
    storedInsurers(read, orgId),
  ]);
  const identities = [
    ...names.map(({ source, external_id: id }): Identity => [source.slice(4), numberOf(id)]),
    ...stored.flatMap(({ nummer, gesellschaft }): Identity[] => {
      const known = insurers.filter(
        ({ vu, name, kurzname }) => vu && [name, kurzname ?? ''].some((one) => sameInsurer(one, gesellschaft ?? '')),
      );
      return known.length ? known.map(({ vu }) => [vu ?? '', nummer]) : [['', nummer]];
    }),
  ];
  return [...new Set(identities.map((one) => keyRing.fingerprint(contentOf(orgId, one))))];
};

/** The contracts that a record of a GDV file names: its own names, or those of the contracts of a customer. */
const contractsOf = ({ section, externalIds, contracts = [] }: SourceRecord): readonly Identity[] =>
  (section === 'contracts' ? externalIds : contracts).flatMap(({ source, id }): Identity[] => [
    [source.slice(4), numberOf(id)],
    ['', numberOf(id)],
  ]);

/** Positions of the records that are, or have, a contract of an erased customer. */
export const findErased = async (
  read: Read,
  orgId: number,
  keyRing: KeyRing,
  sources: readonly SourceRecord[],
): Promise<ReadonlySet<number>> => {
  const hashes = sources.map((source) =>
    contractsOf(source).flatMap((one) => keyRing.fingerprints(contentOf(orgId, one))),
  );
  const asked = [...new Set(hashes.flat())];
  if (!asked.length) return new Set();
  const rows = await read<{ hash: string }>(sql`select h.hash
    from erasure e, unnest(e.contracts) h(hash)
    where e.org_id = ${orgId} and e.contracts <> '{}' and h.hash = any(${asked}::text[])`);
  const known = new Set(rows.map(({ hash }) => hash));
  return new Set(hashes.flatMap((some, at) => (some.some((hash) => known.has(hash)) ? [at] : [])));
};
