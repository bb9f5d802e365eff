/** The broker's own side of the sample data: employees, product partners, tags. All of them are invented. */
import { account, type DemoPartner, type DemoUser, email, home, phone } from './shape.ts';

export const users: readonly DemoUser[] = [
  {
    key: 'reuter',
    fields: {
      anrede: 'Frau',
      vorname: 'Claudia',
      name: 'Reuter',
      email: 'claudia.reuter@example.com',
      rolle: 'admin',
      lizenz: true,
      lizenz_typ: 'voll',
    },
    addresses: [home('Savignyplatz 4', '10623', 'Berlin', 'Berlin')],
    contacts: [phone('+49 30 23125 101')],
    banking: [account('Claudia Reuter', 'DE02500105170137075030')],
    numbers: [{ art: 3, wert: '65 170839 R 004' }],
    identity: [
      { art: 'Personalausweis', behoerde: 'Bürgeramt Berlin', ausgestellt: '2022-02-14', gueltig: '2032-02-13' },
    ],
    jobs: [
      {
        arbeitgeber: 'Reuter & Kollegen Versicherungsmakler',
        beruf: 'Versicherungskauffrau',
        berufsstatus: 'Selbstständig',
        datum_eintritt: '2005-01-01',
      },
    ],
    activities: [
      {
        fields: { kategorie: 'aufgabe', titel: 'Weiterbildung nachweisen', beschreibung: '15 Stunden im Jahr' },
        verantwortlich: 'reuter',
        inDays: 30,
        at: '09:00',
        minutes: 60,
      },
    ],
  },
  {
    key: 'keller',
    fields: {
      anrede: 'Herr',
      vorname: 'Jonas',
      name: 'Keller',
      email: 'jonas.keller@example.com',
      rolle: 'berater',
      lizenz: true,
      lizenz_typ: 'voll',
    },
    contacts: [phone('+49 171 39200 01')],
  },
  {
    key: 'wolf',
    fields: {
      anrede: 'Frau',
      vorname: 'Miriam',
      name: 'Wolf',
      email: 'miriam.wolf@example.com',
      rolle: 'innendienst',
      lizenz: true,
      lizenz_typ: 'innendienst',
    },
    contacts: [phone('+49 30 23125 103')],
  },
  {
    key: 'arndt',
    fields: { anrede: 'Herr', vorname: 'Peter', name: 'Arndt', email: 'peter.arndt@example.com', rolle: 'berater' },
    contacts: [phone('+49 171 39200 04')],
  },
  {
    key: 'lang',
    fields: { anrede: 'Frau', vorname: 'Sabine', name: 'Lang', email: 'sabine.lang@example.com', rolle: 'lesend' },
    contacts: [phone('+49 30 23125 105')],
  },
];

export const products: readonly DemoPartner[] = [
  {
    key: 'havelufer',
    fields: {
      anrede: 'Firma',
      name: 'Havelufer Versicherung AG',
      kurzname: 'Havelufer',
      kategorie: 'Versicherer',
      vermittlernummer: 'HV-204711',
      website: 'https://havelufer.example.com',
    },
    addresses: [home('Uferstraße 1', '14467', 'Potsdam', 'Brandenburg')],
    contacts: [email('service@havelufer.example.com'), phone('+49 30 23125 200')],
    banking: [account('Havelufer Versicherung AG', 'DE91100000000123456789')],
    numbers: [{ art: 8, wert: 'HV-204711' }],
    activities: [
      {
        fields: { kategorie: 'telefon', titel: 'Courtagevereinbarung besprechen' },
        verantwortlich: 'reuter',
        inDays: 3,
        at: '11:00',
        minutes: 30,
      },
    ],
    contactPersons: [
      {
        anrede: 'Frau',
        vorname: 'Petra',
        name: 'Sandmann',
        position: 'Maklerbetreuerin',
        bereich: 'Sach und Haftpflicht',
        email: 'petra.sandmann@havelufer.example.com',
        telefon: '+49 30 23125 201',
        mobil: '+49 171 39200 10',
      },
      {
        anrede: 'Herr',
        vorname: 'Ralf',
        name: 'Diekmann',
        position: 'Schadenregulierer',
        bereich: 'Schaden',
        email: 'schaden@havelufer.example.com',
        telefon: '+49 30 23125 202',
      },
    ],
    portals: [
      {
        art: 'Maklerportal',
        name: 'Havelufer Extranet',
        url: 'https://makler.havelufer.example.com',
        user: 'HV-204711',
        pass: 'nur-ein-beispiel',
      },
      { art: 'Tarifrechner', name: 'Havelufer Vergleich', url: 'https://rechner.havelufer.example.com' },
    ],
  },
  {
    key: 'bergquell',
    fields: {
      anrede: 'Firma',
      name: 'Bergquell Lebensversicherung AG',
      kurzname: 'Bergquell',
      kategorie: 'Versicherer',
      vermittlernummer: '88-1400',
      website: 'https://bergquell.example.com',
    },
    addresses: [home('Quellenweg 8', '80331', 'München', 'Bayern')],
    contacts: [email('vertrieb@bergquell.example.com'), phone('+49 89 99998 300')],
    contactPersons: [
      {
        anrede: 'Herr',
        vorname: 'Stefan',
        name: 'Obermaier',
        position: 'Account Manager',
        bereich: 'Leben und bAV',
        email: 'stefan.obermaier@bergquell.example.com',
        telefon: '+49 89 99998 301',
      },
    ],
    portals: [
      {
        art: 'Tarifrechner',
        name: 'Bergquell Beratung',
        url: 'https://rechner.bergquell.example.com',
        user: 'demo@example.com',
        pass: 'nur-ein-beispiel',
        zusatz: 'Zweiter Faktor per App',
      },
    ],
  },
  {
    key: 'kuestenwacht',
    fields: {
      anrede: 'Firma',
      name: 'Küstenwacht Krankenversicherung VVaG',
      kurzname: 'Küstenwacht',
      kategorie: 'Versicherer',
      vermittlernummer: 'KW3391',
      website: 'https://kuestenwacht.example.com',
    },
    addresses: [home('Am Leuchtturm 3', '20457', 'Hamburg', 'Hamburg')],
    contacts: [email('makler@kuestenwacht.example.com'), phone('+49 40 66969 400')],
    contactPersons: [
      {
        anrede: 'Frau',
        vorname: 'Inga',
        name: 'Claasen',
        position: 'Risikoprüfung',
        bereich: 'Kranken',
        email: 'inga.claasen@kuestenwacht.example.com',
        telefon: '+49 40 66969 401',
      },
    ],
    portals: [],
  },
];

export const tags = [
  { tag: 'A-Kunde', freigabe: 1 },
  { tag: 'Jahresgespräch fällig', freigabe: 1 },
  { tag: 'Gewerbe', freigabe: 1 },
  { tag: 'Newsletter', freigabe: 1 },
  { tag: 'Wiedervorlage', freigabe: 0 },
];

export const views = [
  {
    section: 'customers',
    name: 'Werbung erlaubt',
    query:
      'columns=name,anrede,vorname,addresses.strasse,addresses.plz,addresses.ort,contacts.email&contacts.werbung=1&sort=name',
  },
  { section: 'contracts', name: 'Kfz', query: 'sparte=41' },
  { section: 'damages', name: 'Schäden ohne Meldung', query: 'datum_meldung_gesellschaft[empty]=true' },
];
