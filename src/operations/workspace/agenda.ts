/**
 * GET `/v3/agenda`: the work that is due, in groups (rules 16.20). Each group is the beginning of a list, read by the operation of that
 * list with the query of its address: so its total is that of the list.
 */
import { phonesStatement } from '../../derive/sql/phones-sql.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { MAX_AGENDA_ITEMS } from '../../shared/limits.ts';
import { mayRead, requireAny } from '../call/authorize.ts';
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { parseCall } from '../call/parse-call.ts';
import { list } from '../records/list.ts';
import { listDeadlines, today } from './deadlines.ts';

/** Days of the period where the query names no end. */
const USUAL_DAYS = 7;
/** Days after which an open damage is due. */
const DAMAGE_DAYS = 14;
const YEAR_DAYS = 365;

/** A day some days later. @param day `YYYY-MM-DD` */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, day.length);

/** A group: the scope family and address of its list, and the parameter of the adviser there. */
interface Group {
  readonly scope: string;
  readonly address: string;
  readonly adviser: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Filter of records that name their adviser themselves. */
const OWN_ADVISER = 'verantwortlich';

const monthDay = (day: string): string => day.slice('YYYY-'.length);

const groupsOf = (from: string, to: string): Readonly<Record<string, Group>> => ({
  tasks: {
    scope: 'activities',
    address: 'activities',
    adviser: OWN_ADVISER,
    query: { kategorie: '1', status: '0', 'start[lte]': from, sort: 'start' },
  },
  deadlines: {
    scope: 'contracts',
    address: 'contracts/deadlines',
    adviser: 'betreuer',
    query: { from, 'handeln_ab[lte]': to },
  },
  damages: {
    scope: 'damages',
    address: 'damages',
    adviser: 'betreuer',
    query: {
      'datum_erledigt[empty]': 'true',
      'datum_schaden[lt]': addDays(from, -DAMAGE_DAYS),
      draft: '0',
      sort: 'datum_schaden',
    },
  },
  birthdays: {
    scope: 'customers',
    address: 'customers',
    adviser: 'betreuer',
    query: {
      ...(addDays(from, YEAR_DAYS) > to
        ? { 'geburtstag[gte]': monthDay(from), 'geburtstag[lte]': monthDay(to) }
        : { 'geb[empty]': 'false' }),
      sort: 'geburtstag',
    },
  },
});

interface Page {
  readonly total: number;
  readonly items: readonly { readonly kid?: unknown }[];
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const readPage = async (
  call: CallOf<'GET /v3/agenda'>,
  { address }: Group,
  query: Readonly<Record<string, string>>,
): Promise<Page> => {
  const asked = {
    ...call,
    query: { ...query, limit: String(MAX_AGENDA_ITEMS), with_names: String(call.query.with_names) },
  };
  const { body } =
    address === 'contracts/deadlines'
      ? await listDeadlines(parseCall('GET /v3/contracts/deadlines', asked))
      : await list({ ...asked, collection: call.model.collection(address) });
  return JSON.parse(String(body)) as Page;
};

/** Telephone numbers of the customers that items name, for callers that may read these. */
const phonesOf = async ({ db, actor }: SpecialCall, pages: readonly Pick<Page, 'items'>[]) => {
  const kids = new Set(
    pages.flatMap(({ items }) => items.map(({ kid }) => kid)).filter((kid) => typeof kid === 'number'),
  );
  const rows =
    kids.size && actor.scopes.has('v3:customers:read')
      ? await db.read<{ kid: number; phone: string }>(phonesStatement([...kids], actor.orgId))
      : [];
  return Object.fromEntries(rows.map(({ kid, phone }) => [kid, phone]));
};

/** @throws 403 `insufficient_scope` where the caller may read no group */
export const readAgenda = async (call: CallOf<'GET /v3/agenda'>): ResultOf<'GET /v3/agenda'> => {
  const { betreuer: adviser, with_names: withNames, with_phones: withPhones } = call.query;
  const from = call.query.from ?? today(call);
  const to = call.query.to ?? addDays(from, USUAL_DAYS);
  const all = Object.entries(groupsOf(from, to));
  requireAny(
    call.actor,
    all.map(([, { scope }]) => `v3:${scope}:read`),
  );
  const may = (family: string): boolean => mayRead(call.actor, family);
  // The adviser of a contract or damage is that of its customer.
  const mayNarrow = ({ adviser: by }: Group): boolean => adviser === null || by === OWN_ADVISER || may('customers');
  const groups = all.filter(([, group]) => may(group.scope) && mayNarrow(group));
  const names: Record<string, Record<string, string>> = {};
  const answered = await Promise.all(
    groups.map(async ([name, group]) => {
      const query = { ...group.query, ...(adviser === null ? {} : { [group.adviser]: String(adviser) }) };
      const page = await readPage(call, group, query);
      for (const [section, known] of Object.entries(page.names ?? {})) names[section] = { ...names[section], ...known };
      const parameters = Object.entries(query).map(([key, value]) => `${key}=${value}`);
      const address = `/v3/${group.address}?${parameters.join('&')}`;
      return [name, { total: page.total, items: page.items, list: address }] as const;
    }),
  );
  const pages = answered.map(([, page]) => page);
  return json(200, {
    ...Object.fromEntries(answered),
    ...(withNames ? { names } : {}),
    ...(withPhones ? { phones: await phonesOf(call, pages) } : {}),
  });
};
