import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Abrechnungsfirmen',
    description:
      'Firmen, die Verträge führen können (gd_abr_firma). Gespeichert wird nur die Nummer: Ein neuer Name gilt sofort überall.',
    main: 'Hauptfirma',
    add: 'Firma hinzufügen',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    removeTitle: '{{name}} entfernen?',
    removeText: 'Neue Verträge können diese Firma dann nicht mehr wählen.',
    name: 'Name der Firma',
    missing: 'Bitte ausfüllen.',
    taken: 'Diese Firma gibt es schon.',
    column: { id: 'Nummer', name: 'Name', contracts: 'Verträge' },
    onlyLast: 'Nur die letzte Firma lässt sich entfernen, weil die Nummern der anderen in Verträgen stehen.',
  },
  en: {
    title: 'Billing companies',
    description:
      'Companies that can manage contracts (gd_abr_firma). Only the number is stored: a new name applies everywhere at once.',
    main: 'Main company',
    add: 'Add a company',
    rename: 'Rename',
    remove: 'Remove',
    removeTitle: 'Remove {{name}}?',
    removeText: 'New contracts can no longer choose this company.',
    name: 'Name of the company',
    missing: 'Please fill this in.',
    taken: 'This company already exists.',
    column: { id: 'Number', name: 'Name', contracts: 'Contracts' },
    onlyLast: 'Only the last company can be removed, because contracts hold the numbers of the others.',
  },
});
