/**
 * What a declaration must not say. Two tables: what the strings of each trait name, so that one loop finds a name that
 * does not exist; and what cannot stand beside each other. A contradiction ends the start, not a request.
 */
import { scopeFamilies } from '../scope-families.ts';
import type { Field } from './field-shape.ts';
import { collectionOperations } from './operation-names.ts';
import type { Resource } from './resource.ts';

/** All declarations, and the select lists there are. */
export interface World {
  readonly kinds: ReadonlyMap<string, Resource>;
  readonly lists: readonly string[];
}

/** Names that a trait may choose from, and what people call them. */
interface Choice {
  readonly of: string;
  readonly names: readonly string[];
}

type Chooses = (resource: Resource, world: World) => Choice;

const kindsOf = ({ kinds }: World): readonly Resource[] => [...kinds.values()];
const recordKinds: Chooses = (_resource, { kinds }) => ({ of: 'record kind', names: [...kinds.keys()] });
const lists: Chooses = (_resource, world) => ({ of: 'select list', names: world.lists });
const scopes: Chooses = () => ({ of: 'scope family', names: Object.keys(scopeFamilies) });
const operations: Chooses = () => ({ of: 'operation', names: collectionOperations });
const fieldNames = (resource: Resource, fits: (field: Field) => boolean = () => true): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (fits(field) ? [name] : []));
const fields: Chooses = (resource) => ({ of: 'field of it', names: fieldNames(resource) });
const columns: Chooses = (resource) => ({ of: 'column of it', names: fieldNames(resource, ({ sameAs }) => !sameAs) });
const ofKind =
  (...columnTypes: string[]): Chooses =>
  (resource) => ({
    of: `field of it (${columnTypes.join(' or ')})`,
    names: fieldNames(resource, ({ kind }) => columnTypes.includes(kind.column)),
  });
const parentColumns: Chooses = (resource, { kinds }) => {
  const parents = resource.place.below.flatMap((path) => kinds.get(path) ?? []);
  const shared = parents.map((parent) => fieldNames(parent));
  return {
    of: 'column of each parent',
    names: (shared[0] ?? []).filter((name) => shared.every((names) => names.includes(name))),
  };
};
/** What hangs on a record by naming it: annotations, and kinds with a column of the record's own name for itself. */
const annotations: Chooses = (resource, world) => ({
  of: 'annotation, or kind with a column for it',
  names: kindsOf(world)
    .filter(
      (kind) =>
        kind.place.ownerSection ||
        (resource.place.knownBelowAs !== undefined && Object.hasOwn(kind.fields, resource.place.knownBelowAs)),
    )
    .map(({ path }) => path),
});
const embeddedColumns =
  (of: string): Chooses =>
  (_resource, { kinds }) => {
    const embedded = kinds.get(of);
    return { of: `column of ${of}`, names: embedded ? fieldNames(embedded) : [] };
  };

/** A string of a trait, and what it may be. */
interface Named {
  readonly trait: string;
  readonly value: string;
  readonly among: Chooses;
}

const named = (trait: string, value: string | readonly string[] | undefined, among: Chooses): Named[] =>
  (typeof value === 'string' ? [value] : (value ?? [])).map((one) => ({ trait, value: one, among }));

/** What the strings of a field name. */
const namedByField = ([name, field]: [string, Field]): Named[] => [
  ...named(`fields.${name}.list`, field.list, lists),
  ...named(`fields.${name}.sameAs`, field.sameAs, columns),
  ...named(`fields.${name}.reference`, field.reference?.to, recordKinds),
];

/** What the strings of each trait name. */
const namedBy = (resource: Resource): Named[] => [
  ...named('scope', resource.scope, scopes),
  ...named('place.below', resource.place.below, recordKinds),
  ...named('annotations', resource.annotations, annotations),
  ...named(
    'place.parentColumn',
    resource.place.below.length || resource.place.ownerSection ? resource.place.parentColumn : [],
    columns,
  ),
  ...named('place.inherits', resource.place.inherits, columns),
  ...named('place.inherits', resource.place.inherits, parentColumns),
  ...named('place.instead', Object.values(resource.place.instead), operations),
  ...named('bodies.nested', Object.values(resource.bodies.nested), recordKinds),
  ...named('filters', Object.values(resource.filters), columns),
  ...named('answers.createFields', resource.answers.createFields, fields),
  ...resource.rules.flatMap(({ names }) =>
    names.map(({ trait, value, columnTypes }) => ({
      trait,
      value,
      among: columnTypes ? ofKind(...columnTypes) : columns,
    })),
  ),
  ...named('login.by', resource.login?.by, ofKind('text')),
  ...named('login.while', resource.login?.while, ofKind('boolean')),
  ...named('login.as', resource.login?.as, ofKind('text')),
  ...named('called.by', resource.called?.by, fields),
  ...named('called.beside', resource.called?.beside, fields),
  ...named('settings.division.list', resource.settings.division?.list, lists),
  ...named('settings.division.field', resource.settings.division?.field, columns),
  ...resource.embeds.flatMap(({ as, of, by, scope }) => [
    ...named(`embeds.${as}.of`, of, recordKinds),
    ...named(`embeds.${as}.scope`, scope, scopes),
    ...(typeof by === 'object' ? named(`embeds.${as}.by`, by.column, embeddedColumns(of)) : []),
  ]),
  ...Object.entries(resource.fields).flatMap(namedByField),
];

