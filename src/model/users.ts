import { defineContact, masterData } from './contact.ts';
import { boolean, instant, text } from './field.ts';

/** The `rolle` of those who administer the organisation (rules 8.2). */
export const ADMINISTRATOR = 'admin';

export const users = defineContact({
  path: 'users',
  title: 'User',
  about: 'An employee of the organisation.',
  scope: 'users',
  search: { index: 'users' },
  fields: {
    ...masterData,
    email: text('E-Mail', { required: true, search: true, filter: true }),
    rolle: text('Rolle', { list: 'rolle', filter: true }),
    lizenz: boolean('Lizenz', { default: false }),
    lizenz_typ: text('Lizenztyp', { list: 'lizenzTyp' }),
    aktiv: boolean('Aktiv', { default: true, filter: true }),
    letzter_login: instant('Letzter Login', { server: true }),
  },
  embeds: [
    { when: 'with_addresses', as: 'addresses', of: 'addresses', by: { column: 'kid' } },
    { when: 'with_contacts', as: 'contacts', of: 'contacts', by: { column: 'kid' } },
    { when: 'with_banking', as: 'banking', of: 'banking', by: { column: 'kid' } },
  ],
  settles: 'aktiv',
  login: { by: 'email', while: 'aktiv', as: 'rolle' },
  guards: [
    {
      field: 'rolle',
      value: ADMINISTRATOR,
      changes: ['rolle', 'aktiv', 'email'],
      code: 'administrator_required',
      last: 'last_administrator',
    },
  ],
  unique: { contact_user_email: 'email_not_unique' },
  quota: { field: 'lizenz', plan: 'licenses', code: 'license_quota_exceeded' },
  rows: {
    section: 'users',
    indexes: [
      "unique contact_user_email (org_id, lower(email)) where section = 'users' and del = 0",
      "contact_user_licence (org_id) where section = 'users' and del = 0 and lizenz",
    ],
  },
});
