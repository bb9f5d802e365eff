/**
 * Validates declarations: unknown names (declaration-references.ts), and contradicting traits. An error ends the
 * start of the program, not a request.
 */

import { fieldNames, kindsOf, namedBy, type World } from './declaration-references.ts';
import type { Field } from './field-shape.ts';
import { filterParameters, LIST_PARAMETERS } from './list-parameters.ts';
import type { Resource } from './resource.ts';

/** The first duplicate of a list of names. */
const doubled = (names: readonly string[]): string | undefined => names.find((name, i) => names.indexOf(name) < i);

/** Contradictions of a field, except unknown names. */
const wrongWithField = (name: string, field: Field, { fields: all }: Resource): (string | false | undefined)[] => [
  !/^[a-z][a-z0-9_]*$/.test(name) && `field ${name} is no plain lower-case name`,
  field.min !== undefined &&
    field.max !== undefined &&
    field.min > field.max &&
    `field ${name} has min ${field.min} above max ${field.max}`,
  // The minimum length of a text follows from `required`.
  field.min !== undefined && field.kind.column === 'text' && `field ${name} has min and is a text`,
  field.required && field.server && `field ${name} is required of bodies and set by the service`,
  field.required && field.default !== undefined && `field ${name} is required and has a default`,
  field.default !== undefined && field.defaultsTo && `field ${name} has two defaults`,
  field.sameAs && all[field.sameAs]?.sameAs && `field ${name} is the second name of a second name, ${field.sameAs}`,
  field.ranks && field.kind.column !== 'int' && `field ${name} ranks and is no int`,
  field.search && field.kind.secret && `field ${name} is secret and searched`,
  field.filter && field.kind.secret && `field ${name} is secret and a filter`,
  ...[...(field.follows ?? []).map((from) => from.split('.')[0] ?? ''), ...(field.nameOf ? [field.nameOf] : [])].map(
    (from) => !all[from]?.reference && `field ${name} goes with ${from}, which is no reference of it`,
  ),
  field.shownFor &&
    !all[field.shownFor.field] &&
    `field ${name} is shown for ${field.shownFor.field}, which is no field`,
  field.open && !field.list && `field ${name} is open and has no list`,
  field.list &&
    !field.kind.chooses &&
    `field ${name} has the list ${field.list} and is of a kind that chooses from none`,
];

const twice = (what: string, names: readonly string[]): string | undefined => {
  const name = doubled(names);
  return name && `${what} ${name} stands there twice`;
};

type Finds = (resource: Resource, world: World) => readonly (string | false | undefined)[];

const wrongPlace: Finds = ({ path, scope, nesting: place, annotated, storage: rows, fields }, world) => [
  !/^[a-z][a-z-]*(\/[a-z][a-z-]*)*$/.test(path) && 'its path is no lower-case name',
  place.topLevel && !scope && 'has addresses of its own and no scope',
  !place.topLevel && !place.below.length && !place.ownerSection && 'is reached nowhere: it has no parent',
  !place.topLevel && annotated && 'is annotated and has no addresses of its own',
  place.ownerSection &&
    !(fields.owner_section && fields.owner_id) &&
    'is an annotation without the fields owner_section and owner_id',
  place.below.includes(path) && 'lies below itself',
  twice('parent', [...place.below, ...place.alsoBelow]),
  place.topLevel &&
    place.below.length > 0 &&
    rows.removal === 'hard' &&
    'is removed hard and could not be hidden with its parent',
  place.foreignKeyName &&
    !kindsOf(world).some((other) => other.path !== path && Object.hasOwn(other.fields, place.foreignKeyName ?? '')) &&
    `is known below as ${place.foreignKeyName}, which no other kind has`,
];

const wrongQuery: Finds = (resource, { kinds }) => {
  const { embeds, fields } = resource;
  const filters = filterParameters(resource).map(([parameter]) => parameter);
  return [
    twice(
      'array',
      embeds.map(({ as }) => as),
    ),
    twice(
      'switch',
      embeds.map(({ when }) => when),
    ),
    twice('filter', filters),
    ...filters.map((name) => LIST_PARAMETERS.includes(name) && `filter ${name} is a parameter of every list`),
    ...embeds.map(({ as }) => Object.hasOwn(fields, as) && `array ${as} bears the name of a field`),
    ...embeds.map(
      ({ as, by, of }) =>
        by === 'owner' &&
        !kinds.get(of)?.nesting.ownerSection &&
        `array ${as} is found by owner and ${of} is no annotation`,
    ),
  ];
};

const wrongWrites: Finds = ({ path, nesting: place, requests: bodies, responses: answers }, { kinds }) => {
  const verbs: readonly string[] = [...(place.topLevel ? place.verbs : []), ...place.verbsBelow];
  return [
    ...Object.keys(place.instead).map(
      (verb) => !verbs.includes(verb) && `instead names the verb ${verb}, which it does not have`,
    ),
    ...Object.entries(bodies.nested).map(
      ([key, of]) =>
        !kinds.get(of)?.nesting.below.includes(path) && `nested ${key} holds ${of}, which does not lie below it`,
    ),
    bodies.batch === 'below' && !place.below.length && 'takes batches below a parent and has none',
    answers.batchStatus !== undefined && bodies.batch === 'no' && 'has a status of batches and takes none',
  ];
};

