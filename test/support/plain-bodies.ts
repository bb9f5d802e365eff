/** One plain body for each list that takes one, written by hand: the oracle of tests that go over all record kinds. */

const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  customers: { name: 'x' },
  products: { name: 'x' },
  damages: { art: 'x' },
  documents: { base64: 'eA==' },
  activities: { kategorie: 'notiz' },
  finances: { bezeichnung: 'x' },
  goals: { subject: 'x' },
  'system/tags': { tag: 'x' },
  'customers/#/contracts': { nummer: 'x' },
  'products/#/contact-persons': { name: 'x' },
  'products/#/portals': { name: 'x' },
  'customers/#/addresses': { ort: 'x' },
  'customers/#/contacts': { art: 'Telefon', wert: 'x' },
  'customers/#/banking': { iban: 'x' },
  'customers/#/numbers': { wert: 'x' },
  'customers/#/identity': { behoerde: 'x' },
  'customers/#/jobs': { beruf: 'x' },
  'customers/#/comments': { text: 'x' },
  'customers/#/documents/folders': { name: 'x' },
  'contracts/#/persons': { name: 'x' },
  'contracts/#/tariffs': { name: 'x' },
};

let users = 0;

/** A body that the list at `path` takes; a user's has an address that no other user has. */
export const plainBody = (path: string): Readonly<Record<string, unknown>> =>
  path === 'users'
    ? { email: `plain${++users}@example.com` }
    : (BODIES[path] ?? BODIES[path.split('/').at(-1) ?? ''] ?? {});

/** Lists whose records can be made with a plain body and changed. */
export const changeable: readonly string[] = [
  ...Object.keys(BODIES).filter((path) => !path.startsWith('contracts/') && path !== 'system/tags'),
  'users',
];
