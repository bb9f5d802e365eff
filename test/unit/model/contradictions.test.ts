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
  path: 'vehicles',
  table: 'vehicle',
  title: 'Vehicle',
  about: 'A vehicle of a customer.',
  scope: 'contracts',
  nesting: { below: ['customers'] },
  search: { index: 'vehicles' },
  fields,
} satisfies Declaration;

const part = {
  path: 'inspections',
  table: 'inspection',
  title: 'Inspection',
  about: 'An inspection of a vehicle.',
  nesting: { below: ['vehicles'], parentColumn: 'vehicle_id' },
  fields: { id: rowId(), vehicle_id: int('Fahrzeug', { server: true }), ...stamps() },
} satisfies Declaration;

type Change = Partial<Declaration>;
const changed = (base: Declaration, change: Change): Declaration => ({
  ...base,
  ...change,
  nesting: { ...base.nesting, ...change.nesting },
  search: { ...base.search, ...change.search },
});
const vehicle = (change: Change = {}): Resource => defineResource(changed(sound, change));
const inspection = (change: Change = {}): Resource => definePart(changed(part, change));
const withField = (more: Declaration['fields']): Resource => vehicle({ fields: { ...fields, ...more } });

const embed = { when: 'with_inspections', as: 'inspections', of: 'inspections', by: { column: 'vehicle_id' } } as const;

const licences = {
  field: 'lizenz',
  plan: 'licenses',
  code: 'license_quota_exceeded',
  index: 'vehicle_licence',
} as const;

const guard = {
  field: 'name',
  value: 'x',
  changes: ['name'],
  code: 'administrator_required',
  last: 'last_administrator',
} as const;

/** The refusal of a name that does not exist. @param there matches the rest of the sentence */
const names = (trait: Trait, value: string, there = /./): RegExp =>
  new RegExp(`: ${trait} names ${value}, which is no .*${there.source}`);

