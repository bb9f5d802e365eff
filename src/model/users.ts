import { defineContact, masterData } from './contact.ts';
import { boolean, email, instant, text } from './field.ts';
import { foldedBy } from './folds.ts';
import { givesAccess, guarded, quota, unique } from './rules.ts';

/** The `rolle` of those who administer the organisation (rules 8.2). */
export const ADMINISTRATOR = 'admin';

export const users = defineContact({
  path: 'users',
  title: 'User',
  about: 'An employee of the organisation.',
  scope: 'users',
  called: { by: ['vorname', 'name'], beside: 'email' },
  search: { index: 'users' },
  fields: {
    ...masterData,
    email: email('E-Mail', { required: true, search: true, filter: true, folds: 'address' }),
    rolle: text('Rolle', { list: 'rolle', filter: true, folds: 'case' }),
    lizenz: boolean('Lizenz', { default: false }),
    lizenz_typ: text('Lizenztyp', { list: 'lizenzTyp' }),
    aktiv: boolean('Aktiv', { default: true, filter: true }),
    letzter_login: instant('Letzter Login', { server: true }),
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
  ],
  login: { by: 'email', while: 'aktiv', as: 'rolle' },
  rules: [
    unique('contact_user_email', foldedBy('address', 'email'), 'email_not_unique'),
    quota({ field: 'lizenz', plan: 'licenses', code: 'license_quota_exceeded', index: 'contact_user_licence' }),
    guarded({
      field: 'rolle',
      value: ADMINISTRATOR,
      changes: ['rolle', 'aktiv', 'email'],
      code: 'administrator_required',
      last: 'last_administrator',
    }),
    givesAccess('aktiv'),
  ],
  rows: { section: 'users' },
});