/** Query parameters that every list has. */
const PAGING = ['page', 'limit', 'with_schema', 'flat'];

/** Names in a list that stand there twice. */
const doubled = (names: readonly string[]): string | undefined => names.find((name, i) => names.indexOf(name) < i);

const filterNames = (resource: Resource): string[] => [
  ...Object.entries(resource.fields).flatMap(([name, { filter }]) =>
    filter ? [typeof filter === 'string' ? filter : name] : [],
  ),
  ...Object.keys(resource.filters),
];

const otherKind = (resource: Resource, world: World, fits: (other: Resource) => boolean): Resource | undefined =>
  kindsOf(world).find((other) => other !== resource && fits(other));

/** Verbs it has, wherever it is reached. */
const verbsOf = ({ place }: Resource): readonly string[] => [
  ...(place.topLevel ? place.verbs : []),
  ...place.verbsBelow,
];

/** What is wrong with a field beside the names in it. */
const wrongWithField = (name: string, field: Field, { fields: all }: Resource): (string | false | undefined)[] => [
  !/^[a-z][a-z0-9_]*$/.test(name) && `field ${name} is no plain lower-case name`,
  field.min !== undefined &&
    field.max !== undefined &&
    field.min > field.max &&
    `field ${name} has min ${field.min} above max ${field.max}`,
  field.required && field.server && `field ${name} is required of bodies and set by the service`,
  field.required && field.default !== undefined && `field ${name} is required and has a default`,
  field.default !== undefined && field.defaultsTo && `field ${name} has two defaults`,
  field.sameAs && all[field.sameAs]?.sameAs && `field ${name} is the second name of a second name, ${field.sameAs}`,
  field.ranks && field.kind.column !== 'int' && `field ${name} ranks and is no int`,
  field.search && field.kind.secret && `field ${name} is secret and searched`,
  field.filter && field.kind.secret && `field ${name} is secret and a filter`,
];

