/** Saved views of a list: its filters, order and columns under a name. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { isForbidden, type Row, readV3, sendV3 } from '../../api/v3.ts';
import { useSearch } from '../../router/use-router.ts';
import type { Section } from '../schema/section.ts';

export const VIEWS = 'system/views';

/** A saved view. */
export interface View {
  readonly id: number;
  /** The user who made it. */
  readonly kid: number | null;
  /** The kind of the list. */
  readonly section: string;
  readonly name: string;
  /** The query of the list. */
  readonly query: string | null;
  readonly freigabe: number;
}

/** More views than that are not listed. */
const LIMIT = 500;

const viewOf = ({ id, kid, section, name, query, freigabe }: Row): View => ({
  id: Number(id),
  section: String(section),
  kid: kid === null ? null : Number(kid),
  name: String(name),
  query: query === null ? null : String(query),
  freigabe: Number(freigabe),
});

const NO_ROWS: readonly Row[] = [];

const useViewQuery = () =>
  useQuery({
    queryKey: ['v3', VIEWS, 'all'],
    queryFn: async (): Promise<readonly Row[]> => {
      try {
        return (await readV3(`/${VIEWS}`, { limit: LIMIT })).items;
      } catch (error) {
        if (isForbidden(error)) return NO_ROWS;
        throw error;
      }
    },
    staleTime: 60_000,
  });

/** The user's own and shared views of all lists; none where the right to them is missing. */
export const useAllViews = (): readonly View[] =>
  (useViewQuery().data ?? NO_ROWS).filter(({ art }) => art === 0).map(viewOf);

/**
 * The user's own layout (`art` 1) of a list, which no other user reads.
 * @returns its row, whether it is `known`, and `store`, which throws ApiError
 */
export const useOwnLayout = (path: string) => {
  const { user } = useSession();
  const client = useQueryClient();
  const { data: rows = NO_ROWS, isSuccess: known } = useViewQuery();
  const row = rows.find((one) => one.art === 1 && one.section === path && one.kid === user.kid);
  const store = async (values: { readonly query?: string; readonly widths?: string }): Promise<void> => {
    await (row
      ? sendV3('PATCH', `/${VIEWS}/${row.id}`, values)
      : sendV3('POST', `/${VIEWS}`, { section: path, name: 'layout', art: 1, ...values }));
    await client.invalidateQueries({ queryKey: ['v3', VIEWS] });
  };
  return { row, known, store };
};

/** The numbers of starred views in the query of the user's layout of the list of views. */
const STARRED = 'starred';

/**
 * The views that the user has starred: the user's layout of the list of views names them.
 * @returns their numbers, and `turn`, which stars a view or takes its star away @throws ApiError by `turn`
 */
export const useStars = () => {
  const { row, store } = useOwnLayout(VIEWS);
  const text = new URLSearchParams(String(row?.query ?? '')).get(STARRED) ?? '';
  const starred: ReadonlySet<number> = new Set(text.split(',').filter(Boolean).map(Number));
  const turn = ({ id }: View): Promise<void> => {
    const others = [...starred].filter((one) => one !== id);
    const ids = starred.has(id) ? others : [...others, id];
    return store({ query: new URLSearchParams({ [STARRED]: ids.join(',') }).toString() });
  };
  return { starred, turn };
};

/** Those of one list. */
export const useViews = ({ path }: Section): readonly View[] => useAllViews().filter(({ section }) => section === path);

/** The view of the shown address, once the views are known. */
export const useShownView = (section: Section) => {
  const known = useViewQuery().isSuccess;
  const [params] = useSearch();
  return { shown: useViews(section).find(({ id }) => String(id) === params.get('view')), known };
};

/** Parameters of an address that are no part of a view. */
const PASSING = ['page', 'limit', 'view', 'edit'];

/** The query of a list as a view stores it: in one order, without its page. */
export const queryOf = (params: URLSearchParams): string => {
  const lasting = new URLSearchParams([...params].filter(([name]) => !PASSING.includes(name)));
  lasting.sort();
  return lasting.toString();
};

/** The address of a list as a view shows it. */
export const addressOf = (view: Pick<View, 'id' | 'section' | 'query'>): string => {
  const params = new URLSearchParams(view.query ?? '');
  params.set('view', String(view.id));
  return `/${view.section}?${params}`;
};
