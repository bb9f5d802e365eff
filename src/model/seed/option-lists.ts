/** Select lists before an organisation changes them (rules 9.5). Values are stored, displays are shown. */

import { lookupTable } from '../../shared/lookup-table.ts';
import { rolesOf, type StoredRoles } from '../../shared/roles.ts';
import type { ListedType, Option } from '../declaration/field-shape.ts';
import { countries } from './countries.ts';
import { type Sparte, sparten } from './sparten.ts';

const ofNames = (...names: string[]): Option[] => names.map((name) => ({ value: name, display: name }));
const numbered = (from: number, ...names: string[]): Option[] =>
  names.map((display, i) => ({ value: from + i, display }));
const keyed = (pairs: Record<string, string>): Option[] =>
  Object.entries(pairs).map(([value, display]) => ({ value, display }));
/** Ids from `from`, each with a key that is accepted in its place. */
const named = (from: number, pairs: Record<string, string>): Option[] =>
  Object.entries(pairs).map(([key, display], i) => ({ value: from + i, display, keys: [key] }));

/** Value of the list `nummernArt`: VU-Nummer (BaFin). */
export const VU_NUMBER_KIND = 10;

/** The type that all values of a list have (derive/org-settings/settings-schema.ts); a list that is yet to be filled holds texts. */
export const listedType = ([first]: readonly Option[]): ListedType =>
  typeof first?.value === 'number' ? 'number' : 'string';

export const optionLists: Readonly<Record<string, readonly Option[]>> = lookupTable({
  kontaktArt: numbered(0, 'Kunde', 'Interessent', 'Inaktiv', 'Verstorben', 'Lead', 'Empfehlung', 'Kontakt'),
  anrede: ofNames('Frau', 'Herr', 'Firma', 'Familie'),
  familienstand: ofNames(
    'ledig',
    'verheiratet',
    'geschieden',
    'verwitwet',
    'getrennt lebend',
    'eingetragene Lebenspartnerschaft',
    'eheähnliche Gemeinschaft',
  ),
  nation: countries.map((country) => ({ ...country, keys: [country.display] })),
  adressArt: numbered(
    0,
    'Hauptadresse',
    'Postadresse',
    'Geschäftlich',
    'Zweitwohnsitz',
    'Rechnungsadresse',
    'Sonstige',
  ),
  kontaktdatenArt: ofNames('E-Mail', 'Telefon'),
  bankTyp: [
    { value: '0', display: 'Konto' },
    { value: '1', display: 'Depot' },
  ],
  nummernArt: numbered(
    1,
    'Steuernummer',
    'Steuer-ID',
    'Rentenversicherungsnummer',
    'Krankenversichertennummer',
    'Handelsregisternummer',
    'Umsatzsteuer-ID',
    'Kundennummer beim Anbieter',
    'Vermittlernummer',
    'Sonstige',
    'VU-Nummer (BaFin)',
  ),
  ausweisArt: [
    { value: 'Personalausweis', display: 'Personalausweis' },
    { value: 'Reisepass', display: 'Reisepass' },
  ],
  berufsstatus: ofNames(
    'Angestellt',
    'Arbeiter',
    'Beamter',
    'Selbstständig',
    'Freiberufler',
    'Geschäftsführender Gesellschafter',
    'Auszubildender',
    'Student',
    'Schüler',
    'Rentner',
    'Hausfrau/Hausmann',
    'Arbeitssuchend',
    'Elternzeit',
    'Sonstiges',
  ),
  partnerKategorie: ofNames(
    'Versicherer',
    'Bank',
    'Bausparkasse',
    'Fondsgesellschaft',
    'Krankenkasse',
    'Maklerpool',
    'Assekuradeur',
    'Dienstleister',
    'Sonstige',
  ),
  lizenzTyp: keyed({ voll: 'Vollzugang', innendienst: 'Innendienst', lesend: 'Nur lesen' }),
  aktivitaetKategorie: named(1, {
    aufgabe: 'Aufgabe',
    termin: 'Termin',
    email: 'E-Mail',
    telefon: 'Telefon',
    notiz: 'Notiz',
  }),
  aktivitaetStatus: named(0, { offen: 'Offen', erledigt: 'Erledigt' }),
  finanzBereich: numbered(1, 'Einnahme', 'Ausgabe', 'Vermögen'),
  einkommensart: numbered(
    1,
    'Nichtselbstständige Arbeit',
    'Selbstständige Arbeit',
    'Gewerbebetrieb',
    'Vermietung und Verpachtung',
    'Kapitalvermögen',
    'Rente',
    'Kindergeld',
    'Unterhalt',
    'Sonstige',
  ),
  zahlweise: keyed({
    monatlich: 'Monatlich',
    vierteljaehrlich: 'Vierteljährlich',
    halbjaehrlich: 'Halbjährlich',
    jaehrlich: 'Jährlich',
    einmalig: 'Einmalig',
  }),
  zahlungsintervall: ofNames('jährlich', 'halbjährlich', 'vierteljährlich', 'monatlich', 'einmalig', 'beitragsfrei'),
  vertragStatus: ofNames(
    'aktiv',
    'beantragt',
    'angefragt',
    'ruhend',
    'beitragsfrei',
    'gekündigt',
    'beendet',
    'storniert',
    'abgelehnt',
  ),
  personenRolle: numbered(
    1,
    'Versicherungsnehmer',
    'Versicherte Person',
    'Mitversicherte Person',
    'Beitragszahler',
    'Fahrer',
    'Fahrzeughalter',
    'Bezugsberechtigter',
    'Kontoinhaber',
    'Sonstige Person',
  ),
  schadenArt: ofNames(
    'Kfz-Unfall',
    'Kfz-Kasko',
    'Glasschaden',
    'Wildschaden',
    'Haftpflichtschaden',
    'Leitungswasser',
    'Sturm/Hagel',
    'Elementarschaden',
    'Feuer',
    'Einbruchdiebstahl',
    'Fahrraddiebstahl',
    'Vandalismus',
    'Unfall mit Verletzung',
    'Rechtsschutzfall',
    'Krankheit',
    'Berufsunfähigkeit',
    'Sonstiges',
  ),
  zielArt: numbered(
    1,
    'Immobilie',
    'Fahrzeug',
    'Altersvorsorge',
    'Ausbildung der Kinder',
    'Reise',
    'Rücklage',
    'Entschuldung',
    'Sonstiges',
  ),
  prioritaet: numbered(1, 'Hoch', 'Mittel', 'Niedrig'),
});

