/** Mistakes in declarations, each made on purpose: the start refuses them and says what is wrong and what there is. */
import { describe, expect, test } from 'vitest';
import type { Trait } from '../../../src/model/declaration/declaration-references.ts';
import {
  boolean,
  flag,
  int,
  longText,
  money,
  reference,
  rowId,
  secret,
  stamps,
  text,
} from '../../../src/model/declaration/field.ts';
import {
  type Declaration,
  defineAnnotation,
  definePart,
  defineResource,
  type Resource,
} from '../../../src/model/declaration/resource.ts';
import {
  givesAccess,
  guarded,
  hiddenBy,
  privateTo,
  protectedBy,
  quota,
  unique,
} from '../../../src/model/declaration/rules.ts';
import { buildRegistry, declarations, registry } from '../../../src/model/registry.ts';

const fields = {
  id: rowId(),
  kid: reference('Kunde', 'customers', { filter: true }),
  name: text('Name', { search: true, filter: true }),
  wert: money('Wert'),
  offen: flag('Offen', { default: 0 }),
  gesperrt: flag('Gesperrt', { default: 0 }),
  lizenz: boolean('Lizenz'),
  ranking: int('Reihenfolge', { server: true, ranks: true }),
  ...stamps(),
};

/** A kind that contradicts nothing; each mistake is one change of it. */
const sound = {
  path: 'testvehicles',
  table: 'testvehicle',
  title: 'Testvehicle',
  about: 'A testvehicle of a customer.',
  scope: 'contracts',
  nesting: { below: ['customers'] },
  search: { index: 'testvehicles' },
  fields,
} satisfies Declaration;

const part = {
  path: 'testinspections',
  table: 'testinspection',
  title: 'Testinspection',
  about: 'An testinspection of a testvehicle.',
  nesting: { below: ['testvehicles'], parentColumn: 'testvehicle_id' },
  fields: { id: rowId(), testvehicle_id: int('Fahrzeug', { server: true }), ...stamps() },
} satisfies Declaration;

type Change = Partial<Declaration>;
const changed = (base: Declaration, change: Change): Declaration => ({
  ...base,
  ...change,
  nesting: { ...base.nesting, ...change.nesting },
  search: { ...base.search, ...change.search },
});
const testvehicle = (change: Change = {}): Resource => defineResource(changed(sound, change));
const testinspection = (change: Change = {}): Resource => definePart(changed(part, change));
const withField = (more: Declaration['fields']): Resource => testvehicle({ fields: { ...fields, ...more } });

const embed = {
  when: 'with_testinspections',
  as: 'testinspections',
  of: 'testinspections',
  by: { column: 'testvehicle_id' },
} as const;

const licences = {
  field: 'lizenz',
  plan: 'licenses',
  code: 'license_quota_exceeded',
  index: 'testvehicle_licence',
} as const;

const guard = {
  field: 'name',
  value: 'x',
  changes: ['name'],
  code: 'administrator_required',
  exceeds: 'role_exceeds_own_scopes',
  last: 'last_administrator',
} as const;

/** The refusal of a name that does not exist. @param there matches the rest of the sentence */
const names = (trait: Trait, value: string, there = /./): RegExp =>
  new RegExp(`: ${trait} names ${value}, which is no .*${there.source}`);

