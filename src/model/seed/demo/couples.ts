/** Two couples, one of them married. */
import { account, contract, type DemoCustomer, email, home, phone } from './shape.ts';

const elbhang = home('Elbhang 27', '22587', 'Hamburg', 'Hamburg');
const rosenweg = home('Rosenweg 4', '50667', 'Köln', 'Nordrhein-Westfalen');

export const couples: readonly DemoCustomer[] = [
  {
    key: 'jan',
    betreuer: 'reuter',
    fields: {
      anrede: 'Herr',
      vorname: 'Jan',
      name: 'Petersen',
      geb: '1978-09-05',
      geb_ort: 'Husum',
      nation: 'DE',
      familienstand: 'eheähnliche Gemeinschaft',
    },
    addresses: [elbhang],
    contacts: [email('jan.petersen@example.com', 1), phone('+49 40 66969 021'), phone('+49 171 39200 31')],
    banking: [account('Jan Petersen', 'DE02200505501015871393')],
    jobs: [
      {
        arbeitgeber: 'Petersen Elektrotechnik GmbH',
        beruf: 'Elektromeister',
        berufsstatus: 'Geschäftsführender Gesellschafter',
        datum_eintritt: '2009-01-01',
      },
    ],
    contracts: [
      {
        fields: contract('pkv_voll', 'Küstenwacht', 'KV-905512', '641.90', '2010-01-01', { intervall: 'monatlich' }),
      },
      {
        fields: contract('basisrente', 'Bergquell', 'BR-41022', '450.00', '2013-12-01', {
          intervall: 'monatlich',
          ablauf: '2045-12-01',
        }),
      },
      { fields: contract('depot', 'Beispielbank', 'DEP-77120', '300.00', '2018-03-01', { intervall: 'monatlich' }) },
    ],
    finances: [
      { bereich: 1, ek_art: 3, bezeichnung: 'Gewinnanteil', betrag: '96000.00', zahlweise: 'jaehrlich' },
      { bereich: 3, bezeichnung: 'Wertpapierdepot', betrag: '58230.00' },
    ],
    tags: ['A-Kunde', 'Gewerbe'],
  },
  {
    key: 'julia',
    betreuer: 'reuter',
    fields: {
      anrede: 'Frau',
      vorname: 'Julia',
      name: 'Brandt',
      geb: '1981-12-17',
      nation: 'DE',
      familienstand: 'eheähnliche Gemeinschaft',
    },
    addresses: [elbhang],
    contacts: [email('julia.brandt@example.com'), phone('+49 171 39200 32')],
    contracts: [
      { fields: contract('rs_privat', 'Havelufer', 'RS-702231', '312.00', '2019-02-01') },
      { fields: contract('hausrat', 'Havelufer', 'HR-702230', '171.45', '2019-02-01') },
    ],
  },
  {
    key: 'ursula',
    betreuer: 'wolf',
    fields: {
      anrede: 'Frau',
      vorname: 'Ursula',
      name: 'Hoffmann',
      geb: '1948-06-21',
      nation: 'DE',
      familienstand: 'verheiratet',
    },
    addresses: [rosenweg],
    contacts: [phone('+49 221 4710 511')],
    contracts: [
      {
        fields: contract('pflegezusatz', 'Küstenwacht', 'PZ-900041', '62.80', '2008-01-01', { intervall: 'monatlich' }),
      },
    ],
  },
  {
    key: 'peter',
    betreuer: 'wolf',
    fields: {
      anrede: 'Herr',
      vorname: 'Peter',
      name: 'Hoffmann',
      geb: '1946-02-11',
      nation: 'DE',
      familienstand: 'verheiratet',
    },
    addresses: [rosenweg],
    contacts: [phone('+49 221 4710 511')],
    banking: [account('Peter und Ursula Hoffmann', 'DE02370502990000684712')],
    contracts: [
      { fields: contract('kfz', 'Havelufer', 'KF-703310', '486.75', '2017-01-01', { status: 'gekündigt', archiv: 1 }) },
      { fields: contract('phv', 'Havelufer', 'PH-703311', '61.20', '2015-01-01') },
    ],
    finances: [{ bereich: 1, ek_art: 6, bezeichnung: 'Altersrente', betrag: '1910.00', zahlweise: 'monatlich' }],
  },
];
