/**
 * Common parts of customers, product partners and users: they are contacts of one table and one number range (rules
 * 1.1), with the same master data (rules 9.19, 9.21).
 */
import { date, int, longText, monthDay, reference, rowId, stamps, text } from '../declaration/field.ts';
import type { Values } from '../declaration/field-shape.ts';
import { type Declaration, defining, type Resource } from '../declaration/resource.ts';
import { kinds } from '../declaration/value-kinds.ts';

/** The salutation line of a letter (rules 5.1). */
const briefanrede = (contact: Values): string => {
  const who = [contact.titel, contact.name]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim()
    .replace(/\s+/g, ' ');
  const greeting = { Frau: 'Sehr geehrte Frau', Herr: 'Sehr geehrter Herr', Familie: 'Sehr geehrte Familie' }[
    String(contact.anrede)
  ];
  return greeting && who ? `${greeting} ${who}` : 'Sehr geehrte Damen und Herren';
};

const birthday = monthDay('Geburtstag (MM-DD)', { filter: true, madeOf: 'geb' });

/** Fields that every contact has. */
export const masterData = {
  id: rowId(),
  kid: int('Kundennummer (intern)', { server: true, sameAs: 'id' }),
  nummer: text('Nummer', { search: true, filter: true }),
  betreuer: reference('Betreuer', 'users', { defaultsTo: 'active-caller', filter: true }),
  kontakt_art: int('Kontaktart', { list: 'kontaktArt', default: 0, filter: true }),
  anrede: text('Anrede', { list: 'anrede' }),
  briefanrede: text('Briefanrede', { server: true, max: 600 }),
  name: text('Name', { search: true, filter: true, folds: 'case' }),
  vorname: text('Vorname', { search: true, filter: true, folds: 'case' }),
  titel: text('Titel', { search: true }),
  namenszusatz: text('Namenszusatz', { search: true }),
  nation: text('Nationalität', { list: 'nation' }),
  geb: date('Geburtsdatum', { search: true, filter: true, past: true, makes: { geburtstag: birthday } }),
  geb_ort: text('Geburtsort', { search: true }),
  geb_name: text('Geburtsname', { search: true }),
  familienstand: text('Familienstand', { list: 'familienstand' }),
  datum_heirat: date('Heiratsdatum'),
  datum_scheidung: date('Scheidungsdatum', { begins: 'datum_heirat' }),
  datum_erstkontakt: date('Erstkontakt'),
  kommentar: longText('Kommentar', { search: true }),
  ...stamps(kinds.day),
};

/** Fields that people know a person by. */
export const personFields: readonly string[] = ['name', 'vorname', 'geb'];

/** Values that follow from others at every write of a contact. */
const completeContact = (contact: Values): Values => ({
  briefanrede: briefanrede(contact),
  nummer: contact.nummer ?? String(contact.id),
});

/** The group of contacts: kinds that share a table, ids, and all rows with a kid. */
export const contactGroup = {
  table: 'contact',
  sequence: 'contact_kid_seq',
  key: 'kid',
  kinds: ['customers', 'products', 'users'],
} as const;

/** The field that names the adviser of a contact, by which a user has own customers. */
export const ADVISER = 'betreuer' satisfies keyof typeof masterData;

/** Filter by the adviser of the customer that a record belongs to. */
export const adviserOfCustomer = {
  column: contactGroup.key,
  table: contactGroup.table,
  section: 'customers',
  field: masterData.betreuer,
};

/** The contact that a record belongs to, named by its kid. */
export const belongsTo = (
  label: string,
  to: string | readonly string[],
  traits: Parameters<typeof reference>[2] = {},
) => reference(label, to, { key: contactGroup.key, filter: true, missing: 'customer_not_found', ...traits });

const contact = defining({
  nesting: { key: contactGroup.key },
  storage: { sequence: contactGroup.sequence },
  requests: { batch: 'everywhere', unknownFields: 'drop' },
  responses: { metadata: 'grouped', batchKid: true },
  imports: { person: personFields, match: [['nummer'], personFields] },
});

/** One of the three kinds of contact. */
export const defineContact = (said: Omit<Declaration, 'table' | 'completes'>): Resource =>
  contact({
    displayName: { by: ['vorname', 'name'] },
    ...said,
    table: contactGroup.table,
    completes: completeContact,
  });
