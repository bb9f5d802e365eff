/** Contracts with their insured persons and tariffs (rules 5.3, 9.10). */
import { holder } from './contact.ts';
import { date, flag, int, label, longText, money, refersTo, rowId, stamps, text } from './field.ts';
import { definePart, defineResource } from './resource.ts';
import { hiddenBy } from './rules.ts';

export const contracts = defineResource({
  path: 'contracts',
  table: 'contract',
  title: 'Contract',
  about: 'An insurance or finance contract of a customer.',
  scope: 'contracts',
  called: { by: ['vertragsnummer', 'gesellschaft'] },
  place: { below: ['customers'], knownBelowAs: 'vid' },
  bodies: { batch: 'below', nested: { tariffs: 'tariffs' } },
  answers: { metadata: 'grouped-with-embeds', createFields: ['kid'], deleted: true },
  codes: { missingParent: 'customer_not_found' },
  search: { index: 'contracts' },
  settings: { division: { list: 'sparten', field: 'sparte' } },
  fields: {
    id: rowId(),
    kid: holder('Kunde', 'customers', { required: true, fixed: true, codes: { missing: 'missing_kid' } }),
    sparte: int('Sparte', { list: 'sparten', search: true, filter: 'division' }),
    nummer: text('Vertragsnummer', { search: true, filter: true, folds: 'alphanumeric' }),
    vertragsnummer: text('Vertragsnummer', { sameAs: 'nummer' }),
    gesellschaft: label('Gesellschaft', { search: true, filter: true, folds: 'case' }),
    beitrag: money('Beitrag'),
    intervall: label('Zahlungsintervall'),
    beginn: date('Beginn', { filter: true }),
    ablauf: date('Ablauf', { filter: true }),
    status: label('Status', { filter: true, folds: 'case' }),
    bemerkung: longText('Bemerkung', { search: true }),
    gd_abr_firma: int('Abrechnungsfirma', { list: 'abrFirma', default: 0 }),
    archiv: flag('Archiviert', { default: 0 }),
    ...stamps(),
  },
  embeds: [
    { when: 'with_persons', as: 'persons', of: 'persons', by: { column: 'vid' } },
    { when: 'with_tariffs', as: 'tariffs', of: 'tariffs', by: { column: 'vid' } },
  ],
  rules: [hiddenBy('archiv', { unless: 'with_archived', about: 'Include archived records.' })],
  rows: { indexes: ['contract_gd_abr_firma (org_id, gd_abr_firma) where del = 0 and gd_abr_firma > 0'] },
});

export const persons = definePart({
  path: 'persons',
  table: 'contract_person',
  title: 'Insured person',
  about: 'A person in a contract.',
  place: { below: ['contracts'], parentColumn: 'vid', inherits: ['kid'], verbsBelow: ['list', 'create', 'remove'] },
  bodies: { unknownFields: 'drop' },
  answers: { create: 'id and record' },
  fields: {
    id: rowId(),
    kid: int('Kunde', { server: true, always: true }),
    vid: int('Vertrag', { server: true, always: true }),
    pid: refersTo('Person', 'customers'),
    art: int('Rolle', { min: -32768, max: 32767 }),
    person_art: label('Personenart'),
    name: text('Name'),
    person_name: text('Name der Person'),
    beschreibung: longText('Beschreibung'),
    ranking: int('Reihenfolge', { server: true, ranks: true }),
    ...stamps(),
  },
});

export const tariffs = definePart({
  path: 'tariffs',
  table: 'contract_tariff',
  title: 'Tariff',
  about: 'A tariff of a contract.',
  place: { below: ['contracts'], parentColumn: 'vid', inherits: ['kid'], verbsBelow: ['list', 'create', 'remove'] },
  answers: { create: 'id and record' },
  fields: {
    id: rowId(),
    kid: int('Kunde', { server: true, always: true }),
    vid: int('Vertrag', { server: true, always: true }),
    ranking: int('Reihenfolge', { server: true, ranks: true }),
    name: text('Tarif', { required: true }),
    tarif_id: int('Tarif-ID', { default: -1, min: -1, not: 0 }),
    ...stamps(),
  },
});
