import { longText, text } from '../declaration/field.ts';
import { defineContact, masterData, personFields } from '../parts/contact.ts';
import { contactFilters } from '../parts/contact-parts.ts';

export const products = defineContact({
  path: 'products',
  title: 'Product partner',
  about: 'An insurer, bank or fund company whose products are sold.',
  scope: 'products',
  storage: { section: 'products' },
  filtersBelow: contactFilters,
  search: { index: 'products' },
  imports: { insurers: true, match: [personFields] },
  layout: {
    label: 'Produktpartner',
    icon: 'building-community',
    nav: ['partner', 10],
    head: ['kategorie', 'vermittlernummer', 'contacts.telefon', 'website'],
    columns: ['name', 'kategorie', 'vermittlernummer', 'contacts.telefon', 'website'],
    overview: ['contact-persons', 'portals'],
    groups: { Partner: ['name', 'kurzname', 'kategorie', 'vermittlernummer', 'website', 'notiz'] },
  },
  fields: {
    ...masterData,
    name: text('Name', {
      required: true,
      search: true,
      filter: true,
      folds: 'case',
      codes: { missing: 'missing_name' },
    }),
    kurzname: text('Kurzname', { search: true, filter: true, folds: 'case' }),
    kategorie: text('Kategorie', {
      list: 'partnerKategorie',
      filter: true,
      folds: 'case',
      codes: { unlisted: 'invalid_kategorie' },
    }),
    vermittlernummer: text('Vermittlernummer', { search: true }),
    website: text('Website', { search: true, format: 'url' }),
    notiz: longText('Notiz', { search: true }),
  },
  embeds: [
    { when: 'with_addresses', as: 'addresses', of: 'addresses', by: { column: 'kid' } },
    { when: 'with_contacts', as: 'contacts', of: 'contacts', by: { column: 'kid' } },
    {
      when: 'with_banking',
      as: 'banking',
      of: 'banking',
      by: { column: 'kid' },
      about: 'Customers call it `with_banks`.',
    },
    { when: 'with_contact_persons', as: 'contact_persons', of: 'contact-persons', by: { column: 'kid' } },
    { when: 'with_portals', as: 'portals', of: 'portals', by: { column: 'kid' } },
  ],
});
