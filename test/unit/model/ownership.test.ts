/** Which record kinds own which, and the columns that name a kind: cascades, exports, erasures and merges follow these. */
import { expect, test } from 'vitest';
import { annotations, children, columnsNaming, owners, parts } from '../../../src/model/ownership.ts';
import { registry } from '../../../src/model/registry.ts';

const OF_CONTACTS = 'addresses contacts banking numbers';
const ANY = 'customers products users contracts damages documents activities finances goals contact-persons portals';
const KIDS = 'addresses.kid contacts.kid banking.kid numbers.kid';

/** Parts; kinds with addresses of their own; owners. */
const BELOW: Readonly<Record<string, readonly [parts: string, children: string, owners: string]>> = {
  customers: [
    `${OF_CONTACTS} identity jobs folders relations`,
    'contracts damages documents activities finances goals',
    '',
  ],
  products: [`${OF_CONTACTS} folders`, 'documents activities contact-persons portals', ''],
  users: [`${OF_CONTACTS} identity jobs folders`, 'documents activities', ''],
  addresses: ['', '', 'customers products users'],
  contacts: ['', '', 'customers products users'],
  banking: ['', '', 'customers products users'],
  numbers: ['', '', 'customers products users'],
  identity: ['', '', 'customers users'],
  jobs: ['', '', 'customers users'],
  contracts: ['persons tariffs', '', 'customers'],
  persons: ['', '', 'contracts'],
  tariffs: ['', '', 'contracts'],
  damages: ['', '', 'customers'],
  documents: ['', '', 'customers products users'],
  folders: ['', '', 'customers products users'],
  'inbox/documents': ['', '', ''],
  activities: ['', '', 'customers products users'],
  finances: ['', '', 'customers'],
  goals: ['', '', 'customers'],
  'contact-persons': ['', '', 'products'],
  portals: ['', '', 'products'],
  'system/tags': ['', '', ''],
  'system/views': ['', '', ''],
  'system/templates': ['', '', ''],
  'system/inbox-rules': ['', '', ''],
  comments: ['', '', ANY],
  followers: ['', '', ANY],
  tags: ['', '', ANY],
  links: ['', '', ANY],
  relations: ['', '', 'customers'],
};

const pathsOf = (kinds: readonly { readonly path: string }[]): string => kinds.map(({ path }) => path).join(' ');

test('each kind has these parts, children and owners', () => {
  const found = registry.resources.map((kind) => [
    kind.path,
    [parts, children, owners].map((read) => pathsOf(read(registry, kind))),
  ]);
  expect(Object.fromEntries(found)).toEqual(BELOW);
});

test('annotated kinds have all annotations, others none', () => {
  const found = registry.resources.map((kind) => [kind.path, pathsOf(annotations(registry, kind))]);
  const all = ANY.split(' ');
  const wanted = registry.resources.map(({ path }) => [
    path,
    all.includes(path) ? 'comments followers tags links' : '',
  ]);
  expect(found).toEqual(wanted);
});

const namesOf = (path: string, ...by: readonly string[]): string =>
  columnsNaming(registry, { path })
    .filter((one) => by.includes(one.by))
    .map(({ resource, column }) => `${resource.path}.${column}`)
    .join(' ');

test.each([
  [
    'customers',
    'contracts.kid persons.pid damages.kid documents.kid inbox/documents.kid activities.kid finances.kid goals.kid',
    `${KIDS} identity.kid jobs.kid persons.kid tariffs.kid folders.kid`,
  ],
  [
    'products',
    'contracts.gesellschaft_kid damages.vid documents.kid inbox/documents.kid activities.kid contact-persons.kid portals.kid',
    `${KIDS} folders.kid`,
  ],
  ['contracts', 'damages.vertrag documents.vid inbox/documents.vid', 'persons.vid tariffs.vid'],
  ['damages', 'documents.schaden inbox/documents.schaden', ''],
  ['documents', '', ''],
])('columns name %s as reference, and as parent', (path, references, parents) => {
  expect([namesOf(path, 'reference'), namesOf(path, 'parent')]).toEqual([references, parents]);
});

test('columns that the service sets name users and documents', () => {
  expect(namesOf('documents', 'pointer')).toBe('inbox/documents.document_id');
  expect(namesOf('users', 'pointer').split(' ')).toEqual(
    expect.arrayContaining(['activities.ersteller', 'activities.erledigt_kid']),
  );
});

test('results are computed once for each registry', () => {
  const customers = registry.get('customers');
  expect(parts(registry, customers)).toBe(parts(registry, customers));
});
