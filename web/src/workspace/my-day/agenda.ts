/** The work that is due, as `GET /v3/agenda` answers it. */
import { queryOptions } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { type AnswerOf, call, type Names, type Row, readV3 } from '../../api/v3.ts';
import { ACTIVITIES, CATEGORY } from '../schema/activity.ts';
import type { Section } from '../schema/section.ts';

/** The beginning of a list. */
export interface AgendaGroup {
  readonly total: number;
  readonly items: readonly Row[];
  /** Its address, with `/v3`. */
  readonly list: string;
}

/** The groups of the API, and the appointments of the day, from a list of its own. */
type Agenda = AnswerOf<'GET /v3/agenda'> & { readonly appointments?: AgendaGroup };

/** The URL value for all advisers. */
export const ALL = 'alle';

/** The parameter of the API for a choice of adviser. */
export const adviserParameter = (adviser: string): string | null => (adviser === ALL ? null : adviser);

/** The due work from a day on. @param adviser number of a user, or `ALL` */
export const agendaQuery = (from: string, adviser: string) =>
  queryOptions({
    queryKey: ['v3', 'agenda', from, adviser],
    queryFn: (): Promise<Agenda> =>
      call('GET /v3/agenda', {
        query: { from, betreuer: adviserParameter(adviser), with_names: true, with_phones: true },
      }),
    staleTime: 60_000,
  });

/** The names of two answers. */
export const mergeNames = (one: Names = {}, other: Names = {}): Names =>
  Object.fromEntries(
    [...Object.keys(one), ...Object.keys(other)].map((section) => [section, { ...one[section], ...other[section] }]),
  );

/** So many rows of a group are shown. */
export const FEW = 7;

/** The open appointments of a day, with the address of their whole list. @param adviser number of a user, or `ALL` */
export const appointmentsQuery = (day: string, adviser: string) => {
  const of = adviserParameter(adviser);
  const asked = {
    kategorie: CATEGORY.appointment,
    status: 0,
    'start[gte]': day,
    'start[lte]': day,
    ...(of ? { verantwortlich: of } : {}),
    sort: 'start',
  };
  const list = `/v3/${ACTIVITIES}?${Object.entries(asked)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
  return queryOptions({
    queryKey: ['v3', ACTIVITIES, 'appointments', list],
    queryFn: async () => ({ ...(await readV3(`/${ACTIVITIES}`, { ...asked, limit: FEW, with_names: true })), list }),
    staleTime: 60_000,
  });
};

/** The adviser whose work is shown at first: the user, or all where the user works on no tasks. */
export const useUsualAdviser = (sections: readonly Section[]): string => {
  const { user } = useSession();
  const works = sections.some(({ path, can }) => path === ACTIVITIES && can.includes('write'));
  return works ? String(user.kid) : ALL;
};

/** The page of a list. */
export const pageOfList = (list: string): string => list.replace(/^\/v3/, '');
