/** Contact persons and portals of product partners (rules 9.20). */

import { longText, rowId, secret, stamps, text } from '../declaration/field.ts';
import { defineResource } from '../declaration/resource.ts';
import { belongsTo } from './contact.ts';

const partner = () => belongsTo('Produktpartner', 'products', { required: true, codes: { missing: 'missing_kid' } });

export const contactPersons = defineResource({
  path: 'contact-persons',
  table: 'contact_person',
  title: 'Contact person',
  about: 'A person to talk to at a product partner.',
  scope: 'products',
  nesting: { below: ['products'] },
  search: { index: 'contactPersons' },
  displayName: { by: ['vorname', 'name'] },
  layout: {
    label: 'Ansprechpartner',
    icon: 'address-book',
    nav: ['partner', 20],
    subtitle: ['kid'],
    head: ['kid', 'position', 'telefon', 'email'],
    columns: ['name', 'kid', 'position', 'bereich', 'email', 'telefon'],
  },
  fields: {
    id: rowId(),
    kid: partner(),
    anrede: text('Anrede', { list: 'anrede' }),
    vorname: text('Vorname', { search: true }),
    name: text('Name', { search: true, filter: true, folds: 'case' }),
    position: text('Position', { search: true }),
    bereich: text('Bereich', { search: true }),
    email: text('E-Mail', { search: true, filter: true, folds: 'case', format: 'email' }),
    telefon: text('Telefon', { search: true, format: 'phone' }),
    mobil: text('Mobil', { search: true, format: 'phone' }),
    ...stamps(),
  },
});

export const portals = defineResource({
  path: 'portals',
  table: 'portal',
  title: 'Portal',
  about: 'A broker portal of a product partner with its login.',
  scope: 'products',
  nesting: { below: ['products'] },
  search: { emptyIndex: 'portals' },
  layout: {
    label: 'Portale',
    icon: 'world-share',
    nav: ['partner', 30],
    title: ['name'],
    subtitle: ['kid'],
    head: ['kid', 'url'],
    columns: ['name', 'kid', 'art', 'url', 'user'],
  },
  fields: {
    id: rowId(),
    kid: partner(),
    art: text('Art'),
    name: text('Name'),
    url: text('Adresse', { max: 2000, format: 'url' }),
    user: text('Benutzername'),
    pass: secret('Passwort'),
    zusatz: longText('Zusatz'),
    ...stamps(),
  },
});
