import { boolean, date, email, instant, longText, reference, text } from '../declaration/field.ts';
import { foldedBy } from '../declaration/folds.ts';
import { givesAccess, guarded, quota, unique } from '../declaration/rules.ts';
import { defineContact, masterData } from '../parts/contact.ts';
import { contactFilters } from '../parts/contact-parts.ts';

/** The `rolle` of administrators of the organisation (rules 8.2). */
export const ADMINISTRATOR = 'admin';

export const users = defineContact({
  path: 'users',
  title: 'User',
  about: 'An employee of the organisation.',
  scope: 'users',
  displayName: { by: ['vorname', 'name'], extra: 'email' },
  filtersBelow: contactFilters,
  search: { index: 'users' },
  layout: {
    label: 'Team',
    icon: 'id',
    nav: ['team', 10],
    head: ['rolle', 'aktiv', 'email'],
    columns: ['name', 'email', 'rolle', 'aktiv', 'letzter_login'],
    groups: {
      Zugang: ['email', 'rolle', 'aktiv', 'lizenz', 'lizenz_typ', 'letzter_login'],
      Vertretung: ['vertretung_kid', 'vertretung_von', 'vertretung_bis'],
    },
  },
  fields: {
    ...masterData,
    email: email('E-Mail', { required: true, search: true, filter: true, folds: 'address' }),
    rolle: text('Rolle', { list: 'rolle', filter: true, folds: 'case' }),
    lizenz: boolean('Lizenz', { default: false }),
    lizenz_typ: text('Lizenztyp', { list: 'lizenzTyp' }),
    aktiv: boolean('Aktiv', { default: true, filter: true }),
    signatur: longText('Signatur'),
    vertretung_kid: reference('Vertretung durch', 'users'),
    vertretung_von: date('Vertretung ab'),
    vertretung_bis: date('Vertretung bis', { begins: 'vertretung_von' }),
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
      exceeds: 'role_exceeds_own_scopes',
      last: 'last_administrator',
    }),
    ...['aktiv', 'rolle', 'vertretung_kid', 'vertretung_von', 'vertretung_bis'].map(givesAccess),
  ],
  storage: { section: 'users' },
});