const wrongSearch: Finds = (resource, { kinds }) => {
  const { index, withParent } = resource.search;
  const [searched] = fieldNames(resource, ({ search }) => search === true);
  return [
    index && !searched && 'has a search index and no field that is searched',
    index && withParent && 'is searched by itself and with its parent',
    withParent &&
      !resource.nesting.below.every((parent) => kinds.get(parent)?.search.index) &&
      'is searched with a parent that has no search index',
    searched && !index && !withParent && `field ${searched} is searched and it has no search index`,
  ];
};

const wrongRows: Finds = (resource) => {
  const { fields, nesting: place, storage: rows, rules, login, imports } = resource;
  const ranking = fieldNames(resource, ({ ranks }) => ranks === true);
  return [
    !fields.id?.server && 'has no id that the service sets',
    ranking.length > 1 && 'has two fields that rank',
    ranking.length > 0 && !place.below.length && 'ranks below nothing',
    ...rows.indexes.map((text) => {
      const [, name] = /^unique (\w+)/.exec(text) ?? [];
      return name && `index ${name} is unique and has no code: it is a rule`;
    }),
    rules.some(({ needsLogin }) => needsLogin) && !login && 'guards records that cannot sign in',
    rules.filter(({ hides }) => hides).length > 1 && 'has two flags that hide',
    resource.content &&
      !(fields.url && fields.aws && fields.size) &&
      'has content and no fields url, aws and size that name it',
    imports.usualArt !== undefined && !fields.art && 'has a usual art and no field art',
    login && !rows.section && 'has a login and shares no table with contacts',
    ...Object.entries(fields).flatMap(([name, field]) => wrongWithField(name, field, resource)),
  ];
};

/** Members of every event: a payload may not redefine them. */
const SAID = ['id', 'kid', 'owner_section', 'owner_id', 'changes', 'record'];

const wrongEvents: Finds = (resource) => {
  const further = Object.entries(resource.events.customEvents);
  const members = further.flatMap(([, fields]) => Object.entries(fields));
  return [
    ...further.map(([action]) => !/^[a-z]+$/.test(action) && `event ${action} is no lower-case word`),
    ...further.map(([action]) => /^(insert|update|delete)$/.test(action) && `event ${action} is that of a verb`),
    // OpenAPI has one list of members for all events of a kind.
    twice(
      'payload field',
      members.map(([name]) => name),
    ),
    ...members.map(([name]) => SAID.includes(name) && `payload field ${name} is in every payload`),
    ...members.map(([name, { kind }]) => kind.secret && `payload field ${name} is secret`),
    ...members.flatMap(([name, field]) => wrongWithField(name, field, resource)),
  ];
};

/** Contradictions between two kinds, and between kinds of one table. */
const wrongBeside: Finds = (resource, world) => {
  const { table, storage: rows, search } = resource;
  const others = kindsOf(world).filter((other) => other !== resource);
  const siblings = others.filter((other) => other.table === table);
  return [
    ...siblings.flatMap((sibling) => [
      (!rows.section || sibling.storage.section === rows.section) &&
        `has the table ${table} of ${sibling.path} and no section of its own`,
      sibling.storage.sequence !== rows.sequence && `has the table of ${sibling.path} and another sequence`,
    ]),
    ...others.map(
      (other) =>
        search.index &&
        other.search.index === search.index &&
        `shares the search index ${search.index} with ${other.path}`,
    ),
  ];
};

/** Contradicting traits, by subject. */
const wrongs: readonly Finds[] = [
  wrongPlace,
  wrongQuery,
  wrongWrites,
  wrongSearch,
  wrongRows,
  wrongEvents,
  wrongBeside,
];

const refuse = (resource: Resource, what: string): never => {
  throw new Error(`Declaration of ${resource.path}: ${what}`);
};

/**
 * Validates one declaration.
 * @throws Error that names the declaration, the trait, its value, and the valid values
 */
export const validateDeclaration = (resource: Resource, world: World): void => {
  for (const { trait, value, choice } of namedBy(resource, world)) {
    const { of, names } = choice;
    if (!names.includes(value)) {
      refuse(
        resource,
        `${trait} names ${value}, which is no ${of}. There are: ${[...names].sort().join(', ') || 'none'}.`,
      );
    }
  }
  for (const wrong of wrongs.flatMap((finds) => finds(resource, world))) if (wrong) refuse(resource, `${wrong}.`);
};

/**
 * Validates the fields that an organisation added; the rest equals the declaration that it was derived from.
 * @throws Error as `validateDeclaration`
 */
export const validateAddedFields = (resource: Resource, world: World): void => {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.custom) continue;
    if (field.list && !world.lists.includes(field.list))
      refuse(resource, `field ${name} names the list ${field.list}.`);
    for (const wrong of wrongWithField(name, field, resource)) if (wrong) refuse(resource, `${wrong}.`);
  }
};
