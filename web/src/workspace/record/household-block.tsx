/** The household of a customer: its family, other related customers at the same address, and who probably belongs to it. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Row, readV3, sendV3 } from '../../api/v3.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { placeOf, textOfAddress } from '../forms/household.tsx';
import { Block } from '../schema/facts.tsx';
import { HOUSEHOLD_MEMBER } from '../schema/relations.ts';
import type { Section } from '../schema/section.ts';
import { folded, foundIn } from '../search/found.ts';
import { ChangeRelation, NewRelation } from './relation-buttons.tsx';

/** Addresses are read of so many customers. */
const LIMIT = 12;
/** Types of relations of a family and of couples end here. */
const FAMILY_END = 300;

interface Member {
  readonly kid: number;
  readonly name: string;
  /** Relations to the customer; none of a customer who probably belongs to the household. */
  readonly relations: readonly Row[];
  /** The first address; null without one. */
  readonly address: Row | null;
  readonly isSame: boolean;
}

const isFamily = ({ beziehung }: Row): boolean =>
  Number(beziehung) < FAMILY_END || Number(beziehung) === HOUSEHOLD_MEMBER;

/** Customers of the same last name that are found by an address. */
const findNamesakes = async (
  section: Section,
  { kid, name }: Row,
  address: Row | undefined,
): Promise<readonly Row[]> => {
  const words = address && [name, address.strasse, address.plz].filter(Boolean);
  if (!words || words.length < 3) return [];
  const body = { query: words.join(' '), indices: [section.search_index], limit: LIMIT };
  const found = foundIn(await sendV3('POST', '/search', body).catch(() => ({})), section);
  return found.filter((row) => row.kid !== kid && folded(row.name) === folded(name));
};

/** @throws ApiError */
const readMembers = async (section: Section, customer: Row): Promise<readonly Member[]> => {
  const own = (customer.addresses ?? []) as readonly Row[];
  const places = new Set(own.map(placeOf).filter(Boolean));
  const [{ items }, namesakes] = await Promise.all([
    readV3(`/customers/${customer.kid}/relations`),
    section.can.includes('write') ? findNamesakes(section, customer, own[0]) : [],
  ]);
  const people = new Map<number, string>();
  for (const { contact } of items) {
    const { kid, name } = contact as { kid: number; name: string | null };
    people.set(kid, name ?? String(kid));
  }
  for (const { kid, vorname, name } of namesakes)
    people.set(Number(kid), people.get(Number(kid)) ?? [vorname, name].filter(Boolean).join(' '));
  const members = [...people].slice(0, LIMIT).map(async ([kid, name]) => {
    const relations = items.filter(({ kid_beziehung: other }) => other === kid);
    const { items: addresses } = await readV3(`/customers/${kid}/addresses`);
    const same = addresses.find((one) => places.has(placeOf(one)));
    const isSame = same !== undefined;
    const member: Member = { kid, name, relations, address: same ?? addresses[0] ?? null, isSame };
    return isSame || relations.some(isFamily) ? [member] : [];
  });
  const found = (await Promise.all(members)).flat();
  const rank = ({ relations, isSame }: Member) => Number(relations.length > 0) * 2 + Number(isSame);
  return found.toSorted((one, other) => rank(other) - rank(one));
};

const MemberRow = ({ section, customer, member }: { section: Section; customer: Row; member: Member }) => {
  const { t } = useTranslation('records');
  const { kid, name, relations, address, isSame } = member;
  const writes = section.can.includes('write');
  const roles = relations.map(({ beziehung_name: role }) => role).join(', ');
  const place = address ? t('household.other', { address: textOfAddress(address) }) : t('household.none');
  return (
    <li>
      <Anchor component={Link} to={`/customers/${kid}`} inherit>
        {name}
      </Anchor>
      <span className="short-values">
        {[roles || t('household.probably'), isSame ? t('household.same') : place].join(' · ')}
      </span>
      {writes && !relations.length ? <NewRelation section={section} customer={customer} other={{ kid, name }} /> : null}
      {writes
        ? relations.map((one) => (
            <ChangeRelation key={String(one.id)} section={section} customer={customer} relation={one} />
          ))
        : null}
    </li>
  );
};

/** Shown on the page of a customer; without members only to users who can add them. */
export const HouseholdBlock = ({ section, row }: { section: Section; row: Row }) => {
  const { t } = useTranslation('records');
  const isCustomer = section.path === 'customers';
  const addresses = (row.addresses ?? []) as readonly Row[];
  const { data: members } = useQuery({
    queryKey: ['v3', 'customers', 'household', row.kid, row.name, ...addresses.map(placeOf)],
    queryFn: () => readMembers(section, row),
    enabled: isCustomer,
    staleTime: 60_000,
    retry: false,
  });
  const writes = section.can.includes('write');
  if (!isCustomer || !members || !(members.length || writes)) return null;
  return (
    <Block
      title={`${t('household.block')} ${members.length || ''}`.trim()}
      actions={writes ? <NewRelation section={section} customer={row} /> : null}
    >
      {members.length ? (
        <ul className="short-rows">
          {members.map((one) => (
            <MemberRow key={one.kid} section={section} customer={row} member={one} />
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
    </Block>
  );
};