/** Declarations added to the shipped ones, with the refusal. */
const mistakes: Readonly<Record<string, [readonly Resource[], RegExp]>> = {
  'a path twice': [[testvehicle(), testvehicle({ table: 'other' })], /same path: testvehicles/],
  'a path of capitals': [[testvehicle({ path: 'Testvehicles' })], /Testvehicles: its path is no lower-case name/],
  'a table of another kind': [
    [testvehicle({ table: 'damage' })],
    /table damage of (testvehicles|damages) and no section/,
  ],
  'a section twice': [
    [testvehicle({ table: 'contact', storage: { section: 'users', sequence: 'contact_kid_seq' } })],
    /table contact of (users|testvehicles) and no section/,
  ],
  'a shared table with another sequence': [
    [testvehicle({ table: 'contact', storage: { section: 'testvehicles' } })],
    /table of (customers|testvehicles) and another sequence/,
  ],
  'a search index of another kind': [
    [testvehicle({ search: { index: 'damages' } })],
    /search index damages with (testvehicles|damages)/,
  ],
  'no id': [[testvehicle({ fields: { ...fields, id: text('ID') } })], /no id that the service sets/],
  'no scope': [[testvehicle({ scope: undefined })], /addresses of its own and no scope/],
  'a scope with a typo': [[testvehicle({ scope: 'contract' })], names('scope', 'contract', /scope family.*contracts/)],
  'a parent with a typo': [
    [testvehicle({ nesting: { below: ['customer'] } })],
    names('nesting.below', 'customer', /customers/),
  ],
  'itself as parent': [[testvehicle({ nesting: { below: ['testvehicles'] } })], /lies below itself/],
  'a parent twice': [
    [testvehicle({ nesting: { below: ['customers', 'customers'] } })],
    /parent customers stands there twice/,
  ],
  'a part without a parent': [
    [testvehicle(), testinspection({ nesting: { below: [] } })],
    /testinspections: is reached nowhere/,
  ],
  'a parent column with a typo': [
    [testvehicle(), testinspection({ nesting: { parentColumn: 'vehicel' } })],
    names('nesting.parentColumn', 'vehicel'),
  ],
  'a second parent with a typo': [
    [testvehicle({ nesting: { alsoBelow: ['contract'] } })],
    names('nesting.alsoBelow', 'contract', /record kind that it has a column for/),
  ],
  'a parent that is a second one too': [
    [
      testvehicle({
        nesting: { below: ['contracts'], alsoBelow: ['contracts'] },
        fields: { ...fields, vid: int('x') },
      }),
    ],
    /parent contracts stands there twice/,
  ],
  'a part that is annotated': [
    [testvehicle(), testinspection({ annotated: true })],
    /testinspections: is annotated and has no addresses of its own/,
  ],
  'a second parent without a column for it': [
    [testvehicle({ nesting: { alsoBelow: ['contracts'] } })],
    names('nesting.alsoBelow', 'contracts', /There are: none/),
  ],
  'an annotation that does not say the kind of its record': [
    [
      defineAnnotation({
        path: 'testvotes',
        table: 'testvote',
        title: 'Testvote',
        about: 'A testvote.',
        fields: { id: rowId(), owner_id: int('y') },
      }),
    ],
    /testvotes: is an annotation without the fields owner_section and owner_id/,
  ],
  'an annotation without its owner': [
    [
      defineAnnotation({
        path: 'testvotes',
        table: 'testvote',
        title: 'Testvote',
        about: 'A testvote.',
        fields: { id: rowId() },
      }),
    ],
    names('nesting.parentColumn', 'owner_id'),
  ],
  'an inherited column that it lacks': [
    [testvehicle(), testinspection({ nesting: { inherits: ['kid'] } })],
    names('nesting.inherits', 'kid', /column of it/),
  ],
  'an inherited column that the parent lacks': [
    [
      testvehicle(),
      testinspection({ nesting: { inherits: ['farbe'] }, fields: { ...part.fields, farbe: text('Farbe') } }),
    ],
    names('nesting.inherits', 'farbe', /column of each parent/),
  ],
  'an operation with a typo': [
    [testvehicle({ nesting: { instead: { create: 'uploadDokument' as 'create' } } })],
    names('nesting.instead', 'uploadDokument', /operation.*uploadDocument/),
  ],
  'an operation for a verb that it lacks': [
    [testvehicle({ nesting: { verbs: ['list'], verbsBelow: ['list'], instead: { update: 'update' } } })],
    /instead names the verb update/,
  ],
  'an array of an unknown kind': [
    [testvehicle({ embeds: [{ ...embed, of: 'testinspection' }] })],
    names('embeds.testinspections.of', 'testinspection'),
  ],
  'an array by a column that is not there': [
    [testvehicle({ embeds: [{ ...embed, by: { column: 'fahrzeug' } }] }), testinspection()],
    names('embeds.testinspections.by.column', 'fahrzeug', /testvehicle_id/),
  ],
  'an array by owner of what is no annotation': [
    [testvehicle({ embeds: [{ ...embed, by: 'owner' }] }), testinspection()],
    /found by owner and testinspections is no annotation/,
  ],
  'an array with a scope of a typo': [
    [testvehicle({ embeds: [{ ...embed, scope: 'dokuments' }] }), testinspection()],
    names('embeds.testinspections.scope', 'dokuments'),
  ],
  'two arrays of one name': [
    [testvehicle({ embeds: [embed, embed] }), testinspection()],
    /array testinspections stands there twice/,
  ],
  'two arrays of one switch': [
    [testvehicle({ embeds: [embed, { ...embed, as: 'others' }] }), testinspection()],
    /switch with_testinspections stands there twice/,
  ],
  'an array that is called as a field is': [
    [testvehicle({ embeds: [{ ...embed, as: 'name' }] }), testinspection()],
    /array name bears the name of a field/,
  ],
  'nested rows of an unknown kind': [
    [testvehicle({ requests: { nested: { testinspections: 'inspektions' } } })],
    names('requests.nested', 'inspektions'),
  ],
  'nested rows that lie elsewhere': [
    [testvehicle({ requests: { nested: { tariffs: 'tariffs' } } })],
    /tariffs, which does not lie below it/,
  ],
  'a flag that hides, with a typo': [
    [testvehicle({ rules: [hiddenBy('ofen', { unless: 'with_open', about: 'x' })] })],
    names('hiddenBy', 'ofen', /field of it \(smallint\)\. There are: gesperrt, offen/),
  ],
  'a text that hides': [
    [testvehicle({ rules: [hiddenBy('name', { unless: 'with_all', about: 'x' })] })],
    names('hiddenBy', 'name'),
  ],
  'a flag that protects, with a typo': [
    [testvehicle({ rules: [protectedBy('geschuetzt', 'document_protected')] })],
    names('protectedBy', 'geschuetzt'),
  ],
  'a flag that opens, with a typo': [
    [testvehicle({ rules: [privateTo('kid', { unless: 'frei' })] })],
    names('privateTo.unless', 'frei'),
  ],
  'an owner with a typo': [
    [testvehicle({ rules: [privateTo('besitzer', { unless: 'offen' })] })],
    names('privateTo.owner', 'besitzer'),
  ],
  'a quota of a field with a typo': [
    [testvehicle({ rules: [quota({ ...licences, field: 'lizens' })] })],
    names('quota', 'lizens', /lizenz/),
  ],
  'a quota of what is no boolean': [
    [testvehicle({ rules: [quota({ ...licences, field: 'offen' })] })],
    names('quota', 'offen'),
  ],
  'a filter of a field with a typo': [[testvehicle({ filters: { art: 'arrt' } })], names('filters', 'arrt')],
  'a filter twice': [[testvehicle({ filters: { name: 'wert' } })], /filter name stands there twice/],
  'a filter that every list has': [
    [testvehicle({ filters: { page: 'wert' } })],
    /filter page is a parameter of every list/,
  ],
  'an answered field with a typo': [
    [testvehicle({ responses: { createFields: ['kids'] } })],
    names('responses.createFields', 'kids'),
  ],
  'an end for retention with a typo': [
    [testvehicle({ retention: { endColumns: ['ende'] } })],
    names('retention.endColumns', 'ende', /insert_datum/),
  ],
  'a match field with a typo': [[testvehicle({ imports: { match: [['nahme']] } })], names('imports.match', 'nahme')],
  'a field of a person with a typo': [[testvehicle({ imports: { person: ['geb'] } })], names('imports.person', 'geb')],
  'an identity with a typo': [
    [testvehicle(), testinspection({ imports: { identity: ['nr'] } })],
    names('imports.identity', 'nr'),
  ],
  'a usual art without the field': [[testvehicle({ imports: { usualArt: '0' } })], /usual art and no field art/],
  'a unique rule of a column that it lacks': [
    [testvehicle({ rules: [unique('testvehicle_once', 'kid, lower(farbe)', 'relation_exists')] })],
    names('unique', 'farbe', /column of it\. There are:/),
  ],
  'two flags that hide': [
    [testvehicle({ rules: ['offen', 'gesperrt'].map((flag) => hiddenBy(flag, { unless: 'with_all', about: 'x' })) })],
    /has two flags that hide/,
  ],
  'a unique index without a code': [
    [testvehicle({ storage: { indexes: ['unique testvehicle_once (org_id, name) where del = 0'] } })],
    /index testvehicle_once is unique and has no code/,
  ],
  'a login of no text': [
    [testvehicle({ login: { by: 'wert', while: 'wert', as: 'wert' } })],
    names('login.by', 'wert'),
  ],
  'a login without its flag': [
    [testvehicle({ login: { by: 'name', while: 'name', as: 'name' } })],
    names('login.while', 'name'),
  ],
  'a guard of what cannot sign in': [[testvehicle({ rules: [guarded(guard)] })], /guards records that cannot sign in/],
  'a guard of an unknown field': [
    [testvehicle({ rules: [guarded({ ...guard, changes: ['farbe'] })] })],
    names('guarded.changes', 'farbe'),
  ],
  'a field of access with a typo': [[testvehicle({ rules: [givesAccess('activ')] })], names('givesAccess', 'activ')],
  'a title of a field with a typo': [
    [testvehicle({ displayName: { by: ['nahme'] } })],
    names('displayName.by', 'nahme'),
  ],
  'a second title of a field with a typo': [
    [testvehicle({ displayName: { by: ['name'], extra: 'mail' } })],
    names('displayName.extra', 'mail'),
  ],
  'a division of an unknown list': [
    [testvehicle({ settings: { division: { list: 'sparte', field: 'name' } } })],
    names('settings.division.list', 'sparte', /sparten/),
  ],
  'a division of an unknown field': [
    [testvehicle({ settings: { division: { list: 'sparten', field: 'sparte' } } })],
    names('settings.division.field', 'sparte'),
  ],
  'what cannot be hidden with its parent': [
    [testvehicle({ storage: { removal: 'hard' } })],
    /removed hard and could not be hidden/,
  ],
  'content that no column names': [
    [testvehicle({ content: 'unassigned' })],
    /has content and no fields url, aws and size/,
  ],
  'batches below nothing': [
    [testvehicle({ nesting: { below: [] }, requests: { batch: 'below' }, fields: { ...fields, ranking: int('x') } })],
    /batches below a parent/,
  ],
  'a status of batches without batches': [
    [testvehicle({ responses: { batchStatus: 200 } })],
    /status of batches and takes none/,
  ],
  'a search index without text': [
    [testvehicle({ fields: { id: rowId(), kid: fields.kid, ...stamps() } })],
    /search index and no field that is searched/,
  ],
  'a searched field without an index': [[testvehicle({ search: { index: undefined } })], /field name is searched/],
  'searched with a parent that is not': [
    [
      testvehicle({ search: { index: undefined }, fields: { ...fields, name: text('Name') } }),
      testinspection({ search: { withParent: true } }),
    ],
    /searched with a parent that has no search index/,
  ],
  'searched twice': [[testvehicle({ search: { withParent: true } })], /searched by itself and with its parent/],
  'two fields that rank': [[withField({ rang: int('Rang', { ranks: true }) })], /two fields that rank/],
  'a rank that is no number': [
    [testvehicle({ fields: { ...fields, ranking: text('x', { ranks: true }) } })],
    /ranking ranks and is no int/,
  ],
  'a name below that no kind has': [
    [testvehicle({ nesting: { foreignKeyName: 'fahrzeug' } })],
    /known below as fahrzeug/,
  ],
  'a field of capitals': [[withField({ Farbe: text('Farbe') })], /field Farbe is no plain lower-case name/],
  'a list with a typo': [
    [withField({ art: text('Art', { list: 'adressart' }) })],
    names('fields.art.list', 'adressart', /adressArt/),
  ],
  'a list for a kind that has none': [
    [withField({ wert: money('Wert', { list: 'adressArt' }) })],
    /field wert has the list adressArt and is of a kind that chooses from none/,
  ],
  'a second name of nothing': [
    [withField({ titel: text('Titel', { sameAs: 'tittel' }) })],
    names('fields.titel.sameAs', 'tittel'),
  ],
  'a reference to an unknown kind': [
    [withField({ vid: reference('Vertrag', 'contract') })],
    names('fields.vid.reference.to', 'contract'),
  ],
  'bounds the wrong way round': [[withField({ n: int('N', { min: 5, max: 1 }) })], /field n has min 5 above max 1/],
  'a least length of a text, which would bound nothing': [
    [withField({ n: text('N', { min: 1 }) })],
    /field n has min and is a text/,
  ],
  'required and set by the service': [
    [withField({ n: int('N', { required: true, server: true }) })],
    /field n is required of bodies/,
  ],
  'required with a default': [
    [withField({ n: int('N', { required: true, default: 1 }) })],
    /field n is required and has a default/,
  ],
  'two defaults': [[withField({ n: int('N', { default: 1, defaultsTo: 'caller' }) })], /field n has two defaults/],
  'a secret that is searched': [
    [withField({ pass: secret('Passwort', { search: true }) })],
    /field pass is secret and searched/,
  ],
  'an order by a column with a typo': [
    [testvehicle({ responses: { orderedBy: 'nahme' } })],
    names('responses.orderedBy', 'nahme', /There are: .*name/),
  ],
  'an order by what no index holds': [
    [testvehicle({ fields: { ...fields, notiz: longText('Notiz') }, responses: { orderedBy: 'notiz' } })],
    names('responses.orderedBy', 'notiz'),
  ],
  'an event that a verb has': [
    [testvehicle({ events: { customEvents: { update: {} } } })],
    /event update is that of a verb/,
  ],
  'an event with a dot': [
    [testvehicle({ events: { customEvents: { 'be.sold': {} } } })],
    /event be.sold is no lower-case word/,
  ],
  'an event that says what every one says': [
    [testvehicle({ events: { customEvents: { sell: { record: text('x') } } } })],
    /payload field record is in every payload/,
  ],
  'two events that say different things by one name': [
    [testvehicle({ events: { customEvents: { sell: { an: text('x') }, rent: { an: int('x') } } } })],
    /payload field an stands there twice/,
  ],
  'an event that says a secret': [
    [testvehicle({ events: { customEvents: { sell: { pin: secret('x') } } } })],
    /payload field pin is secret/,
  ],
  'an event that names an unknown kind': [
    [testvehicle({ events: { customEvents: { sell: { an: reference('x', 'customer') } } } })],
    names('events.customEvents.sell.an.reference.to' as Trait, 'customer'),
  ],
  'a secret that is a filter': [
    [withField({ pass: secret('Passwort', { filter: true }) })],
    /field pass is secret and a filter/,
  ],
};

describe('a mistake in a declaration ends the start', () => {
  test.each(Object.entries(mistakes))('%s', (_name, [resources, says]) => {
    expect(() => buildRegistry([...declarations, ...resources])).toThrow(says);
  });
});

test('declarations without a mistake are accepted', () => {
  const known = buildRegistry([...declarations, testvehicle({ embeds: [embed] }), testinspection()]);
  expect(known.get('testinspections').nesting.below).toEqual(['testvehicles']);
  expect(registry.resources).toHaveLength(declarations.length);
  expect(Object.keys(mistakes).length).toBeGreaterThan(60);
});

test('a path that does not exist is named', () => {
  expect(() => registry.get('testvehicle')).toThrow('There is no declaration of testvehicle.');
});
