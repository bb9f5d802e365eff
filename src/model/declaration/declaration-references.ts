/**
 * Names in each trait of a declaration, so that one loop finds an unknown name. Traits are keyed by their paths in
 * the types of declarations: the compiler leads here after a rename.
 */
import { scopeFamilies } from '../../shared/scope-families.ts';
import { raw } from '../../sql/sql.ts';
import type { Field } from './field-shape.ts';
import { collectionOperations } from './operation-names.ts';
import type { Embed, Resource } from './resource.ts';
import type { RuleTrait } from './rules.ts';

/** All declarations, and the select lists there are. */
export interface World {
  readonly kinds: ReadonlyMap<string, Resource>;
  readonly lists: readonly string[];
}

/** The members of a type and, behind a dot, theirs: `place`, `nesting.below`. */
type Path<T> = T extends readonly unknown[] | ((...parameters: never) => unknown)
  ? never
  : T extends object
    ? {
        [Name in keyof T & string]: string extends Name ? never : Name | `${Name}.${Path<NonNullable<T[Name]>>}`;
      }[keyof T & string]
    : never;

type Whole = Omit<Resource, 'origin' | 'leaving' | 'fields' | 'embeds'>;

/** A trait as messages name it. */
export type Trait =
  | Path<Whole>
  | RuleTrait
  | `embeds.${string}.${Path<Embed>}`
  | `fields.${string}.${Path<Omit<Field, 'kind'>>}`;

/** Names that a trait may choose from, and what people call them. */
interface Choice {
  readonly of: string;
  readonly names: readonly string[];
}

/** @param part the field or array that the trait belongs to */
type Chooses<Part> = (resource: Resource, world: World, part: Part) => Choice;
type Naming<Part> = Readonly<Partial<Record<Path<Part>, readonly Chooses<Part>[]>>>;

/** Names of the fields of a record kind that fit. */
export const fieldNames = (resource: Resource, fits: (field: Field) => boolean = () => true): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (fits(field) ? [name] : []));

/** All record kinds. */
export const kindsOf = ({ kinds }: World): readonly Resource[] => [...kinds.values()];

type Anywhere = Chooses<unknown>;
const recordKinds: Anywhere = (_resource, { kinds }) => ({ of: 'record kind', names: [...kinds.keys()] });
const lists: Anywhere = (_resource, world) => ({ of: 'select list', names: world.lists });
const scopes: Anywhere = () => ({ of: 'scope family', names: Object.keys(scopeFamilies) });
const operations: Anywhere = () => ({ of: 'operation', names: collectionOperations });
const fields: Anywhere = (resource) => ({ of: 'field of it', names: fieldNames(resource) });
const columns: Anywhere = (resource) => ({ of: 'column of it', names: fieldNames(resource, ({ sameAs }) => !sameAs) });
/** Columns with values that an index can hold. */
const sortable: Anywhere = (resource) => ({
  of: 'column of it that an index can hold',
  names: fieldNames(
    resource,
    (field) => !(field.sameAs || field.custom || field.kind.secret || field.kind.indexed?.(field, raw(''))),
  ),
});
const ofKind =
  (...columnTypes: readonly string[]): Anywhere =>
  (resource) => ({
    of: `field of it (${columnTypes.join(' or ')})`,
    names: fieldNames(resource, ({ kind }) => columnTypes.includes(kind.column)),
  });

/** The default column also applies to kinds without a parent, which lack it. */
const parentColumn: Anywhere = (resource, world, part) => {
  const { below, ownerSection, parentColumn: usual } = resource.nesting;
  return below.length || ownerSection ? columns(resource, world, part) : { of: 'column', names: [usual] };
};

/** The default column also applies to kinds that lack it: those that no rule retains. */
const endColumns: Anywhere = (resource) => ({ of: 'column of it', names: ['insert_datum', ...fieldNames(resource)] });

const columnsOfParents: Anywhere = (resource, { kinds }) => {
  const [first = [], ...others] = resource.nesting.below.map((path) => fieldNames(kinds.get(path) ?? resource));
  return { of: 'column of each parent', names: first.filter((name) => others.every((names) => names.includes(name))) };
};

const kindsWithColumn: Anywhere = (resource, world) => ({
  of: 'record kind that it has a column for',
  names: kindsOf(world).flatMap(({ path, nesting: { foreignKeyName: knownBelowAs } }) =>
    knownBelowAs && Object.hasOwn(resource.fields, knownBelowAs) ? [path] : [],
  ),
});

const columnsOfEmbedded: Chooses<Embed> = (_resource, { kinds }, { of }) => {
  const embedded = kinds.get(of);
  return { of: `column of ${of}`, names: embedded ? fieldNames(embedded) : [] };
};

