/** Shape of the sample data. Records name each other by `key`; ids come from the database when they are made. */
import type { Values } from '../../declaration/field-shape.ts';

/** A date relative to the day the sample data is made; with `year`, its day and month in that year. */
export interface RelativeDate {
  readonly inDays: number;
  readonly year?: number;
}

/** A value that is replaced by a date when the sample data is made. */
export const inDays = (days: number, year?: number): RelativeDate =>
  year === undefined ? { inDays: days } : { inDays: days, year };

/** The date of a relative one. @param day returns the date that is so many days from today */
const dateOf = ({ inDays: days, year }: RelativeDate, day: (days: number) => string): string => {
  const date = day(days);
  if (year === undefined) return date;
  const rest = date.slice(4);
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
};

/** Values with their relative dates replaced. */
export const withDates = (values: Values, day: (days: number) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'inDays' in value ? dateOf(value as RelativeDate, day) : value,
    ]),
  );

/** A day or time relative to the day the sample data is made, so that a demo never looks years old. */
interface DemoActivity {
  readonly fields: Values;
  /** Key of the user who does it. */
  readonly verantwortlich?: string;
  /** Days from today; negative for the past. */
  readonly inDays: number;
  /** Time of day, `HH:MM`. */
  readonly at: string;
  readonly minutes: number;
}

interface DemoContract {
  /** `sparte` is a key of the Sparten list. */
  readonly fields: Values;
  readonly tariffs?: readonly Values[];
  readonly persons?: readonly Values[];
}

interface DemoDamage {
  readonly fields: Values;
  /** Key of the product partner, becomes `vid`. */
  readonly gesellschaft?: string;
  /** Number of a contract of the customer, becomes its id. */
  readonly vertrag?: string;
}

/** A contact and what hangs on every one; the names are those of the paths. */
export interface DemoContact {
  readonly key: string;
  readonly fields: Values;
  readonly addresses?: readonly Values[];
  readonly contacts?: readonly Values[];
  readonly banking?: readonly Values[];
  readonly numbers?: readonly Values[];
  readonly activities?: readonly DemoActivity[];
}

interface DemoPerson extends DemoContact {
  readonly identity?: readonly Values[];
  readonly jobs?: readonly Values[];
}

export interface DemoCustomer extends DemoPerson {
  /** Key of the user in charge. */
  readonly betreuer: string;
  readonly contracts?: readonly DemoContract[];
  readonly damages?: readonly DemoDamage[];
  readonly finances?: readonly Values[];
  readonly goals?: readonly Values[];
  readonly comments?: readonly string[];
  /** Names of tags. */
  readonly tags?: readonly string[];
}

interface DemoPartner extends DemoContact {
  readonly contactPersons: readonly Values[];
  readonly portals: readonly Values[];
}

type DemoUser = DemoPerson;

/** `to` is what `name` says to `from`: `beziehung` of a relation below the customer `from` (rules 5.9). */
interface DemoRelation {
  readonly from: string;
  readonly to: string;
  readonly kreis: number;
  readonly name: string;
}

/** A document of the inbox; a PDF or a text, by its name. */
export interface DemoDocument {
  readonly name: string;
  readonly betreff: string;
  readonly absender: string;
  readonly lines: readonly string[];
}

export interface Demo {
  readonly organisation: string;
  readonly users: readonly DemoUser[];
  readonly products: readonly DemoPartner[];
  readonly tags: readonly Values[];
  readonly customers: readonly DemoCustomer[];
  /** Further customers, made in batches behind all others. */
  readonly portfolio: readonly DemoCustomer[];
  /** Documents of the inbox, made with the portfolio. */
  readonly inbox: readonly DemoDocument[];
  /** Shared views of lists. */
  readonly views: readonly Values[];
  readonly relations: readonly DemoRelation[];
}

// Helpers for common data, so that a person takes a few lines.

/** Main address. */
export const home = (strasse: string, plz: string, ort: string, bundesland: string): Values => ({
  art: 0,
  bezeichnung: 'Hauptadresse',
  strasse,
  plz,
  ort,
  bundesland,
});

/** An e-mail address among the contact details, with a consent to advertising. */
export const email = (wert: string, werbung = 0): Values => ({
  ...{ art: 'E-Mail', wert, werbung },
  ...(werbung ? { werbung_seit: inDays(-180), werbung_quelle: 'Unterschrift auf dem Maklervertrag' } : {}),
});
/** A telephone number among the contact details. */
export const phone = (wert: string): Values => ({ art: 'Telefon', wert });

/** A contract in force; `more` adds to or replaces the defaults. */
export const contract = (
  sparte: string,
  gesellschaft: string,
  nummer: string,
  beitrag: string,
  beginn: string | RelativeDate,
  more: Values & { intervall?: string } = {},
): Values => ({ sparte, gesellschaft, nummer, beitrag, intervall: 'jährlich', beginn, status: 'aktiv', ...more });

/** The policy of a contract, as a document. */
export const policyOf = ({ nummer, gesellschaft }: Values): Pick<DemoDocument, 'name' | 'lines'> => ({
  name: `Police ${nummer}.pdf`,
  lines: [`Versicherungsschein ${nummer}`, '', String(gesellschaft)],
});
