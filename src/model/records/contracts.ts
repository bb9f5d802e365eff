/** Contracts with their insured persons and tariffs (rules 5.3, 9.10). */

import {
  date,
  flag,
  int,
  label,
  longText,
  money,
  reference,
  rowId,
  stamps,
  text,
  yearDay,
} from '../declaration/field.ts';
import { definePart, defineResource, type Resource } from '../declaration/resource.ts';
import { hiddenBy } from '../declaration/rules.ts';
import { adviserOfCustomer, belongsTo } from '../parts/contact.ts';
import { isFinalStatus } from '../seed/final-status.ts';
import { sparten } from '../seed/sparten.ts';

const dayOf = (value: string | null | undefined): string | null => value?.slice(0, 'YYYY-MM-DD'.length) ?? null;

/**
 * A contract has ended where its end is in the past and its Sparte does not renew, or with a final status; `beendet_am` is the
 * day of it, where it is given.
 */
const contractEnd: Resource['retention']['end'] = (values, today) => {
  const end = dayOf(values.ablauf);
  const isFinal = isFinalStatus(values.status);
  const renews = sparten.find(({ id }) => String(id) === values.sparte)?.auto_verlaengerung ?? false;
  const ended = dayOf(values.beendet_am);
  if (ended !== null && (isFinal || (end !== null && end < today && !renews))) return ended;
  // An end that is known counts from that day, also before it.
  if (end !== null && (end < today ? isFinal || !renews : !isFinal && !renews)) return end;
  return isFinal ? dayOf(values.edit_datum ?? values.insert_datum) : null;
};

/** Sparten of vehicles, which have a licence plate. */
const motorSparten = sparten.filter(({ sparte }) => /^(kfz|flotte|schutzbrief)/.test(sparte)).map(({ id }) => id);

export const contracts = defineResource({
  path: 'contracts',
  table: 'contract',
  title: 'Contract',
  about: 'An insurance or finance contract of a customer.',
  scope: 'contracts',
  displayName: { by: ['vertragsnummer', 'gesellschaft'] },
  nesting: { below: ['customers'], foreignKeyName: 'vid' },
  requests: { batch: 'below', nested: { tariffs: 'tariffs' } },
  responses: { metadata: 'grouped-with-embeds', createFields: ['kid'], deleted: true, deadline: true, premium: true },
  codes: { missingParent: 'customer_not_found' },
  filtersThrough: { betreuer: adviserOfCustomer },
  search: { index: 'contracts' },
  retention: {
    endColumns: ['ablauf', 'beendet_am', 'status', 'sparte', 'edit_datum', 'insert_datum'],
    end: contractEnd,
  },
  imports: { match: [['nummer']] },
  layout: {
    label: 'Verträge',
    icon: 'file-certificate',
    nav: ['stock', 20],
    title: ['sparte', 'nummer'],
    subtitle: ['kid', 'gesellschaft'],
    head: ['status', 'kid', 'gesellschaft', 'beitrag', 'intervall'],
    columns: ['sparte', 'kid', 'gesellschaft', 'nummer', 'beitrag', 'intervall', 'ablauf', 'status'],
    form: [
      'kid',
      'sparte',
      'gesellschaft',
      'nummer',
      'kennzeichen',
      'beitrag',
      'intervall',
      'beginn',
      'ablauf',
      'status',
    ],
    overview: ['damages.vertrag', 'documents'],
    groups: {
      Vertrag: [
        'kid',
        'sparte',
        'gesellschaft',
        'nummer',
        'kennzeichen',
        'agenturnummer',
        'status',
        'gd_abr_firma',
        'archiv',
      ],
      Beitrag: ['beitrag', 'netto', 'intervall', 'hauptfaelligkeit'],
      Laufzeit: ['beginn', 'ablauf', 'beendet_am'],
      Bemerkung: ['bemerkung'],
    },
  },
  settings: { division: { list: 'sparten', field: 'sparte' } },
  fields: {
    id: rowId(),
    kid: belongsTo('Kunde', 'customers', { required: true, fixed: true, codes: { missing: 'missing_kid' } }),
    sparte: int('Sparte', { list: 'sparten', search: true, filter: 'division' }),
    nummer: text('Vertragsnummer', { search: true, filter: true, folds: 'alphanumeric' }),
    vertragsnummer: text('Vertragsnummer', { sameAs: 'nummer' }),
    gesellschaft: label('Gesellschaft', {
      ...{ search: true, filter: true, folds: 'case' },
      ...{ nameOf: 'gesellschaft_kid', follows: ['gesellschaft_kid.name'] },
    }),
    gesellschaft_kid: reference('Produktpartner', 'products', { filter: true }),
    beitrag: money('Beitrag', { filter: true }),
    netto: money('Nettobeitrag', { filter: true }),
    intervall: label('Zahlungsintervall', { list: 'zahlungsintervall', open: true }),
    hauptfaelligkeit: yearDay('Hauptfälligkeit', { filter: true }),
    beginn: date('Beginn', { filter: true }),
    ablauf: date('Ablauf', { filter: true, begins: 'beginn' }),
    beendet_am: date('Beendet am', { filter: true }),
    agenturnummer: text('Agenturnummer', { filter: true, folds: 'alphanumeric' }),
    kennzeichen: text('Kennzeichen', {
      ...{ search: true, filter: true, folds: 'alphanumeric' },
      shownFor: { field: 'sparte', values: motorSparten },
    }),
    status: label('Status', { filter: true, folds: 'case', list: 'vertragStatus', open: true }),
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
  storage: { indexes: ['contract_gd_abr_firma (org_id, gd_abr_firma) where del = 0 and gd_abr_firma > 0'] },
});

export const persons = definePart({
  path: 'persons',
  table: 'contract_person',
  title: 'Insured person',
  about: 'A person in a contract.',
  nesting: { below: ['contracts'], parentColumn: 'vid', inherits: ['kid'], verbsBelow: ['list', 'create', 'remove'] },
  requests: { unknownFields: 'drop' },
  responses: { create: 'id and record' },
  layout: {
    columns: ['art', 'person_art', 'name', 'person_name', 'beschreibung'],
    form: ['art', 'name', 'beschreibung'],
  },
  fields: {
    id: rowId(),
    kid: int('Kunde', { server: true, always: true }),
    vid: int('Vertrag', { server: true, always: true }),
    pid: reference('Person', 'customers'),
    art: int('Rolle', { min: -32768, max: 32767, list: 'personenRolle', open: true }),
    person_art: label('Personenart'),
    name: text('Name', { nameOf: 'pid' }),
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
  nesting: { below: ['contracts'], parentColumn: 'vid', inherits: ['kid'], verbsBelow: ['list', 'create', 'remove'] },
  responses: { create: 'id and record' },
  layout: { columns: ['name'] },
  imports: { identity: ['name'] },
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
