/** Two families and a couple, as a broker meets them: shared address, contracts of several, children without any. */
import { account, contract, type DemoCustomer, email, home, phone } from './shape.ts';

const lindenallee = home('Lindenallee 12', '14050', 'Berlin', 'Berlin');
const elbhang = home('Elbhang 27', '22587', 'Hamburg', 'Hamburg');
const rosenweg = home('Rosenweg 4', '50667', 'Köln', 'Nordrhein-Westfalen');

export const families: readonly DemoCustomer[] = [
  {
    key: 'thomas',
    betreuer: 'keller',
    fields: {
      anrede: 'Herr',
      vorname: 'Thomas',
      name: 'Sommer',
      geb: '1982-03-14',
      geb_ort: 'Berlin',
      nation: 'DE',
      familienstand: 'verheiratet',
      datum_heirat: '2010-06-19',
      datum_erstkontakt: '2016-02-08',
    },
    addresses: [lindenallee],
    contacts: [email('thomas.sommer@example.com', 1), phone('+49 30 23125 011'), phone('+49 171 39200 21')],
    banking: [account('Thomas Sommer', 'DE89370400440532013000')],
    numbers: [{ art: 2, wert: '00 000 000 001' }],
    identity: [
      { art: 'Personalausweis', behoerde: 'Bürgeramt Berlin', ausgestellt: '2021-05-03', gueltig: '2031-05-02' },
    ],
    jobs: [
      {
        arbeitgeber: 'Spreewerk Maschinenbau GmbH',
        beruf: 'Ingenieur',
        berufsstatus: 'Angestellt',
        datum_eintritt: '2012-04-01',
      },
    ],
    contracts: [
      {
        fields: contract('wohngebaeude', 'Havelufer', 'WG-700115', '612.40', '2016-07-01'),
        tariffs: [{ name: 'Wohngebäude Komfort' }, { name: 'Baustein Elementar' }],
      },
      { fields: contract('hausrat', 'Havelufer', 'HR-700116', '148.20', '2016-07-01') },
      {
        fields: contract('phv', 'Havelufer', 'PH-700117', '89.90', '2016-03-01'),
        tariffs: [{ name: 'Privathaftpflicht Familie' }],
        persons: [
          { person_art: 'Versicherungsnehmer', name: 'Thomas Sommer' },
          { person_art: 'Mitversicherte Person', name: 'Anna Sommer' },
        ],
      },
      {
        fields: contract('bu', 'Bergquell', 'BU-33081', '84.15', '2016-05-01', {
          intervall: 'monatlich',
          ablauf: '2049-05-01',
        }),
        tariffs: [{ name: 'BU Premium' }],
      },
    ],
    damages: [
      {
        gesellschaft: 'havelufer',
        fields: {
          art: 'Leitungswasser',
          nummer: 'S-2024-55120',
          nummer_intern: 'W-1',
          anschrift_strasse: 'Lindenallee 12',
          anschrift_plz: '14050',
          anschrift_ort: 'Berlin',
          datum_schaden: '2024-01-16',
          datum_meldung_makler: '2024-01-17',
          datum_meldung_gesellschaft: '2024-01-17',
          datum_erledigt: '2024-03-28',
          betrag: '4870.00',
          leistung: '4620.55',
        },
      },
    ],
    activities: [
      {
        fields: {
          kategorie: 'termin',
          titel: 'Jahresgespräch Familie Sommer',
          beschreibung: 'Altersvorsorge, Elementar',
        },
        verantwortlich: 'keller',
        inDays: 6,
        at: '17:30',
        minutes: 60,
      },
    ],
    finances: [
      {
        bereich: 1,
        ek_art: 1,
        bezeichnung: 'Gehalt',
        betrag: '5400.00',
        zahlweise: 'monatlich',
        beginn: '2023-01-01',
        stkl: 3,
        zkf: '2.0',
      },
      { bereich: 2, bezeichnung: 'Baudarlehen', betrag: '1280.00', zahlweise: 'monatlich', beginn: '2016-07-01' },
    ],
    goals: [
      { type: 6, subject: 'Neue Heizung', priority: 2, end: '2029-12-31', value: '25000.00', payment: 'monatlich' },
    ],
    comments: ['Wünscht Termine nur nach 17 Uhr.'],
    tags: ['A-Kunde', 'Jahresgespräch fällig'],
  },
  {
    key: 'anna',
    betreuer: 'keller',
    fields: {
      anrede: 'Frau',
      vorname: 'Anna',
      name: 'Sommer',
      geb: '1984-11-02',
      geb_name: 'Winter',
      nation: 'DE',
      familienstand: 'verheiratet',
      datum_heirat: '2010-06-19',
    },
    addresses: [lindenallee],
    contacts: [email('anna.sommer@example.com'), phone('+49 171 39200 22')],
    banking: [account('Anna Sommer', 'DE02120300000000202051')],
    jobs: [
      {
        arbeitgeber: 'Grundschule am Park',
        beruf: 'Lehrerin',
        berufsstatus: 'Beamter',
        datum_eintritt: '2011-08-01',
      },
    ],
    contracts: [
      { fields: contract('pkv_voll', 'Küstenwacht', 'KV-910344', '298.70', '2011-09-01', { intervall: 'monatlich' }) },
      {
        fields: contract('riester', 'Bergquell', 'RI-20561', '162.17', '2014-01-01', {
          intervall: 'monatlich',
          ablauf: '2051-12-01',
        }),
      },
    ],
    goals: [{ type: 4, subject: 'Studium der Kinder', priority: 1, end: '2031-09-01', value: '40000.00' }],
  },
  {
    key: 'leon',
    betreuer: 'keller',
    fields: {
      anrede: 'Herr',
      vorname: 'Leon',
      name: 'Sommer',
      geb: '2012-08-23',
      nation: 'DE',
      familienstand: 'ledig',
    },
    addresses: [lindenallee],
    contracts: [{ fields: contract('unfall', 'Havelufer', 'UN-700402', '58.00', '2018-01-01') }],
  },
  {
    key: 'mia',
    betreuer: 'keller',
    fields: { anrede: 'Frau', vorname: 'Mia', name: 'Sommer', geb: '2015-04-09', nation: 'DE', familienstand: 'ledig' },
    addresses: [lindenallee],
    contracts: [
      { fields: contract('zahnzusatz', 'Küstenwacht', 'ZZ-911870', '11.40', '2022-05-01', { intervall: 'monatlich' }) },
    ],
  },
  {
    key: 'gerda',
    betreuer: 'keller',
    fields: {
      anrede: 'Frau',
      vorname: 'Gerda',
      name: 'Sommer',
      geb: '1951-01-30',
      nation: 'DE',
      familienstand: 'verwitwet',
      kommentar: 'Mutter von Thomas. Post bitte in großer Schrift.',
    },
    addresses: [home('Kastanienweg 3', '16515', 'Oranienburg', 'Brandenburg')],
    contacts: [phone('+49 30 23125 014')],
    contracts: [
      {
        fields: contract('sterbegeld', 'Bergquell', 'SG-10077', '34.50', '2009-10-01', { intervall: 'monatlich' }),
      },
      { fields: contract('thv', 'Havelufer', 'TH-700890', '71.30', '2020-04-01', { bemerkung: 'Dackel Waldi' }) },
    ],
  },
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
