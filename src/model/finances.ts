import { holder } from './contact.ts';
import { date, flag, int, longText, money, rate, rowId, stamps, text } from './field.ts';
import { defineResource } from './resource.ts';

export const finances = defineResource({
  path: 'finances',
  table: 'finance_entry',
  title: 'Finance entry',
  about: 'An income, an expense or an asset of a customer.',
  scope: 'finances',
  place: { below: ['customers'] },
  bodies: { unknownFields: 'drop' },
  search: { index: 'finances' },
  filters: { art: 'ek_art', kategorie: 'bereich' },
  fields: {
    id: rowId(),
    kid: holder('Kunde', 'customers'),
    bereich: int('Bereich', { list: 'finanzBereich', filter: true }),
    ek_art: int('Art', { list: 'einkommensart', filter: true }),
    bezeichnung: text('Bezeichnung', { filter: true, search: true }),
    betrag: money('Betrag', { filter: true }),
    est: rate('Steueranteil', { filter: true }),
    zahlweise: text('Zahlweise', { list: 'zahlweise', filter: true }),
    beginn: date('Beginn', { filter: true }),
    ende: date('Ende', { filter: true }),
    stkl: int('Steuerklasse', { filter: true }),
    zkf: rate('Kinderfreibeträge', { filter: true }),
    gwv: money('Geldwerter Vorteil', { filter: true }),
    vwl: money('Vermögenswirksame Leistungen', { filter: true }),
    vwl_ag: money('VL-Arbeitgeberanteil', { filter: true }),
    fb: money('Freibetrag', { filter: true }),
    re4: rate('Jahresarbeitslohn', { filter: true }),
    bemerkung: longText('Bemerkung', { search: true, filter: true }),
    draft: flag('Entwurf', { default: 0, filter: true }),
    ...stamps(),
  },
});
