/** The household of a customer: its family, and other related customers at the same address. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Row, readV3 } from '../../api/v3.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { placeOf, textOfAddress } from '../forms/household.tsx';
import { Block } from '../schema/facts.tsx';
import type { Section } from '../schema/section.ts';

/** Addresses are read of so many related customers. */
const LIMIT = 12;
/** Types of relations of a family and of couples, and the member of a household. */
const FAMILY_END = 300;
const HOUSEHOLD_MEMBER = 618;

interface Member {
  readonly kid: number;
  readonly name: string;
  readonly role: string;
  /** The first address; null without one. */
  readonly address: Row | null;
  readonly isSame: boolean;
}

const isFamily = ({ beziehung }: Row): boolean =>
  Number(beziehung) < FAMILY_END || Number(beziehung) === HOUSEHOLD_MEMBER;

/** @param places of the customer @throws ApiError */
const readMembers = async (kid: number, places: ReadonlySet<string>): Promise<readonly Member[]> => {
  const { items } = await readV3(`/customers/${kid}/relations`);
  const kidOf = ({ contact }: Row) => (contact as { kid: number }).kid;
  const related = [...new Set(items.map(kidOf))].slice(0, LIMIT);
  const members = related.map(async (other) => {
    const rows = items.filter((row) => kidOf(row) === other);
    const { items: addresses } = await readV3(`/customers/${other}/addresses`);
    const same = addresses.find((one) => places.has(placeOf(one)));
    const contact = rows[0]?.contact as { name: string | null };
    const member: Member = {
      kid: other,
      name: contact.name ?? String(other),
      role: rows.map(({ beziehung_name: name }) => name).join(', '),
      address: same ?? addresses[0] ?? null,
      isSame: same !== undefined,
    };
    return member.isSame || rows.some(isFamily) ? [member] : [];
  });
  const found = (await Promise.all(members)).flat();
  return found.toSorted((one, other) => Number(other.isSame) - Number(one.isSame));
};

const Members = ({ id, addresses }: { id: number; addresses: readonly Row[] }) => {
  const { t } = useTranslation('records');
  const places = new Set(addresses.map(placeOf).filter(Boolean));
  const { data: members = [] } = useQuery({
    queryKey: ['v3', 'customers', 'household', id, ...places],
    queryFn: () => readMembers(id, places),
    staleTime: 60_000,
    retry: false,
  });
  if (!members.length) return null;
  return (
    <Block title={`${t('household.block')} ${members.length}`}>
      <ul className="short-rows">
        {members.map(({ kid, name, role, address, isSame }) => (
          <li key={kid}>
            <Anchor component={Link} to={`/customers/${kid}`} inherit>
              {name}
            </Anchor>
            <span className="short-values">
              {[
                role,
                isSame
                  ? t('household.same')
                  : address
                    ? t('household.other', { address: textOfAddress(address) })
                    : t('household.none'),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
};

/** Shown on the page of a customer who has relations to such people. */
export const HouseholdBlock = ({ section, id, row }: { section: Section; id: number; row: Row }) => {
  const counts = row.counts as Readonly<Record<string, number>> | undefined;
  if (section.path !== 'customers' || !counts?.relations) return null;
  return <Members id={id} addresses={(row.addresses ?? []) as readonly Row[]} />;
};
