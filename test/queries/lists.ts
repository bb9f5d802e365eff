/** The lists of the API and what they are narrowed and sorted by, written by hand from the specification (rules 4.9, 4.10). */
import type { Scale } from './model.ts';

export interface ListOf {
  /** Below a record, `{customer}`, `{contract}` or `{partner}` is replaced by its number. */
  readonly path: string;
  readonly by: Readonly<Record<string, Scale>>;
  /** Answers `{items}` without paging. */
  readonly short?: true;
}

const stamps = { insert_datum: 'second', edit_datum: 'second' } as const;
const days = { insert_datum: 'day', edit_datum: 'day' } as const;
const contact = { betreuer: 'number', kontakt_art: 'number', geb: 'date', ...days } as const;
const damage = {
  vid: 'number',
  datum_schaden: 'date',
  datum_meldung_makler: 'date',
  datum_meldung_gesellschaft: 'date',
  datum_erledigt: 'date',
  betrag: 'number',
  reserve: 'number',
  leistung: 'number',
  ...stamps,
} as const;
const finance = {
  bereich: 'number',
  ek_art: 'number',
  betrag: 'number',
  est: 'number',
  beginn: 'date',
  ende: 'date',
  stkl: 'number',
  zkf: 'number',
  gwv: 'number',
  vwl: 'number',
  vwl_ag: 'number',
  fb: 'number',
  re4: 'number',
  ...stamps,
} as const;
const goal = { type: 'number', priority: 'number', end: 'date', value: 'number', ...stamps } as const;
const activity = {
  kategorie: 'number',
  status: 'number',
  verantwortlich: 'number',
  start: 'second',
  ende: 'second',
  ...stamps,
} as const;
const document = { ordner: 'number', vid: 'number', schaden: 'number', datum: 'date', ...stamps } as const;
const contract = { sparte: 'number', beginn: 'date', ablauf: 'date', ...stamps } as const;
const kid = { kid: 'number' } as const;

/** Lists with filters, on their own and below a record. */
export const kindLists: readonly ListOf[] = [
  { path: 'customers', by: contact },
  { path: 'products', by: contact },
  { path: 'users', by: contact },
  { path: 'contracts', by: { ...kid, ...contract } },
  { path: 'damages', by: { ...kid, ...damage } },
  { path: 'activities', by: { ...kid, ...activity } },
  { path: 'finances', by: { ...kid, ...finance } },
  { path: 'goals', by: { ...kid, ...goal } },
  { path: 'documents', by: { ...kid, ...document } },
  { path: 'contact-persons', by: { ...kid, ...stamps } },
  { path: 'portals', by: { ...kid, ...stamps } },
  { path: 'customers/{customer}/contracts', by: contract },
  { path: 'customers/{customer}/damages', by: damage },
  { path: 'customers/{customer}/activities', by: activity },
  { path: 'customers/{customer}/finances', by: finance },
  { path: 'customers/{customer}/goals', by: goal },
  { path: 'customers/{customer}/documents', by: document },
];

/** Parts, annotations and catalogues: their stamps alone. */
export const partLists: readonly ListOf[] = [
  ...['addresses', 'contacts', 'banking', 'numbers', 'identity', 'jobs'].map((part) => ({
    path: `customers/{customer}/${part}`,
    by: stamps,
  })),
  { path: 'contracts/{contract}/persons', by: stamps },
  { path: 'contracts/{contract}/tariffs', by: stamps },
  { path: 'customers/{customer}/comments', by: stamps },
  { path: 'customers/{customer}/followers', by: { insert_datum: 'second' } },
  { path: 'customers/{customer}/tags', by: { insert_datum: 'second' } },
  { path: 'customers/{customer}/links', by: { insert_datum: 'second' }, short: true },
  { path: 'customers/{customer}/relations', by: {}, short: true },
  { path: 'customers/{customer}/documents/folders', by: stamps, short: true },
  { path: 'system/tags', by: { insert_datum: 'day' }, short: true },
  { path: 'system/sparten', by: {}, short: true },
  { path: 'system/relations', by: {}, short: true },
];
