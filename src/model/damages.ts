import { holder } from './contact.ts';
import { date, flag, money, refersTo, rowId, stamps, text } from './field.ts';
import { defineResource } from './resource.ts';

export const damages = defineResource({
  path: 'damages',
  table: 'damage',
  title: 'Damage',
  about: 'A claim of a customer.',
  scope: 'damages',
  called: { by: ['nummer', 'art'] },
  place: { below: ['customers'], knownBelowAs: 'schaden' },
  bodies: { batch: 'everywhere' },
  answers: { batchStatus: 200 },
  search: { index: 'damages' },
  fields: {
    id: rowId(),
    kid: holder('Kunde', 'customers'),
    vid: refersTo('Gesellschaft', 'products', { filter: true }),
    art: text('Schadenart', { filter: true, search: true }),
    nummer: text('Schadennummer', { filter: true, search: true }),
    nummer_intern: text('Interne Schadennummer', { filter: true, search: true }),
    anschrift_strasse: text('Schadenort Straße', { filter: true, search: true }),
    anschrift_plz: text('Schadenort PLZ', { filter: true, search: true }),
    anschrift_ort: text('Schadenort', { filter: true, search: true }),
    datum_schaden: date('Schadendatum', { filter: true }),
    datum_meldung_makler: date('Meldung an Makler', { filter: true }),
    datum_meldung_gesellschaft: date('Meldung an Gesellschaft', { filter: true }),
    datum_erledigt: date('Erledigt am', { filter: true }),
    polizei_dienststelle: text('Polizeidienststelle', { filter: true, search: true }),
    polizei_nummer: text('Tagebuchnummer', { filter: true, search: true }),
    betrag: money('Schadenhöhe', { filter: true }),
    reserve: money('Reserve', { filter: true }),
    leistung: money('Leistung', { filter: true }),
    serviceportal: flag('Im Serviceportal', { default: 0, filter: true }),
    draft: flag('Entwurf', { default: 0, filter: true }),
    ...stamps(),
  },
});