/** What cannot stand beside each other in one declaration. */
const wrongWith = (resource: Resource, world: World): (string | false | undefined)[] => {
  const { path, fields: all, embeds } = resource;
  const searched = fieldNames(resource, ({ search }) => search === true);
  const verbs = verbsOf(resource);
  const hangsOn = otherKind(resource, world, (other) => other.annotations.includes(path));
  const twice = (what: string, names: readonly string[]): string | undefined => {
    const name = doubled(names);
    return name && `${what} ${name} stands there twice`;
  };
  return [
    !/^[a-z][a-z-]*(\/[a-z][a-z-]*)*$/.test(path) && 'its path is no lower-case name',
    !all.id?.server && 'has no id that the service sets',
    resource.place.topLevel && !resource.scope && 'has addresses of its own and no scope',
    !resource.place.topLevel &&
      !resource.place.below.length &&
      !hangsOn &&
      'is reached nowhere: it has no parent and hangs on nothing',
    resource.place.ownerSection && !hangsOn && 'is an annotation that hangs on nothing',
    resource.place.ownerSection &&
      !(all.owner_section && all.owner_id) &&
      'is an annotation without the fields owner_section and owner_id',
    resource.place.below.includes(path) && 'lies below itself',
    twice('parent', resource.place.below),
    twice('annotation', resource.annotations),
    twice(
      'array',
      embeds.map(({ as }) => as),
    ),
    twice(
      'switch',
      embeds.map(({ when }) => when),
    ),
    twice('filter', filterNames(resource)),
    ...filterNames(resource).map((name) => PAGING.includes(name) && `filter ${name} is a parameter of every list`),
    ...embeds.map(({ as }) => Object.hasOwn(all, as) && `array ${as} bears the name of a field`),
    ...embeds.map(
      ({ as, by, of }) =>
        by === 'owner' &&
        !world.kinds.get(of)?.place.ownerSection &&
        `array ${as} is found by owner and ${of} is no annotation`,
    ),
    ...Object.keys(resource.place.instead).map(
      (verb) => !verbs.includes(verb) && `instead names the verb ${verb}, which it does not have`,
    ),
    ...Object.entries(resource.bodies.nested).map(
      ([key, of]) =>
        !world.kinds.get(of)?.place.below.includes(path) && `nested ${key} holds ${of}, which does not lie below it`,
    ),
    resource.place.topLevel &&
      resource.place.below.length > 0 &&
      resource.rows.removal === 'hard' &&
      'is removed hard and could not be hidden with its parent',
    resource.bodies.batch === 'below' && !resource.place.below.length && 'takes batches below a parent and has none',
    resource.answers.batchStatus !== undefined &&
      resource.bodies.batch === 'no' &&
      'has a status of batches and takes none',
    resource.search.index && !searched.length && 'has a search index and no field that is searched',
    resource.search.index && resource.search.withParent && 'is searched by itself and with its parent',
    resource.search.withParent &&
      !resource.place.below.every((parent) => world.kinds.get(parent)?.search.index) &&
      'is searched with a parent that has no search index',
    searched.length > 0 &&
      !resource.search.index &&
      !resource.search.withParent &&
      `field ${searched[0]} is searched and it has no search index`,
    fieldNames(resource, ({ ranks }) => ranks === true).length > 1 && 'has two fields that rank',
    fieldNames(resource, ({ ranks }) => ranks === true).length > 0 &&
      !resource.place.below.length &&
      'ranks below nothing',
    resource.place.knownBelowAs &&
      !otherKind(resource, world, (other) => Object.hasOwn(other.fields, resource.place.knownBelowAs ?? '')) &&
      `is known below as ${resource.place.knownBelowAs}, which no other kind has`,
    ...resource.rows.indexes.map((text) => {
      const [, name] = /^unique (\w+)/.exec(text) ?? [];
      return name && `index ${name} is unique and has no code: it is a rule`;
    }),
    resource.rules.some(({ needsLogin }) => needsLogin) && !resource.login && 'guards records that cannot sign in',
    resource.rules.filter(({ hides }) => hides).length > 1 && 'has two flags that hide',
    resource.content && !(all.url && all.aws && all.size) && 'has content and no fields url, aws and size that name it',
    resource.login && !resource.rows.section && 'has a login and shares no table with contacts',
    ...Object.entries(all).flatMap(([name, field]) => wrongWithField(name, field, resource)),
    ...sharing(resource, world),
  ];
};

/** What two kinds must not have in common, and what kinds of one table must. */
const sharing = (resource: Resource, world: World): (string | false | undefined)[] => {
  const { table, rows, search } = resource;
  const others = kindsOf(world).filter((other) => other !== resource);
  const siblings = others.filter((other) => other.table === table);
  return [
    ...siblings.flatMap((sibling) => [
      (!rows.section || sibling.rows.section === rows.section) &&
        `has the table ${table} of ${sibling.path} and no section of its own`,
      sibling.rows.sequence !== rows.sequence && `has the table of ${sibling.path} and another sequence`,
    ]),
    ...others.map(
      (other) =>
        search.index &&
        other.search.index === search.index &&
        `shares the search index ${search.index} with ${other.path}`,
    ),
  ];
};

const refuse = (resource: Resource, what: string): never => {
  throw new Error(`Declaration of ${resource.path}: ${what}`);
};

/**
 * Looks for contradictions in one declaration.
 * @throws Error that names the declaration, the trait, its value, and what there is
 */
export const checkDeclaration = (resource: Resource, world: World): void => {
  for (const { trait, value, among } of namedBy(resource)) {
    const { of, names } = among(resource, world);
    if (!names.includes(value)) {
      refuse(
        resource,
        `${trait} names ${value}, which is no ${of}. There are: ${[...names].sort().join(', ') || 'none'}.`,
      );
    }
  }
  for (const wrong of wrongWith(resource, world)) if (wrong) refuse(resource, `${wrong}.`);
};

/**
 * Looks at the fields that an organisation added: all else it shares with the declaration it was made from.
 * @throws Error as `checkDeclaration`
 */
export const checkAddedFields = (resource: Resource, world: World): void => {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.custom) continue;
    if (field.list && !world.lists.includes(field.list))
      refuse(resource, `field ${name} names the list ${field.list}.`);
    for (const wrong of wrongWithField(name, field, resource)) if (wrong) refuse(resource, `${wrong}.`);
  }
};
