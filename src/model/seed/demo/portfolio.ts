/** Generated customers, so that lists and the search have the size of a small office. The same in every demo. */
import { contract, type DemoCustomer, email, home, inDays, phone } from './shape.ts';

const CUSTOMERS = 180;
/** Customers of an adviser who leaves the office. */
const LEAVING = 42;

const FEMALE = 'Lena Marie Sophie Emma Hannah Katrin Sabine Petra Monika Claudia Aylin Ewa'.split(' ');
const MALE = 'Paul Lukas Felix Jonas Markus Stefan Andreas Wolfgang Klaus Emre Piotr Dennis'.split(' ');
const NAMES = (
  'Müller Mueller Möller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter ' +
  'Klein Wolf Schröder Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Kaiser Fuchs Kowalski ' +
  'Yılmaz Öztürk Novak Rossi'
).split(' ');
const STREETS = 'Lindenweg Ahornallee Birkenstraße Am Mühlbach Kastanienweg Gartenstraße Bergstraße Feldweg'.split(
  / (?!M)/,
);
const TOWNS = [
  ['10115', 'Berlin', 'Berlin', '+49 30 23125', 'B'],
  ['14050', 'Berlin', 'Berlin', '+49 30 23125', 'B'],
  ['14467', 'Potsdam', 'Brandenburg', '+49 171 39200', 'P'],
  ['16515', 'Oranienburg', 'Brandenburg', '+49 171 39200', 'OHV'],
  ['20357', 'Hamburg', 'Hamburg', '+49 40 66969', 'HH'],
  ['22587', 'Hamburg', 'Hamburg', '+49 40 66969', 'HH'],
  ['50667', 'Köln', 'Nordrhein-Westfalen', '+49 221 4710', 'K'],
  ['60313', 'Frankfurt am Main', 'Hessen', '+49 69 90009', 'F'],
  ['70173', 'Stuttgart', 'Baden-Württemberg', '+49 171 39200', 'S'],
  ['80331', 'München', 'Bayern', '+49 89 99998', 'M'],
  ['01067', 'Dresden', 'Sachsen', '+49 171 39200', 'DD'],
  ['28195', 'Bremen', 'Bremen', '+49 171 39200', 'HB'],
] as const;
/** Sparte, insurer, prefix of the number and yearly premium, as often as a small office has them. */
const LINES = [
  ...Array(4).fill(['phv', 'Havelufer', 'PH', 72]),
  ...Array(4).fill(['hausrat', 'Havelufer', 'HR', 138]),
  ...Array(3).fill(['kfz', 'Havelufer', 'KF', 512]),
  ...Array(2).fill(['wohngebaeude', 'Havelufer', 'WG', 486]),
  ...Array(2).fill(['rs_privat', 'Havelufer', 'RS', 294]),
  ['unfall', 'Havelufer', 'UN', 118],
  ['bu', 'Bergquell', 'BU', 940],
  ['rente_privat', 'Bergquell', 'RP', 1200],
  ['zahnzusatz', 'Küstenwacht', 'ZZ', 210],
] as readonly (readonly [sparte: string, insurer: string, prefix: string, premium: number])[];
const CONTACTS = [
  'Rückruf wegen Beitragsanpassung',
  'Angebot besprochen',
  'Jahresgespräch geführt',
  'Adresse bestätigt',
];
const WORK = ['Angebot nachfassen', 'Unterlagen anfordern', 'Beitragsrechnung prüfen', 'Termin vereinbaren'];
const CLAIMS = ['Leitungswasser', 'Glasbruch', 'Parkschaden', 'Fahrraddiebstahl', 'Sturm'];

/** Numbers that look random and are the same in each run (a linear congruential generator). @returns one below `limit` */
const sequence = (): ((limit: number) => number) => {
  let state = 20_260_101;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

/** Days from today to the anniversary of a contract: none of them has to be worked on now, those of known customers have. */
const ANNIVERSARY = { from: 140, days: 290 };

const customers = (): readonly DemoCustomer[] => {
  const below = sequence();
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  return Array.from({ length: CUSTOMERS }, (_, i): DemoCustomer => {
    const isFemale = below(2) === 0;
    const [vorname, name] = [one(isFemale ? FEMALE : MALE), NAMES[i % NAMES.length] as string];
    const [plz, ort, land, area, district] = one(TOWNS);
    const betreuer = i < LEAVING ? 'arndt' : one(['keller', 'keller', 'reuter', 'wolf']);
    const address = `kunde-${i + 1}@example.com`;
    const lines = Array.from({ length: 1 + below(3) }, () => one(LINES));
    return {
      key: `portfolio-${i}`,
      betreuer,
      fields: {
        anrede: isFemale ? 'Frau' : 'Herr',
        vorname,
        name,
        geb: inDays(20 + below(330), 1945 + below(60)),
        kontakt_art: i % 17 === 5 ? 1 : 0,
        nation: 'DE',
      },
      addresses: [home(`${one(STREETS)} ${1 + below(80)}`, plz, ort, land)],
      contacts: [email(address, i % 18 === 0 ? 1 : 0), phone(`${area} ${100 + i}`)],
      contracts: lines.map(([sparte, insurer, prefix, premium], n) => ({
        fields: contract(
          sparte,
          insurer,
          `${prefix}-${710_000 + i * 10 + n}`,
          `${Math.round(premium * (0.7 + below(60) / 100))}.00`,
          inDays(ANNIVERSARY.from + below(ANNIVERSARY.days), 2012 + below(13)),
          sparte === 'kfz' ? { kennzeichen: `${district}-BC ${100 + i}` } : {},
        ),
      })),
      damages:
        i % 13 === 7
          ? [
              {
                gesellschaft: 'havelufer',
                fields: {
                  art: one(CLAIMS),
                  nummer: `S-${620_000 + i}`,
                  datum_schaden: inDays(-60 - 6 * i),
                  datum_meldung_makler: inDays(-59 - 6 * i),
                  datum_unterlagen: inDays(-40 - 6 * i),
                  datum_erledigt: inDays(-20 - 6 * i),
                  betrag: `${200 + below(3000)}.00`,
                },
              },
            ]
          : [],
      activities: [
        ...(i % 25 === 20
          ? [
              {
                fields: { kategorie: 'aufgabe', titel: one(WORK) },
                verantwortlich: 'keller',
                inDays: Math.floor(i / 25) - 2 < 0 ? 0 : Math.floor(i / 25) - 2,
                at: '10:00',
                minutes: 15,
              },
            ]
          : []),
        ...(i % 8 === 3
          ? [
              {
                fields: { kategorie: 'telefon', titel: one(CONTACTS), status: 'erledigt' },
                verantwortlich: betreuer,
                inDays: -1 - below(300),
                at: '15:30',
                minutes: 10,
              },
            ]
          : []),
      ],
      tags: i % 30 === 1 ? ['A-Kunde'] : i % 45 === 2 ? ['Jahresgespräch fällig'] : [],
    };
  });
};

export const portfolio: readonly DemoCustomer[] = Object.freeze(customers());
