/** Shape of the sample data. Records name each other by `key`; ids come from the database when they are made. */
import type { Values } from '../../field-shape.ts';

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

export interface DemoPartner extends DemoContact {
  readonly contactPersons: readonly Values[];
  readonly portals: readonly Values[];
}

export type DemoUser = DemoPerson;

/** `to` is what `name` says to `from`: `beziehung` of a relation below the customer `from` (rules 5.9). */
export interface DemoRelation {
  readonly from: string;
  readonly to: string;
  readonly kreis: number;
  readonly name: string;
}

export interface Demo {
  readonly organisation: string;
  readonly users: readonly DemoUser[];
  readonly products: readonly DemoPartner[];
  readonly tags: readonly Values[];
  readonly customers: readonly DemoCustomer[];
  readonly relations: readonly DemoRelation[];
}

// Makers for what nearly every customer has, so that a person stays a few lines.

/** Main address. */
export const home = (strasse: string, plz: string, ort: string, bundesland: string): Values => ({
  art: 0,
  bezeichnung: 'Hauptadresse',
  strasse,
  plz,
  ort,
  bundesland,
});

/** An e-mail address among the contact details. */
export const email = (wert: string, werbung = 0): Values => ({ art: 'E-Mail', wert, werbung });
/** A telephone number among the contact details. */
export const phone = (wert: string): Values => ({ art: 'Telefon', wert });
/** A bank account. */
export const account = (inhaber: string, iban: string): Values => ({ inhaber, iban, institut: 'Beispielbank' });

/** A contract in force; `more` adds to or replaces what is usual. */
export const contract = (
  sparte: string,
  gesellschaft: string,
  nummer: string,
  beitrag: string,
  beginn: string,
  more: Values & { intervall?: string } = {},
): Values => ({ sparte, gesellschaft, nummer, beitrag, intervall: 'jährlich', beginn, status: 'aktiv', ...more });
