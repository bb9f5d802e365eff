import { defineContact, masterData } from './contact.ts';
import { refersTo } from './field.ts';

const slaveKid = refersTo('The customer that went, at a merge.', 'customers', { always: true });

export const customers = defineContact({
  path: 'customers',
  title: 'Customer',
  about: 'A person or a company in the care of the organisation.',
  scope: 'customers',
  rows: { section: 'customers' },
  answers: { create: 'record', deleted: true, noFieldsStatus: 422 },
  codes: { invalidItem: 'invalid_object' },
  search: { index: 'customers' },
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
  events: { further: { merge: { slave_kid: slaveKid } } },
});
