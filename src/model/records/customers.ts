import { reference } from '../declaration/field.ts';
import { defineContact, masterData } from '../parts/contact.ts';
import { contactFilters } from '../parts/contact-parts.ts';

const slaveKid = reference('The customer that went, at a merge.', 'customers', { always: true });

export const customers = defineContact({
  path: 'customers',
  title: 'Customer',
  about: 'A person or a company in the care of the organisation.',
  scope: 'customers',
  // Totals of filters of parts take the deleted customers away.
  storage: { section: 'customers', indexes: ['contact_gone (org_id, section, id) where del <> 0'] },
  responses: { create: 'record', deleted: true, noFieldsStatus: 422 },
  codes: { invalidItem: 'invalid_object' },
  filtersBelow: contactFilters,
  search: { index: 'customers' },
  layout: {
    label: 'Kunden',
    icon: 'users',
    nav: ['stock', 10],
    head: ['kontakt_art', 'geb', 'contacts.telefon', 'betreuer', 'contacts.email'],
    columns: ['name', 'kontakt_art', 'addresses.ort', 'contacts.telefon', 'geb', 'betreuer', 'edit_datum'],
    form: [
      ...['anrede', 'vorname', 'name', 'geb', 'addresses.strasse', 'addresses.plz', 'addresses.ort'],
      ...['contacts.telefon', 'contacts.email', 'banks.iban', 'betreuer', 'kontakt_art'],
    ],
    overview: ['contracts', 'damages', 'activities', 'comments'],
    groups: {
      Person: [
        ...['anrede', 'titel', 'vorname', 'name', 'namenszusatz', 'geb', 'geb_ort', 'geb_name'],
        ...['nation', 'familienstand', 'datum_heirat', 'datum_scheidung'],
      ],
      Betreuung: ['betreuer', 'kontakt_art', 'nummer', 'datum_erstkontakt', 'kommentar', 'briefanrede'],
    },
  },
  fields: masterData,
  embeds: [
    { when: 'with_addresses', as: 'addresses', of: 'addresses', by: { column: 'kid' } },
    { when: 'with_contacts', as: 'contacts', of: 'contacts', by: { column: 'kid' } },
    {
      when: 'with_banks',
      as: 'banks',
      of: 'banking',
      by: { column: 'kid' },
      about: 'Product partners and users call it `with_banking`.',
    },
    { when: 'with_numbers', as: 'numbers', of: 'numbers', by: { column: 'kid' } },
    { when: 'with_identifications', as: 'identifications', of: 'identity', by: { column: 'kid' } },
    { when: 'with_jobs', as: 'jobs', of: 'jobs', by: { column: 'kid' } },
  ],
  events: { customEvents: { merge: { slave_kid: slaveKid } } },
});
