/** A family of three generations: one address, contracts of several, children of their own. */
import { account, contract, type DemoCustomer, email, home, inDays, phone } from './shape.ts';

const lindenallee = home('Lindenallee 12', '14050', 'Berlin', 'Berlin');

export const family: readonly DemoCustomer[] = [
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
        persons: [{ person_art: 'Versicherungsnehmer', name: 'Thomas Sommer' }],
      },
      { fields: contract('hausrat', 'Havelufer', 'HR-700116', '148.20', inDays(104, 2016)) },
      {
        fields: contract('phv', 'Havelufer', 'PH-700117', '89.90', inDays(118, 2016)),
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
      {
        gesellschaft: 'havelufer',
        fields: {
          art: 'Fahrraddiebstahl',
          nummer: 'S-2025-60718',
          nummer_intern: 'W-2',
          datum_schaden: inDays(-31),
          datum_meldung_makler: inDays(-29),
          betrag: '890.00',
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
      {
        fields: { kategorie: 'aufgabe', titel: 'Kündigung der alten Hausratversicherung bestätigen' },
        verantwortlich: 'keller',
        inDays: -3,
        at: '09:00',
        minutes: 15,
      },
      {
        fields: { kategorie: 'aufgabe', titel: 'Zählerstand Elementar nachfragen' },
        verantwortlich: 'keller',
        inDays: 2,
        at: '10:00',
        minutes: 15,
      },
      {
        fields: { kategorie: 'telefon', titel: 'Rückfrage zum Fahrraddiebstahl', status: 'erledigt' },
        verantwortlich: 'keller',
        inDays: -12,
        at: '10:40',
        minutes: 10,
      },
      {
        fields: { kategorie: 'email', titel: 'Nachweis der Haftpflicht geschickt', status: 'erledigt' },
        verantwortlich: 'keller',
        inDays: -55,
        at: '16:05',
        minutes: 10,
      },
      {
        fields: { kategorie: 'termin', titel: 'Jahresgespräch des letzten Jahres', status: 'erledigt' },
        verantwortlich: 'keller',
        inDays: -361,
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
      { type: 4, subject: 'Studium der Kinder', priority: 1, end: '2031-09-01', value: '40000.00' },
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
      geb: inDays(2, 1951),
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
];
