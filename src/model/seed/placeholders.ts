/** Groups of placeholders in templates: the record kind that a group has the fields of, and further ones. */

/** Groups with the fields of a record kind. */
export const fieldGroups = {
  kunde: { label: 'Kunde', section: 'customers' },
  vertrag: { label: 'Vertrag', section: 'contracts' },
  schaden: { label: 'Schaden', section: 'damages' },
  gesellschaft: { label: 'Gesellschaft', section: 'products' },
} as const;

/** A group with the fields of a record kind. */
export type FieldGroup = keyof typeof fieldGroups;

/** Record kinds that have templates: their groups, and the field that names the record of each. */
export const groupsOf = {
  customers: { kunde: 'id' },
  contracts: { kunde: 'kid', vertrag: 'id', gesellschaft: 'gesellschaft_kid' },
  damages: { kunde: 'kid', vertrag: 'vertrag', schaden: 'id', gesellschaft: 'vid' },
  products: { gesellschaft: 'id' },
} as const satisfies Readonly<Record<string, Partial<Readonly<Record<FieldGroup, string>>>>>;

/** A record kind that has templates. */
export type TemplateSection = keyof typeof groupsOf;

/** Their names. */
export const templateSections = Object.keys(groupsOf) as readonly TemplateSection[];

/** Whom a mail about a record may go to: groups of contacts. */
export const recipientGroups = ['kunde', 'gesellschaft'] as const satisfies readonly FieldGroup[];

/** One of them. */
export type RecipientGroup = (typeof recipientGroups)[number];

/** The address of a contact in lines, as on a letter: a placeholder of each group of contacts. */
export const ADDRESS = { name: 'anschrift', label: 'Anschrift', groups: ['kunde', 'gesellschaft'] } as const;

/** Fields that the service sets and texts use. */
export const SALUTATION = 'briefanrede';

/** Placeholders of every template. */
export const furtherPlaceholders = [
  { name: 'betreuer.name', group: 'Betreuer', label: 'Name' },
  { name: 'betreuer.email', group: 'Betreuer', label: 'E-Mail' },
  { name: 'betreuer.telefon', group: 'Betreuer', label: 'Telefon' },
  { name: 'betreuer.anschrift', group: 'Betreuer', label: 'Anschrift' },
  { name: 'betreuer.signatur', group: 'Betreuer', label: 'Signatur' },
  { name: 'firma.name', group: 'Firma', label: 'Name' },
  { name: 'heute', group: 'Heute', label: 'Datum' },
] as const;
