/** Sub-records of customers, product partners and users; they exist only below these (rules 9.2, 9.3). */

import { date, flag, int, rowId, stamps, text } from '../declaration/field.ts';
import type { Values } from '../declaration/field-shape.ts';
import { definePart, type Moment } from '../declaration/resource.ts';
import { contactGroup } from './contact.ts';

const persons = ['customers', 'users'];
const kid = () => int('Kontakt', { server: true, always: true });

export const addresses = definePart({
  path: 'addresses',
  table: 'address',
  title: 'Address',
  about: 'A postal address of a contact.',
  nesting: { below: contactGroup.kinds },
  search: { withParent: true },
  imports: { identity: ['strasse', 'plz', 'ort'], usualArt: '0' },
  fields: {
    id: rowId(),
    kid: kid(),
    art: int('Adressart', { list: 'adressArt' }),
    bezeichnung: text('Bezeichnung', { format: 'term' }),
    adresszusatz: text('Adresszusatz', { search: true }),
    strasse: text('Straße', { search: true }),
    plz: text('PLZ', { search: true, filter: true, folds: 'case', format: 'plz' }),
    ort: text('Ort', { search: true, filter: true, folds: 'case' }),
    bundesland: text('Bundesland'),
    ...stamps(),
  },
});

/** A consent that is given has the present day, unless another one is named; withdrawing it clears day and source (rules 9.3). */
const consent = ({ werbung, werbung_seit }: Values, before: Values | null, { now }: Moment): Values => {
  if (Boolean(werbung) === Boolean(before?.werbung)) return {};
  if (!werbung) return { werbung_seit: null, werbung_quelle: null };
  return werbung_seit ? {} : { werbung_seit: now.slice(0, 'YYYY-MM-DD'.length) };
};

/** The kind of contact details that are e-mail addresses. */
export const MAIL_ART = 'E-Mail';

export const contactDetails = definePart({
  path: 'contacts',
  table: 'contact_detail',
  title: 'Contact detail',
  about: 'An e-mail address or telephone number of a contact.',
  nesting: { below: contactGroup.kinds },
  search: { withParent: true },
  imports: { identity: ['wert'] },
  fields: {
    id: rowId(),
    kid: kid(),
    art: text('Art', { list: 'kontaktdatenArt', required: true }),
    wert: text('Wert', {
      required: true,
      search: true,
      formatBy: { field: 'art', formats: { [MAIL_ART]: 'email', Telefon: 'phone' } },
    }),
    werbung: flag('Werbeeinwilligung', { default: 0, filter: true }),
    werbung_seit: date('Einwilligung seit'),
    werbung_quelle: text('Quelle der Einwilligung'),
    ...stamps(),
  },
  completes: consent,
});

/** Parts that narrow the lists of contacts. */
export const contactFilters = { addresses, contacts: contactDetails };

export const banking = definePart({
  path: 'banking',
  table: 'bank_account',
  title: 'Bank account',
  about: 'A bank account or a securities account of a contact.',
  nesting: { below: contactGroup.kinds },
  search: { withParent: true },
  imports: { identity: ['iban'] },
  fields: {
    id: rowId(),
    kid: kid(),
    typ: text('Typ', { list: 'bankTyp', default: '0' }),
    inhaber: text('Inhaber', { search: true }),
    nummer: text('Kontonummer (alt)', { search: true }),
    iban: text('IBAN', { search: true, format: 'iban' }),
    bic: text('BIC', { search: true, format: 'bic' }),
    institut: text('Institut', { search: true }),
    ...stamps(),
  },
});

export const numbers = definePart({
  path: 'numbers',
  table: 'contact_number',
  title: 'Number',
  about: 'A tax, insurance or register number of a contact.',
  nesting: { below: contactGroup.kinds },
  search: { withParent: true },
  imports: { identity: ['wert'] },
  fields: {
    id: rowId(),
    kid: kid(),
    art: int('Nummernart', { list: 'nummernArt' }),
    wert: text('Wert', { required: true, search: true }),
    ...stamps(),
  },
});

export const identity = definePart({
  path: 'identity',
  table: 'identity_document',
  title: 'Identity document',
  about: 'An identity card or passport of a person.',
  nesting: { below: persons },
  search: { withParent: true },
  fields: {
    id: rowId(),
    kid: kid(),
    art: text('Ausweisart', { list: 'ausweisArt' }),
    behoerde: text('Ausstellende Behörde', { search: true }),
    ausgestellt: date('Ausgestellt am'),
    gueltig: date('Gültig bis', { begins: 'ausgestellt' }),
    ...stamps(),
  },
});

export const jobs = definePart({
  path: 'jobs',
  table: 'job',
  title: 'Job',
  about: 'An employment of a person.',
  nesting: { below: persons },
  search: { withParent: true },
  imports: { identity: ['arbeitgeber'] },
  fields: {
    id: rowId(),
    kid: kid(),
    arbeitgeber: text('Arbeitgeber', { search: true }),
    beruf: text('Beruf', { search: true }),
    berufsstatus: text('Berufsstatus', { list: 'berufsstatus' }),
    datum_eintritt: date('Eintritt'),
    datum_austritt: date('Austritt', { begins: 'datum_eintritt' }),
    ...stamps(),
  },
});