/** Columns of lists: fields, those of embedded arrays, and any word that selects rows of an array by its list `art`. */
const listColumns: Anywhere = (resource, { kinds }) => ({
  of: 'field of it or of an embedded array',
  names: [
    ...fieldNames(resource),
    ...resource.embeds.flatMap(({ as, of }) => {
      const embedded = kinds.get(of);
      const fieldsOfRows = embedded ? fieldNames(embedded).map((name) => `${as}.${name}`) : [];
      const words = [...resource.layout.columns, ...resource.layout.form].filter((name) => name.startsWith(`${as}.`));
      return embedded?.fields.art?.list && embedded.fields.wert ? [...fieldsOfRows, ...words] : fieldsOfRows;
    }),
  ],
});

/** Lists on the first page of a record: of record kinds below it, and of those that name it in a field (`damages.vertrag`). */
const overviewLists: Anywhere = (resource, world) => ({
  of: 'record kind, or field of one that names it',
  names: kindsOf(world).flatMap(({ path, fields }) => [
    path,
    ...Object.entries(fields).flatMap(([name, { reference }]) =>
      reference?.to.includes(resource.path) ? [`${path}.${name}`] : [],
    ),
  ]),
});

const orders: Anywhere = (resource) => ({
  of: 'order of its lists',
  names: ['', ...fieldNames(resource).flatMap((name) => [name, `-${name}`])],
});

const ofResource: Naming<Whole> = {
  scope: [scopes],
  filters: [columns],
  'nesting.below': [recordKinds],
  'nesting.alsoBelow': [kindsWithColumn],
  'nesting.parentColumn': [parentColumn],
  'nesting.inherits': [columns, columnsOfParents],
  'nesting.instead': [operations],
  'requests.nested': [recordKinds],
  'responses.createFields': [fields],
  'responses.orderedBy': [sortable],
  'responses.author': [columns],
  'login.by': [ofKind('text')],
  'login.while': [ofKind('boolean')],
  'login.as': [ofKind('text')],
  'displayName.by': [fields],
  'displayName.extra': [fields],
  'layout.title': [fields],
  'layout.subtitle': [fields],
  'layout.head': [listColumns],
  'layout.columns': [listColumns],
  'layout.form': [listColumns],
  'layout.sort': [orders],
  'layout.overview': [overviewLists],
  'layout.steps': [fields],
  'layout.groups': [fields],
  'retention.endColumns': [endColumns],
  'imports.match': [fields],
  'imports.person': [columns],
  'imports.identity': [columns],
  'settings.division.list': [lists],
  'settings.division.field': [columns],
};
const ofEmbed: Naming<Embed> = { of: [recordKinds], scope: [scopes], 'by.column': [columnsOfEmbedded] };
const ofField: Naming<Field> = {
  list: [lists],
  sameAs: [columns],
  'reference.to': [recordKinds],
  pointsTo: [recordKinds],
  begins: [columns],
  'formatBy.field': [columns],
};

/** A string of a trait, and what it may be. */
interface Named {
  readonly trait: string;
  readonly value: string;
  readonly choice: Choice;
}

const valueAt = (part: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], part);

/** A trait is a name, a list of names, or names or lists of them by other names. */
const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values((value ?? {}) as Readonly<Record<string, string | readonly string[]>>).flat();

/** The names in each trait. */
export const namedBy = (resource: Resource, world: World): readonly Named[] => {
  const by = <Part>(naming: Naming<Part>, part: Part, before = ''): Named[] =>
    Object.entries<readonly Chooses<Part>[] | undefined>(naming).flatMap(([path, among = []]) =>
      namesIn(valueAt(part, path)).flatMap((value) =>
        among.map((chooses) => ({ trait: `${before}${path}`, value, choice: chooses(resource, world, part) })),
      ),
    );
  return [
    ...by<Whole>(ofResource, resource),
    ...resource.embeds.flatMap((embed) => by(ofEmbed, embed, `embeds.${embed.as}.`)),
    ...Object.entries(resource.fields).flatMap(([name, field]) => by(ofField, field, `fields.${name}.`)),
    ...Object.entries(resource.events.customEvents).flatMap(([action, payload]) =>
      Object.entries(payload).flatMap(([name, field]) => by(ofField, field, `events.customEvents.${action}.${name}.`)),
    ),
    ...resource.rules.flatMap(({ names }) =>
      names.map(({ trait, value, columnTypes }) => ({
        trait,
        value,
        choice: (columnTypes ? ofKind(...columnTypes) : columns)(resource, world, null),
      })),
    ),
  ];
};