/** The settings of an organisation that lists are generated from. */
export interface ListSettings {
  readonly billing_companies?: readonly string[];
  /** Ids of deactivated Sparten. */
  readonly sparten_off?: readonly number[];
  readonly roles?: StoredRoles;
}

/** Entries that can be chosen, and those that are shown where a record still has them. */
export interface GeneratedList {
  /** A description of the list and of the page where it is changed, for error messages. */
  readonly what: string;
  readonly options: readonly Option[];
  readonly retired?: readonly Option[];
}

const sparteOption = (sparte: Sparte): Option => ({ value: sparte.id, display: sparte.name, keys: [sparte.sparte] });

const billingCompanies = ({ billing_companies: companies = [] }: ListSettings): readonly Option[] => [
  { value: 0, display: 'Hauptfirma', isOrganisation: true },
  ...numbered(1, ...companies),
];

const roleOptions = ({ roles }: ListSettings): readonly Option[] =>
  rolesOf(roles).map(({ id, name }) => ({ value: id, display: name }));

const templateKinds = keyed({ letter: 'Brief', mail: 'E-Mail', record: 'Dokumentation' });
const templateSections = keyed({
  customers: 'Kunde',
  contracts: 'Vertrag',
  damages: 'Schaden',
  products: 'Produktpartner',
});

/** Lists that are made of settings of their own, and are changed there alone. */
export const generatedLists: Readonly<Record<string, (settings: ListSettings) => GeneratedList>> = lookupTable({
  sparten: ({ sparten_off: off = [] }: ListSettings) => ({
    what: 'the Sparten in use, which the settings page switches on and off',
    options: sparten.filter(({ id }) => !off.includes(id)).map(sparteOption),
    retired: sparten.filter(({ id }) => off.includes(id)).map(sparteOption),
  }),
  abrFirma: (settings: ListSettings) => ({
    what: 'the billing companies, which the settings page and broker-crm org set name',
    options: billingCompanies(settings),
  }),
  rolle: (settings: ListSettings) => ({
    what: 'the roles, which the settings page and broker-crm role change',
    options: roleOptions(settings),
  }),
  vorlagenArt: () => ({ what: 'the kinds of templates, which never change', options: templateKinds }),
  vorlagenBereich: () => ({ what: 'the record kinds that have templates', options: templateSections }),
});

/** Generated lists whose entries can be removed only while no record has them. */
export const lockedLists: Readonly<Record<string, (settings: ListSettings) => readonly Option[]>> = lookupTable({
  abrFirma: billingCompanies,
  rolle: roleOptions,
});

/** All lists that every organisation has, as they are before it changes anything. */
const listsAtFirst: readonly (readonly [string, readonly Option[]])[] = [
  ...Object.entries(optionLists),
  ...Object.entries(generatedLists).map(([name, make]) => [name, make({}).options] as const),
];

/** Names of all lists that every organisation has. */
export const listNames: readonly string[] = listsAtFirst.map(([name]) => name);

/** The type of the values of each list. */
export const listedTypes: ReadonlyMap<string, ListedType> = new Map(
  listsAtFirst.map(([name, options]) => [name, listedType(options)]),
);
