/** The events of a user's calendar: open tasks and appointments, and deadlines of contracts (rules 16.24). */
import type { NamedIds } from '../../derive/metadata/named-records.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { MAX_CALENDAR_EVENTS } from '../../shared/limits.ts';
import { mayRead } from '../call/authorize.ts';
import { type Context, localNow } from '../call/call.ts';
import { parseCall } from '../call/parse-call.ts';
import { list } from '../records/list.ts';
import { loadNames } from '../references/record-names.ts';
import { listDeadlines } from './deadlines.ts';

/** Days before and after today. */
const PAST_DAYS = 30;
const FUTURE_DAYS = 366;
/** `aktivitaetKategorie`: everything else than an appointment lasts the whole day. */
const APPOINTMENT = 2;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** An event, in local time of the organisation. */
export interface CalendarEvent {
  /** Unique in the organisation. */
  readonly id: string;
  /** Path of its page. */
  readonly path: string;
  /** `YYYY-MM-DD`, or `YYYY-MM-DD HH:MM:SS` of an appointment. */
  readonly start: string;
  readonly end: string | null;
  readonly title: string | null;
  /** Name of the customer, user or partner that it belongs to. */
  readonly owner: string | null;
  /** Set for the deadline of a contract. */
  readonly deadline: 'kuendigung' | 'ablauf' | null;
}

interface Activity {
  readonly id: number;
  readonly kid: number | null;
  readonly kategorie: number;
  readonly titel: string | null;
  readonly start: string;
  readonly ende: string | null;
}
interface Contract {
  readonly id: number;
  readonly kid: number | null;
  readonly frist: { readonly art: 'kuendigung' | 'ablauf'; readonly datum: string };
}

const itemsOf = <Item>({ body }: { readonly body: unknown }): Item[] =>
  (JSON.parse(Array.isArray(body) ? Buffer.concat(body).toString() : String(body)) as { items: Item[] }).items;

/**
 * Open activities of which the user of the context is in charge, and deadlines of the user's customers, as far as the
 * user may read them: from 30 days ago (activities) or today (deadlines) to a year ahead, at most 1000 of each kind.
 */
export const calendarEvents = async (context: Context): Promise<readonly CalendarEvent[]> => {
  const { actor, model, now } = context;
  const user = String(actor.userKid);
  const today = localNow(context).slice(0, DAY_LENGTH);
  const dayFrom = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH);
  const limit = String(MAX_CALENDAR_EVENTS);
  const call = { ...context, now, pathIds: [], body: undefined, headers: {} };
  const activitiesOf = async () => {
    const query = {
      verantwortlich: user,
      status: '0',
      'start[gte]': dayFrom(-PAST_DAYS),
      'start[lte]': dayFrom(FUTURE_DAYS),
      sort: 'start',
      limit,
    };
    return itemsOf<Activity>(await list({ ...call, query, collection: model.collection('activities') }));
  };
  const deadlinesOf = async () => {
    const query = { betreuer: user, from: today, to: dayFrom(FUTURE_DAYS), limit };
    return itemsOf<Contract>(await listDeadlines(parseCall('GET /v3/contracts/deadlines', { ...call, query })));
  };
  const [activities, contracts] = await Promise.all([
    mayRead(actor, 'activities') ? activitiesOf() : [],
    mayRead(actor, 'contracts') && mayRead(actor, 'customers') ? deadlinesOf() : [],
  ]);
  const kids = new Set([...activities, ...contracts].flatMap(({ kid }) => (kid === null ? [] : [kid])));
  const ids: NamedIds = new Map(['customers', 'products', 'users'].map((section) => [section, kids]));
  ids.set('contracts', new Set(contracts.map(({ id }) => id)));
  const names = await loadNames(context, ids);
  const ownerOf = (kid: number | null): string | null =>
    (kid === null ? null : (names.customers?.[kid] ?? names.products?.[kid] ?? names.users?.[kid])) ?? null;
  return [
    ...activities.map(({ id, kid, kategorie, titel, start, ende }) => ({
      id: `activity-${id}`,
      path: `/activities/${id}`,
      start: kategorie === APPOINTMENT ? start : start.slice(0, DAY_LENGTH),
      end: kategorie === APPOINTMENT ? ende : null,
      title: titel,
      owner: ownerOf(kid),
      deadline: null,
    })),
    ...contracts.map(({ id, kid, frist }) => ({
      id: `contract-${id}-${frist.datum}`,
      path: `/contracts/${id}`,
      start: frist.datum,
      end: null,
      title: names.contracts?.[id] ?? null,
      owner: ownerOf(kid),
      deadline: frist.art,
    })),
  ];
};
