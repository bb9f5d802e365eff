/** Single persons in every state of contact. */
import { account, contract, type DemoCustomer, email, home, inDays, phone } from './shape.ts';

export const persons: readonly DemoCustomer[] = [
  {
    key: 'vogt',
    betreuer: 'reuter',
    fields: {
      anrede: 'Frau',
      titel: 'Dr.',
      vorname: 'Katharina',
      name: 'Vogt',
      geb: inDays(5, 1976),
      nation: 'DE',
      familienstand: 'geschieden',
      datum_scheidung: '2019-10-04',
    },
    addresses: [home('Goethestraße 41', '60313', 'Frankfurt am Main', 'Hessen')],
    contacts: [email('katharina.vogt@example.com', 1), phone('+49 69 90009 141')],
    banking: [account('Dr. Katharina Vogt', 'DE12500105170648489890')],
    numbers: [{ art: 2, wert: '00 000 000 007' }],
    identity: [
      { art: 'Reisepass', behoerde: 'Stadt Frankfurt am Main', ausgestellt: '2020-02-11', gueltig: '2030-02-10' },
    ],
    jobs: [{ arbeitgeber: 'selbst', beruf: 'Zahnärztin', berufsstatus: 'Freiberufler', datum_eintritt: '2008-10-01' }],
    contracts: [
      {
        fields: contract('krankentagegeld', 'Küstenwacht', 'KT-906110', '71.35', '2008-10-01', {
          intervall: 'monatlich',
        }),
      },
      {
        fields: contract('fondsleben', 'Bergquell', 'FL-52100', '250.00', '2012-12-01', {
          intervall: 'monatlich',
          ablauf: '2041-12-01',
        }),
      },
    ],
    goals: [{ type: 3, subject: 'Ruhestand mit 63', priority: 1, end: '2039-08-01', value: '600000.00' }],
    tags: ['A-Kunde'],
  },
  {
    key: 'yildiz',
    betreuer: 'keller',
    fields: {
      anrede: 'Herr',
      vorname: 'Mehmet',
      name: 'Yıldız',
      geb: inDays(0, 1973),
      nation: 'TR',
      familienstand: 'verheiratet',
    },
    addresses: [home('Müllerstraße 88', '13349', 'Berlin', 'Berlin')],
    contacts: [email('mehmet.yildiz@example.com'), phone('+49 171 39200 41')],
    contracts: [{ fields: contract('rs_privat', 'Havelufer', 'RS-704001', '298.00', inDays(112, 2021)) }],
  },
  {
    key: 'romano',
    betreuer: 'keller',
    fields: {
      anrede: 'Frau',
      vorname: 'Sofia',
      name: 'Romano',
      geb: '1992-01-19',
      nation: 'IT',
      familienstand: 'ledig',
    },
    addresses: [home('Schillerplatz 2', '70173', 'Stuttgart', 'Baden-Württemberg')],
    contacts: [email('sofia.romano@example.com', 1), phone('+49 171 39200 42')],
    banking: [account('Sofia Romano', 'DE02600501010002034304')],
    jobs: [
      {
        arbeitgeber: 'Neckartal Verlag',
        beruf: 'Grafikerin',
        berufsstatus: 'Angestellt',
        datum_eintritt: '2018-03-15',
      },
    ],
    contracts: [
      { fields: contract('kfz_haft', 'Havelufer', 'KH-705120', '398.10', '2023-03-01') },
      { fields: contract('kfz_tk', 'Havelufer', 'KT-705120', '121.60', '2023-03-01') },
    ],
    damages: [
      {
        gesellschaft: 'havelufer',
        fields: {
          art: 'Wildunfall',
          nummer: 'S-2025-60981',
          anschrift_ort: 'Ludwigsburg',
          anschrift_plz: '71634',
          datum_schaden: inDays(-60),
          datum_meldung_makler: inDays(-60),
          datum_meldung_gesellschaft: inDays(-59),
          polizei_dienststelle: 'Polizeirevier Ludwigsburg',
          polizei_nummer: 'TB 1183/25',
          betrag: '2950.00',
          reserve: '3000.00',
        },
      },
    ],
    activities: [
      {
        fields: { kategorie: 'telefon', titel: 'Rückruf zum Wildunfall' },
        verantwortlich: 'wolf',
        inDays: 1,
        at: '10:15',
        minutes: 15,
      },
    ],
    tags: ['Newsletter'],
  },
  {
    key: 'lindner',
    betreuer: 'keller',
    fields: {
      anrede: 'Frau',
      vorname: 'Marie',
      name: 'Lindner',
      geb: '2003-05-06',
      nation: 'DE',
      familienstand: 'ledig',
    },
    addresses: [home('Campusring 15', '04109', 'Leipzig', 'Sachsen')],
    contacts: [email('marie.lindner@example.com'), phone('+49 171 39200 43')],
    jobs: [{ arbeitgeber: 'Universität', beruf: 'Studentin', berufsstatus: 'Student', datum_eintritt: '2022-10-01' }],
    contracts: [
      { fields: contract('ausland_kv', 'Küstenwacht', 'AK-915003', '14.90', '2024-07-01') },
      { fields: contract('gkv', 'Beispielkasse', 'GK-1', '128.00', '2022-10-01', { intervall: 'monatlich' }) },
    ],
  },
  {
    key: 'krueger',
    betreuer: 'wolf',
    fields: {
      anrede: 'Herr',
      vorname: 'Paul',
      name: 'Krüger',
      geb: '1988-08-08',
      nation: 'DE',
      familienstand: 'verheiratet',
    },
    addresses: [home('Hafenstraße 9', '24103', 'Kiel', 'Schleswig-Holstein')],
    contacts: [email('paul.krueger@example.com')],
    jobs: [{ arbeitgeber: 'Land Schleswig-Holstein', beruf: 'Polizeibeamter', berufsstatus: 'Beamter' }],
    contracts: [{ fields: contract('diensthv', 'Havelufer', 'DH-706660', '42.00', '2019-09-01') }],
  },
  {
    key: 'demir',
    betreuer: 'wolf',
    fields: {
      anrede: 'Frau',
      vorname: 'Aylin',
      name: 'Demir',
      geb: '1990-12-24',
      nation: 'DE',
      familienstand: 'ledig',
    },
    addresses: [home('Marktplatz 5', '28195', 'Bremen', 'Bremen')],
    contacts: [email('aylin.demir@example.com', 1), phone('+49 171 39200 44')],
    banking: [account('Aylin Demir', 'DE88100900001234567892')],
    contracts: [
      {
        fields: contract('risikoleben', 'Bergquell', 'RL-60409', '18.40', '2011-12-01', {
          intervall: 'monatlich',
          ablauf: inDays(27),
        }),
      },
      {
        fields: contract('rente_fonds', 'Bergquell', 'RF-60410', '150.00', '2025-10-01', {
          intervall: 'monatlich',
          status: 'beantragt',
        }),
      },
    ],
    tags: ['Wiedervorlage'],
  },
  {
    key: 'nguyen',
    betreuer: 'keller',
    fields: { kontakt_art: 1, anrede: 'Herr', vorname: 'Minh', name: 'Nguyen', geb: '1995-03-03', nation: 'VN' },
    addresses: [home('Prager Straße 30', '01069', 'Dresden', 'Sachsen')],
    contacts: [email('minh.nguyen@example.com'), phone('+49 171 39200 45')],
    activities: [
      {
        fields: { kategorie: 'aufgabe', titel: 'Angebot Berufsunfähigkeit erstellen' },
        verantwortlich: 'keller',
        inDays: 3,
        at: '09:00',
        minutes: 60,
      },
    ],
  },
  {
    key: 'schuster',
    betreuer: 'reuter',
    fields: { kontakt_art: 5, anrede: 'Herr', vorname: 'Oliver', name: 'Schuster', geb: '1969-04-01', nation: 'DE' },
    contacts: [phone('+49 171 39200 46')],
    comments: ['Empfehlung von Jan Petersen, interessiert an Cyberversicherung.'],
  },
  {
    key: 'albrecht',
    betreuer: 'keller',
    fields: { kontakt_art: 4, anrede: 'Frau', vorname: 'Sabine', name: 'Albrecht' },
    contacts: [email('sabine.albrecht@example.com', 1)],
    tags: ['Newsletter'],
  },
  {
    key: 'berger',
    betreuer: 'wolf',
    fields: { kontakt_art: 2, anrede: 'Herr', vorname: 'Frank', name: 'Berger', geb: '1964-11-11', nation: 'AT' },
    addresses: [home('Domgasse 7', '94032', 'Passau', 'Bayern')],
    contracts: [{ fields: contract('hausrat', 'Havelufer', 'HR-690007', '97.00', '2005-01-01', { archiv: 1 }) }],
  },
  {
    key: 'neumann',
    betreuer: 'wolf',
    fields: { kontakt_art: 3, anrede: 'Frau', vorname: 'Helga', name: 'Neumann', geb: '1937-09-16', nation: 'DE' },
    addresses: [home('Amselgrund 1', '99084', 'Erfurt', 'Thüringen')],
    comments: ['Verstorben. Ansprechpartnerin für den Nachlass ist Aylin Demir.'],
  },
];