/** Declarations added to the shipped ones, with the refusal. */
const mistakes: Readonly<Record<string, [readonly Resource[], RegExp]>> = {
  'a path twice': [[vehicle(), vehicle({ table: 'other' })], /same path: vehicles/],
  'a path of capitals': [[vehicle({ path: 'Vehicles' })], /Vehicles: its path is no lower-case name/],
  'a table of another kind': [[vehicle({ table: 'damage' })], /table damage of (vehicles|damages) and no section/],
  'a section twice': [
    [vehicle({ table: 'contact', storage: { section: 'users', sequence: 'contact_kid_seq' } })],
    /table contact of (users|vehicles) and no section/,
  ],
  'a shared table with another sequence': [
    [vehicle({ table: 'contact', storage: { section: 'vehicles' } })],
    /table of (customers|vehicles) and another sequence/,
  ],
  'a search index of another kind': [
    [vehicle({ search: { index: 'damages' } })],
    /search index damages with (vehicles|damages)/,
  ],
  'no id': [[vehicle({ fields: { ...fields, id: text('ID') } })], /no id that the service sets/],
  'no scope': [[vehicle({ scope: undefined })], /addresses of its own and no scope/],
  'a scope with a typo': [[vehicle({ scope: 'contract' })], names('scope', 'contract', /scope family.*contracts/)],
  'a parent with a typo': [
    [vehicle({ nesting: { below: ['customer'] } })],
    names('nesting.below', 'customer', /customers/),
  ],
  'itself as parent': [[vehicle({ nesting: { below: ['vehicles'] } })], /lies below itself/],
  'a parent twice': [
    [vehicle({ nesting: { below: ['customers', 'customers'] } })],
    /parent customers stands there twice/,
  ],
  'a part without a parent': [[vehicle(), inspection({ nesting: { below: [] } })], /inspections: is reached nowhere/],
  'a parent column with a typo': [
    [vehicle(), inspection({ nesting: { parentColumn: 'vehicel' } })],
    names('nesting.parentColumn', 'vehicel'),
  ],
  'a second parent with a typo': [
    [vehicle({ nesting: { alsoBelow: ['contract'] } })],
    names('nesting.alsoBelow', 'contract', /record kind that it has a column for/),
  ],
  'a parent that is a second one too': [
    [vehicle({ nesting: { below: ['contracts'], alsoBelow: ['contracts'] }, fields: { ...fields, vid: int('x') } })],
    /parent contracts stands there twice/,
  ],
  'a part that is annotated': [
    [vehicle(), inspection({ annotated: true })],
    /inspections: is annotated and has no addresses of its own/,
  ],
  'a second parent without a column for it': [
    [vehicle({ nesting: { alsoBelow: ['contracts'] } })],
    names('nesting.alsoBelow', 'contracts', /There are: none/),
  ],
  'an annotation that does not say the kind of its record': [
    [
      defineAnnotation({
        path: 'votes',
        table: 'vote',
        title: 'Vote',
        about: 'A vote.',
        fields: { id: rowId(), owner_id: int('y') },
      }),
    ],
    /votes: is an annotation without the fields owner_section and owner_id/,
  ],
  'an annotation without its owner': [
    [defineAnnotation({ path: 'votes', table: 'vote', title: 'Vote', about: 'A vote.', fields: { id: rowId() } })],
    names('nesting.parentColumn', 'owner_id'),
  ],
  'an inherited column that it lacks': [
    [vehicle(), inspection({ nesting: { inherits: ['kid'] } })],
    names('nesting.inherits', 'kid', /column of it/),
  ],
  'an inherited column that the parent lacks': [
    [vehicle(), inspection({ nesting: { inherits: ['farbe'] }, fields: { ...part.fields, farbe: text('Farbe') } })],
    names('nesting.inherits', 'farbe', /column of each parent/),
  ],
  'an operation with a typo': [
    [vehicle({ nesting: { instead: { create: 'uploadDokument' as 'create' } } })],
    names('nesting.instead', 'uploadDokument', /operation.*uploadDocument/),
  ],
  'an operation for a verb that it lacks': [
    [vehicle({ nesting: { verbs: ['list'], verbsBelow: ['list'], instead: { update: 'update' } } })],
    /instead names the verb update/,
  ],
  'an array of an unknown kind': [
    [vehicle({ embeds: [{ ...embed, of: 'inspection' }] })],
    names('embeds.inspections.of', 'inspection'),
  ],
  'an array by a column that is not there': [
    [vehicle({ embeds: [{ ...embed, by: { column: 'fahrzeug' } }] }), inspection()],
    names('embeds.inspections.by.column', 'fahrzeug', /vehicle_id/),
  ],
  'an array by owner of what is no annotation': [
    [vehicle({ embeds: [{ ...embed, by: 'owner' }] }), inspection()],
    /found by owner and inspections is no annotation/,
  ],
  'an array with a scope of a typo': [
    [vehicle({ embeds: [{ ...embed, scope: 'dokuments' }] }), inspection()],
    names('embeds.inspections.scope', 'dokuments'),
  ],
  'two arrays of one name': [
    [vehicle({ embeds: [embed, embed] }), inspection()],
    /array inspections stands there twice/,
  ],
  'two arrays of one switch': [
    [vehicle({ embeds: [embed, { ...embed, as: 'others' }] }), inspection()],
    /switch with_inspections stands there twice/,
  ],
  'an array that is called as a field is': [
    [vehicle({ embeds: [{ ...embed, as: 'name' }] }), inspection()],
    /array name bears the name of a field/,
  ],
  'nested rows of an unknown kind': [
    [vehicle({ requests: { nested: { inspections: 'inspektions' } } })],
    names('requests.nested', 'inspektions'),
  ],
  'nested rows that lie elsewhere': [
    [vehicle({ requests: { nested: { tariffs: 'tariffs' } } })],
    /tariffs, which does not lie below it/,
  ],
  'a flag that hides, with a typo': [
    [vehicle({ rules: [hiddenBy('ofen', { unless: 'with_open', about: 'x' })] })],
    names('hiddenBy', 'ofen', /field of it \(smallint\)\. There are: gesperrt, offen/),
  ],
  'a text that hides': [
    [vehicle({ rules: [hiddenBy('name', { unless: 'with_all', about: 'x' })] })],
    names('hiddenBy', 'name'),
  ],
  'a flag that protects, with a typo': [
    [vehicle({ rules: [protectedBy('geschuetzt', 'document_protected')] })],
    names('protectedBy', 'geschuetzt'),
  ],
  'a flag that opens, with a typo': [
    [vehicle({ rules: [privateTo('kid', { unless: 'frei' })] })],
    names('privateTo.unless', 'frei'),
  ],
  'an owner with a typo': [
    [vehicle({ rules: [privateTo('besitzer', { unless: 'offen' })] })],
    names('privateTo.owner', 'besitzer'),
  ],
  'a quota of a field with a typo': [
    [vehicle({ rules: [quota({ ...licences, field: 'lizens' })] })],
    names('quota', 'lizens', /lizenz/),
  ],
  'a quota of what is no boolean': [
    [vehicle({ rules: [quota({ ...licences, field: 'offen' })] })],
    names('quota', 'offen'),
  ],
  'a filter of a field with a typo': [[vehicle({ filters: { art: 'arrt' } })], names('filters', 'arrt')],
  'a filter twice': [[vehicle({ filters: { name: 'wert' } })], /filter name stands there twice/],
  'a filter that every list has': [
    [vehicle({ filters: { page: 'wert' } })],
    /filter page is a parameter of every list/,
  ],
  'an answered field with a typo': [
    [vehicle({ responses: { createFields: ['kids'] } })],
    names('responses.createFields', 'kids'),
  ],
  'a unique rule of a column that it lacks': [
    [vehicle({ rules: [unique('vehicle_once', 'kid, lower(farbe)', 'relation_exists')] })],
    names('unique', 'farbe', /column of it\. There are:/),
  ],
  'two flags that hide': [
    [vehicle({ rules: ['offen', 'gesperrt'].map((flag) => hiddenBy(flag, { unless: 'with_all', about: 'x' })) })],
    /has two flags that hide/,
  ],
  'a unique index without a code': [
    [vehicle({ storage: { indexes: ['unique vehicle_once (org_id, name) where del = 0'] } })],
    /index vehicle_once is unique and has no code/,
  ],
  'a login of no text': [[vehicle({ login: { by: 'wert', while: 'wert', as: 'wert' } })], names('login.by', 'wert')],
  'a login without its flag': [
    [vehicle({ login: { by: 'name', while: 'name', as: 'name' } })],
    names('login.while', 'name'),
  ],
  'a guard of what cannot sign in': [[vehicle({ rules: [guarded(guard)] })], /guards records that cannot sign in/],
  'a guard of an unknown field': [
    [vehicle({ rules: [guarded({ ...guard, changes: ['farbe'] })] })],
    names('guarded.changes', 'farbe'),
  ],
  'a field of access with a typo': [[vehicle({ rules: [givesAccess('activ')] })], names('givesAccess', 'activ')],
  'a title of a field with a typo': [[vehicle({ displayName: { by: ['nahme'] } })], names('displayName.by', 'nahme')],
  'a second title of a field with a typo': [
    [vehicle({ displayName: { by: ['name'], extra: 'mail' } })],
    names('displayName.extra', 'mail'),
  ],
  'a division of an unknown list': [
    [vehicle({ settings: { division: { list: 'sparte', field: 'name' } } })],
    names('settings.division.list', 'sparte', /sparten/),
  ],
  'a division of an unknown field': [
    [vehicle({ settings: { division: { list: 'sparten', field: 'sparte' } } })],
    names('settings.division.field', 'sparte'),
  ],
  'what cannot be hidden with its parent': [
    [vehicle({ storage: { removal: 'hard' } })],
    /removed hard and could not be hidden/,
  ],
  'content that no column names': [[vehicle({ content: 'unassigned' })], /has content and no fields url, aws and size/],
  'batches below nothing': [
    [vehicle({ nesting: { below: [] }, requests: { batch: 'below' }, fields: { ...fields, ranking: int('x') } })],
    /batches below a parent/,
  ],
  'a status of batches without batches': [
    [vehicle({ responses: { batchStatus: 200 } })],
    /status of batches and takes none/,
  ],
  'a search index without text': [
    [vehicle({ fields: { id: rowId(), kid: fields.kid, ...stamps() } })],
    /search index and no field that is searched/,
  ],
  'a searched field without an index': [[vehicle({ search: { index: undefined } })], /field name is searched/],
  'searched with a parent that is not': [
    [
      vehicle({ search: { index: undefined }, fields: { ...fields, name: text('Name') } }),
      inspection({ search: { withParent: true } }),
    ],
    /searched with a parent that has no search index/,
  ],
  'searched twice': [[vehicle({ search: { withParent: true } })], /searched by itself and with its parent/],
  'two fields that rank': [[withField({ rang: int('Rang', { ranks: true }) })], /two fields that rank/],
  'a rank that is no number': [
    [vehicle({ fields: { ...fields, ranking: text('x', { ranks: true }) } })],
    /ranking ranks and is no int/,
  ],
  'a name below that no kind has': [[vehicle({ nesting: { foreignKeyName: 'fahrzeug' } })], /known below as fahrzeug/],
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
    [vehicle({ responses: { orderedBy: 'nahme' } })],
    names('responses.orderedBy', 'nahme', /There are: .*name/),
  ],
  'an order by what no index holds': [
    [vehicle({ fields: { ...fields, notiz: longText('Notiz') }, responses: { orderedBy: 'notiz' } })],
    names('responses.orderedBy', 'notiz'),
  ],
  'an event that a verb has': [
    [vehicle({ events: { customEvents: { update: {} } } })],
    /event update is that of a verb/,
  ],
  'an event with a dot': [
    [vehicle({ events: { customEvents: { 'be.sold': {} } } })],
    /event be.sold is no lower-case word/,
  ],
  'an event that says what every one says': [
    [vehicle({ events: { customEvents: { sell: { record: text('x') } } } })],
    /payload field record is in every payload/,
  ],
  'two events that say different things by one name': [
    [vehicle({ events: { customEvents: { sell: { an: text('x') }, rent: { an: int('x') } } } })],
    /payload field an stands there twice/,
  ],
  'an event that says a secret': [
    [vehicle({ events: { customEvents: { sell: { pin: secret('x') } } } })],
    /payload field pin is secret/,
  ],
  'an event that names an unknown kind': [
    [vehicle({ events: { customEvents: { sell: { an: reference('x', 'customer') } } } })],
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
  const known = buildRegistry([...declarations, vehicle({ embeds: [embed] }), inspection()]);
  expect(known.get('inspections').nesting.below).toEqual(['vehicles']);
  expect(registry.resources).toHaveLength(declarations.length);
  expect(Object.keys(mistakes).length).toBeGreaterThan(60);
});

test('a path that does not exist is named', () => {
  expect(() => registry.get('vehicle')).toThrow('There is no declaration of vehicle.');
});
