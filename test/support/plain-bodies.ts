/** One plain body for each kind of record, written by hand: the oracle of tests that go over all record kinds. */

const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  customers: { name: 'x' },
  products: { name: 'x' },
  contracts: { nummer: 'x' },
  damages: { art: 'x' },
  documents: { base64: 'eA==' },
  activities: { kategorie: 'notiz' },
  finances: { bezeichnung: 'x' },
  goals: { subject: 'x' },
  'contact-persons': { name: 'x' },
  portals: { name: 'x' },
  addresses: { ort: 'x' },
  contacts: { art: 'Telefon', wert: '0341 12345' },
  banking: { institut: 'x' },
  numbers: { wert: 'x' },
  identity: { behoerde: 'x' },
  jobs: { beruf: 'x' },
  comments: { text: 'x' },
  persons: { name: 'x' },
  tariffs: { name: 'x' },
  'documents/folders': { name: 'x' },
  'system/tags': { tag: 'x' },
  'system/views': { section: 'customers', name: 'x' },
  'system/templates': { section: 'customers', name: 'x', kind: 'letter', text: 'x' },
  'system/inbox-rules': { name: 'x', words: 'x' },
};

let users = 0;

/** A body that the list at `path` takes (`customers/#/jobs`); a user's has an address that no other user has. */
export const plainBody = (path: string): Readonly<Record<string, unknown>> =>
  path === 'users' ? { email: `plain${++users}@example.com` } : (BODIES[path.replace(/^.*#\//, '')] ?? {});

/** Lists whose records can be made with a plain body and changed, one of each kind. */
export const changeable: readonly string[] = [
  ...['customers', 'products', 'users', 'damages', 'documents', 'activities', 'finances', 'goals'],
  ...'contracts addresses contacts banking numbers identity jobs comments documents/folders'
    .split(' ')
    .map((name) => `customers/#/${name}`),
  ...['products/#/contact-persons', 'products/#/portals'],
];
