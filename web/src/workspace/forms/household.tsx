/** A new address for the household of a customer: related customers and those at the same address, to be ticked. */
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Row, readV3, sendV3 } from '../../api/v3.ts';
import { notify, notifyError } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { folded } from '../search/found.ts';
import { readVersion } from './use-record-form.ts';

const CUSTOMERS = '/customers';
const LIMIT = 12;
/** Fields by which two addresses are the same, and those that are copied. */
const PLACE = ['strasse', 'plz', 'ort'] as const;
export const COPIED = [...PLACE, 'adresszusatz'] as const;

/** An address in a form in which two are compared. */
export const placeOf = (address: Row): string => folded(...PLACE.map((name) => address[name]));
/** An address in one line. */
export const textOfAddress = ({ strasse, plz, ort }: Row): string =>
  [strasse, [plz, ort].filter(Boolean).join(' ')].filter(Boolean).join(', ');

interface Member {
  readonly kid: number;
  readonly name: string;
  /** The address that is changed; null where the customer has none. */
  readonly address: Row | null;
  readonly isSame: boolean;
  /** Whether the customer is ticked at first. */
  readonly moves: boolean;
}

interface Found {
  readonly data: { readonly customers: { readonly items: readonly Row[] } };
}

/** Customers who probably live at an address of a customer. @throws ApiError */
const readMembers = async (kid: number, address: Row): Promise<readonly Member[]> => {
  const query = [address.strasse, address.plz].filter(Boolean).join(' ');
  const [{ items: relations }, found] = await Promise.all([
    readV3(`${CUSTOMERS}/${kid}/relations`),
    query ? sendV3<Found & Row>('POST', '/search', { query, indices: ['customers'], limit: LIMIT }) : null,
  ]);
  const rows = found?.data.customers.items ?? [];
  const lastName = rows.find((row) => row.kid === kid)?.name;
  const people = new Map<number, { name: string; belongs: boolean }>();
  for (const row of rows)
    people.set(Number(row.kid), {
      name: [row.vorname, row.name].filter(Boolean).join(' '),
      belongs: row.name === lastName,
    });
  for (const { contact } of relations) {
    const related = contact as { kid: number; name: string | null };
    people.set(related.kid, { name: related.name ?? String(related.kid), belongs: true });
  }
  people.delete(kid);
  const members = [...people].slice(0, LIMIT).map(async ([other, { name, belongs }]): Promise<Member> => {
    const { items } = await readV3(`${CUSTOMERS}/${other}/addresses`);
    const same = items.find((one) => placeOf(one) === placeOf(address));
    return {
      kid: other,
      name,
      address: same ?? items[0] ?? null,
      isSame: same !== undefined,
      moves: same !== undefined && belongs,
    };
  });
  return (await Promise.all(members)).toSorted((one, other) => Number(other.moves) - Number(one.moves));
};

/** Gives a customer an address, unless its own was changed since it was shown. @throws ApiError */
const moveMember = async ({ kid, address }: Member, place: Row): Promise<void> => {
  const path = `${CUSTOMERS}/${kid}/addresses`;
  if (!address) return void (await sendV3('POST', path, place));
  const { etag, ...now } = await readVersion(`${path}/${address.id}`);
  if (placeOf(now) !== placeOf(address)) throw new Error(textOfAddress(now));
  await sendV3('PATCH', `${path}/${address.id}`, place, etag ? { 'if-match': etag } : {});
};

/** @param kid the customer @param address as it was before the change; null for another part, which has no household */
export const useHousehold = (kid: number, address: Row | null) => {
  const { t } = useTranslation('records');
  const { data: members = [] } = useQuery({
    queryKey: ['v3', 'customers', 'household', kid, address?.id],
    queryFn: () => readMembers(kid, address ?? {}),
    enabled: address !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const ticked = chosen ?? members.filter(({ moves }) => moves).map((one) => String(one.kid));
  /** Gives the new address to the ticked members. It says itself which of them keep theirs. */
  const move = async (changed: Row): Promise<void> => {
    const moving = members.filter((one) => ticked.includes(String(one.kid)));
    const place = Object.fromEntries(COPIED.map((name) => [name, changed[name] ?? null]));
    const outcomes = await Promise.allSettled(moving.map((one) => moveMember(one, place)));
    const failed = moving.filter((_, at) => outcomes[at]?.status === 'rejected');
    const count = moving.length - failed.length;
    if (count) notify(() => t('household.moved', { count }));
    if (failed.length)
      notifyError(new Error(t('household.failed', { names: failed.map(({ name }) => name).join(', ') })));
  };
  const choice = members.length ? (
    <Checkbox.Group label={t('household.title')} value={[...ticked]} onChange={setChosen}>
      <Stack gap={6} mt={4}>
        {members.map((one) => (
          <Checkbox
            key={one.kid}
            value={String(one.kid)}
            label={one.name}
            description={
              one.isSame
                ? t('household.same')
                : one.address
                  ? t('household.other', { address: textOfAddress(one.address) })
                  : t('household.none')
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  ) : null;
  return { choice, move };
};
