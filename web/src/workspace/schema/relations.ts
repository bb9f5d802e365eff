/** Relations between customers: their types, and the calls that make, change and remove them. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, call, type Row, sendV3 } from '../../api/v3.ts';
import { notifyError, notifyWith } from '../../hooks/notify.ts';
import type { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Member of a household: the type of people at one address whose relation is not known. */
export const HOUSEHOLD_MEMBER = 618;

type Catalogue = AnswerOf<'GET /v3/system/relations'>;
type RelationType = Catalogue['items'][number];

export const relationTypesQuery = queryOptions({
  queryKey: ['fields', 'relation-types'],
  queryFn: () => call('GET /v3/system/relations'),
  staleTime: 600_000,
});

/** The types that fit a person, by group: of a woman `Ehefrau`, neither `Ehemann` nor `Ehepartner`. @param anrede of the person */
export const typesFor = ({ items, folders }: Catalogue, anrede: unknown) => {
  const isForm =
    ({ parent_id: parent }: RelationType) =>
    (one: RelationType) =>
      one.id === parent && parent !== null;
  const exact = items.filter((one) => one.anrede !== null && one.anrede === anrede);
  const fits = (one: RelationType): boolean =>
    one.anrede === null ? !exact.some((form) => isForm(form)(one)) : exact.includes(one);
  return folders
    .map(({ id, name }) => ({
      group: name,
      items: items
        .filter((one) => one.kreis === id && fits(one))
        .map((one) => ({ value: String(one.id), label: one.name })),
    }))
    .filter((group) => group.items.length > 0);
};

/** The name of the reverse type of a relation, as the service chooses it. @param anrede of the customer */
export const reverseName = ({ items, pairs }: Catalogue, type: number, anrede: unknown): string | null => {
  const reverses = pairs.filter(({ beziehung }) => beziehung === type).map((pair) => pair.reverse_beziehung);
  const fitting = items.filter(({ id }) => reverses.includes(id)).toSorted((one, other) => one.id - other.id);
  const chosen =
    fitting.find((one) => one.anrede !== null && one.anrede === anrede) ??
    fitting.find((one) => one.anrede === null) ??
    fitting[0];
  return chosen?.name ?? null;
};

const pathOf = (kid: number): string => `/customers/${kid}/relations`;

/** Makes a relation. @returns its number @throws ApiError */
export const relate = async (kid: number, other: number, type: number): Promise<number> =>
  Number((await sendV3<Row>('POST', pathOf(kid), { kid_beziehung: other, beziehung: type })).id);

/** @throws ApiError */
export const unrelate = async (kid: number, id: number): Promise<void> =>
  void (await sendV3('DELETE', `${pathOf(kid)}/${id}`));

/** Confirms a change, with the way back. */
export const useSayDone = (): ((say: Trans, undo: () => Promise<unknown>) => void) => {
  const { t } = useTranslation('records');
  const client = useQueryClient();
  const run = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
    } catch (error) {
      notifyError(error);
    }
    await client.invalidateQueries({ queryKey: ['v3'] });
  };
  return (say, undo) => notifyWith(say, { name: () => t('undo'), run: () => void run(undo) });
};
