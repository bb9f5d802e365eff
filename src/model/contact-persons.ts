/** Contact persons and portals of product partners (rules 9.20). */
import { holder } from './contact.ts';
import { longText, rowId, secret, stamps, text } from './field.ts';
import { defineResource } from './resource.ts';

const partner = () => holder('Produktpartner', 'products', { required: true, codes: { missing: 'missing_kid' } });

export const contactPersons = defineResource({
  path: 'contact-persons',
  table: 'contact_person',
  title: 'Contact person',
  about: 'A person to talk to at a product partner.',
  scope: 'products',
  place: { below: ['products'] },
  search: { index: 'contactPersons' },
  fields: {
    id: rowId(),
    kid: partner(),
    anrede: text('Anrede', { list: 'anrede' }),
    vorname: text('Vorname', { search: true }),
    name: text('Name', { search: true, filter: true, folds: 'case' }),
    position: text('Position', { search: true }),
    bereich: text('Bereich', { search: true }),
    email: text('E-Mail', { search: true, filter: true, folds: 'case' }),
    telefon: text('Telefon', { search: true }),
    mobil: text('Mobil', { search: true }),
    ...stamps(),
  },
});

export const portals = defineResource({
  path: 'portals',
  table: 'portal',
  title: 'Portal',
  about: 'A broker portal of a product partner with its login.',
  scope: 'products',
  place: { below: ['products'] },
  search: { emptyIndex: 'portals' },
  fields: {
    id: rowId(),
    kid: partner(),
    art: text('Art'),
    name: text('Name'),
    url: text('Adresse', { max: 2000 }),
    user: text('Benutzername'),
    pass: secret('Passwort'),
    zusatz: longText('Zusatz'),
    ...stamps(),
  },
});
