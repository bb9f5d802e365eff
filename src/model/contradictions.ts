/**
 * What a declaration must not say: a name that does not exist (trait-names.ts), and what cannot stand beside each other.
 * A contradiction ends the start, not a request.
 */
import type { Field } from './field-shape.ts';
import { filterParameters, LIST_PARAMETERS } from './list-query.ts';
import type { Resource } from './resource.ts';
import { fieldNames, kindsOf, namedBy, type World } from './trait-names.ts';

/** Names in a list that stand there twice. */
const doubled = (names: readonly string[]): string | undefined => names.find((name, i) => names.indexOf(name) < i);

/** What is wrong with a field beside the names in it. */
const wrongWithField = (name: string, field: Field, { fields: all }: Resource): (string | false | undefined)[] => [
  !/^[a-z][a-z0-9_]*$/.test(name) && `field ${name} is no plain lower-case name`,
  field.min !== undefined &&
    field.max !== undefined &&
    field.min > field.max &&
    `field ${name} has min ${field.min} above max ${field.max}`,
  // How short a text may be follows from whether it is required.
  field.min !== undefined && field.kind.column === 'text' && `field ${name} has min and is a text`,
  field.required && field.server && `field ${name} is required of bodies and set by the service`,
  field.required && field.default !== undefined && `field ${name} is required and has a default`,
  field.default !== undefined && field.defaultsTo && `field ${name} has two defaults`,
  field.sameAs && all[field.sameAs]?.sameAs && `field ${name} is the second name of a second name, ${field.sameAs}`,
  field.ranks && field.kind.column !== 'int' && `field ${name} ranks and is no int`,
  field.search && field.kind.secret && `field ${name} is secret and searched`,
  field.filter && field.kind.secret && `field ${name} is secret and a filter`,
  field.list &&
    !field.kind.chooses &&
    `field ${name} has the list ${field.list} and is of a kind that chooses from none`,
];

const twice = (what: string, names: readonly string[]): string | undefined => {
  const name = doubled(names);
  return name && `${what} ${name} stands there twice`;
};

type Finds = (resource: Resource, world: World) => readonly (string | false | undefined)[];

const wrongPlace: Finds = ({ path, scope, place, annotated, rows, fields }, world) => [
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
  place.knownBelowAs &&
    !kindsOf(world).some((other) => other.path !== path && Object.hasOwn(other.fields, place.knownBelowAs ?? '')) &&
    `is known below as ${place.knownBelowAs}, which no other kind has`,
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
        !kinds.get(of)?.place.ownerSection &&
        `array ${as} is found by owner and ${of} is no annotation`,
    ),
  ];
};

const wrongWrites: Finds = ({ path, place, bodies, answers }, { kinds }) => {
  const verbs: readonly string[] = [...(place.topLevel ? place.verbs : []), ...place.verbsBelow];
  return [
    ...Object.keys(place.instead).map(
      (verb) => !verbs.includes(verb) && `instead names the verb ${verb}, which it does not have`,
    ),
    ...Object.entries(bodies.nested).map(
      ([key, of]) =>
        !kinds.get(of)?.place.below.includes(path) && `nested ${key} holds ${of}, which does not lie below it`,
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
      !resource.place.below.every((parent) => kinds.get(parent)?.search.index) &&
      'is searched with a parent that has no search index',
    searched && !index && !withParent && `field ${searched} is searched and it has no search index`,
  ];
};

const wrongRows: Finds = (resource) => {
  const { fields, place, rows, rules, login } = resource;
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
    login && !rows.section && 'has a login and shares no table with contacts',
    ...Object.entries(fields).flatMap(([name, field]) => wrongWithField(name, field, resource)),
  ];
};

/** What every event says: names that no member of a payload may have besides. */
const SAID = ['id', 'kid', 'owner_section', 'owner_id', 'changes', 'record'];

const wrongEvents: Finds = (resource) => {
  const further = Object.entries(resource.events.further);
  const members = further.flatMap(([, fields]) => Object.entries(fields));
  return [
    ...further.map(([action]) => !/^[a-z]+$/.test(action) && `event ${action} is no lower-case word`),
    ...further.map(([action]) => /^(insert|update|delete)$/.test(action) && `event ${action} is that of a verb`),
    // The description has one list of members for all events of a kind.
    twice(
      'payload field',
      members.map(([name]) => name),
    ),
    ...members.map(([name]) => SAID.includes(name) && `payload field ${name} is in every payload`),
    ...members.map(([name, { kind }]) => kind.secret && `payload field ${name} is secret`),
    ...members.flatMap(([name, field]) => wrongWithField(name, field, resource)),
  ];
};

/** What two kinds must not have in common, and what kinds of one table must. */
const wrongBeside: Finds = (resource, world) => {
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

/** What cannot stand beside each other, by what it is about. */
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
 * Looks for contradictions in one declaration.
 * @throws Error that names the declaration, the trait, its value, and what there is
 */
export const checkDeclaration = (resource: Resource, world: World): void => {
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
