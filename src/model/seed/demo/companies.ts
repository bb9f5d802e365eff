/** Companies; `name` holds the company name, the first name stays empty (rules 9.7). */
import { account, contract, type DemoCustomer, email, home, inDays, phone } from './shape.ts';

export const companies: readonly DemoCustomer[] = [
  {
    key: 'baeckerei',
    betreuer: 'keller',
    fields: { anrede: 'Firma', name: 'Bäckerei Yıldız GmbH', datum_erstkontakt: '2021-05-18' },
    addresses: [home('Müllerstraße 90', '13349', 'Berlin', 'Berlin')],
    contacts: [email('info@baeckerei-yildiz.example.com'), phone('+49 30 23125 061')],
    banking: [account('Bäckerei Yıldız GmbH', 'DE02100500000054540402')],
    numbers: [
      { art: 5, wert: 'HRB 000001 B' },
      { art: 6, wert: 'DE000000001' },
    ],
    contracts: [
      {
        fields: contract('bhv', 'Havelufer', 'BH-800101', '540.00', '2021-07-01'),
        tariffs: [{ name: 'Betriebshaftpflicht Handwerk' }],
      },
      {
        fields: contract('inhalt', 'Havelufer', 'GI-800102', '890.30', inDays(98, 2021)),
        tariffs: [{ name: 'Inhalt Plus' }, { name: 'Baustein Ertragsausfall' }],
      },
      {
        fields: contract('flotte', 'Havelufer', 'FL-800103', '2210.00', '2022-01-01', { intervall: 'vierteljährlich' }),
      },
    ],
    damages: [
      {
        gesellschaft: 'havelufer',
        fields: {
          art: 'Leitungswasser',
          nummer: 'S-2026-61004',
          datum_schaden: inDays(-18),
          datum_meldung_makler: inDays(-17),
          betrag: '3200.00',
        },
      },
      {
        gesellschaft: 'havelufer',
        fields: {
          art: 'Einbruchdiebstahl',
          nummer: 'S-2025-58002',
          anschrift_strasse: 'Müllerstraße 90',
          anschrift_plz: '13349',
          anschrift_ort: 'Berlin',
          datum_schaden: '2025-08-30',
          datum_meldung_makler: '2025-08-31',
          datum_meldung_gesellschaft: '2025-09-01',
          datum_erledigt: '2025-11-20',
          polizei_dienststelle: 'Polizei Berlin, Abschnitt 17',
          polizei_nummer: '250830-0417',
          betrag: '7600.00',
          reserve: '8000.00',
        },
      },
    ],
    activities: [
      {
        fields: { kategorie: 'aufgabe', titel: 'Kostenvoranschlag zum Leitungswasserschaden anfordern' },
        verantwortlich: 'keller',
        inDays: -1,
        at: '11:00',
        minutes: 15,
      },
      {
        fields: { kategorie: 'email', titel: 'Schadenfotos angefordert', status: 'erledigt' },
        verantwortlich: 'wolf',
        inDays: -4,
        at: '11:20',
        minutes: 10,
      },
    ],
    tags: ['Gewerbe'],
  },
  {
    key: 'praxis',
    betreuer: 'reuter',
    fields: { anrede: 'Firma', name: 'Vogt & Partner Zahnärzte PartG' },
    addresses: [home('Goethestraße 43', '60313', 'Frankfurt am Main', 'Hessen')],
    contacts: [email('praxis@vogt-partner.example.com'), phone('+49 69 90009 140')],
    contracts: [
      { fields: contract('berufshv', 'Havelufer', 'BV-800440', '1650.00', '2012-01-01') },
      { fields: contract('elektronik', 'Havelufer', 'EL-800441', '730.00', '2014-04-01') },
      { fields: contract('cyber', 'Havelufer', 'CY-800442', '1120.00', '2024-01-01') },
    ],
    tags: ['Gewerbe'],
  },
  {
    key: 'elektro',
    betreuer: 'reuter',
    fields: { anrede: 'Firma', name: 'Petersen Elektrotechnik GmbH' },
    addresses: [
      home('Werkhof 18', '22761', 'Hamburg', 'Hamburg'),
      { art: 4, bezeichnung: 'Rechnungsadresse', strasse: 'Postfach 10 20', plz: '22701', ort: 'Hamburg' },
    ],
    contacts: [email('buero@petersen-elektro.example.com', 1), phone('+49 40 66969 070')],
    banking: [account('Petersen Elektrotechnik GmbH', 'DE02300209000106531065')],
    contracts: [
      { fields: contract('bhv', 'Havelufer', 'BH-800700', '1980.00', '2009-01-01') },
      {
        fields: contract('bav_direkt', 'Bergquell', 'BAV-9001', '1560.00', '2015-01-01', { intervall: 'monatlich' }),
        persons: [
          { person_art: 'Versicherte Person', name: 'Belegschaft', beschreibung: 'Gruppenvertrag, 14 Personen' },
        ],
      },
    ],
    activities: [
      {
        fields: { kategorie: 'termin', titel: 'Beratung Belegschaft zur bAV' },
        verantwortlich: 'reuter',
        inDays: 12,
        at: '14:00',
        minutes: 120,
      },
    ],
    tags: ['Gewerbe', 'A-Kunde'],
  },
  {
    key: 'weg',
    betreuer: 'wolf',
    fields: { anrede: 'Firma', name: 'WEG Lindenallee 12' },
    addresses: [home('Lindenallee 12', '14050', 'Berlin', 'Berlin')],
    contracts: [{ fields: contract('hug', 'Havelufer', 'HG-800905', '184.00', '2018-01-01') }],
  },
  {
    key: 'gartenbau',
    betreuer: 'keller',
    fields: { kontakt_art: 1, anrede: 'Firma', name: 'Grünwerk Gartenbau e.K.' },
    addresses: [home('Feldweg 2', '15366', 'Hoppegarten', 'Brandenburg')],
    contacts: [email('hallo@gruenwerk.example.com'), phone('+49 30 23125 066')],
    activities: [
      {
        fields: {
          kategorie: 'notiz',
          titel: 'Erstgespräch',
          beschreibung: 'Fuhrpark mit drei Transportern, Kündigung zum Jahresende möglich.',
        },
        verantwortlich: 'keller',
        inDays: -9,
        at: '15:00',
        minutes: 30,
      },
    ],
    tags: ['Gewerbe', 'Wiedervorlage'],
  },
];
