/** The relation types of an organisation: the delivered ones and its own (rules 5.9, 9.23). */
import {
  type RelationFolder,
  type RelationPair,
  type RelationType,
  relationFolders,
  relationPairs,
  relationTypes,
} from '../../model/seed/relation-types.ts';
import { memoizeByIdentity } from '../memoize.ts';
import type { OrganisationSettings, OwnRelationType } from '../org-settings/apply-settings.ts';

/** Ids of own types begin here; delivered types always stay below. */
export const FIRST_OWN_TYPE = 10_000;

/** All types of one organisation. */
export interface RelationCatalogue {
  readonly items: readonly RelationType[];
  readonly folders: readonly RelationFolder[];
  readonly pairs: readonly RelationPair[];
  /** The type with this id. */
  find(id: number): RelationType | undefined;
  /**
   * The type of the path's customer from the view of the other one: of the pair's reverse types the one with the
   * customer's anrede, then one without anrede, then the lowest id; null if the type has no reverse.
   */
  reverseOf(id: number, anrede: string | null): number | null;
}

const typeOf = ({ id, name, kreis }: OwnRelationType): RelationType => ({
  id,
  name,
  anrede: null,
  kreis,
  parent_id: null,
});

const catalogue = (own: readonly OwnRelationType[]): RelationCatalogue => {
  const items = [...relationTypes, ...own.map(typeOf)];
  const pairs = [
    ...relationPairs,
    ...own.map(({ id, reverse }): RelationPair => ({ beziehung: id, reverse_beziehung: reverse })),
  ];
  const byId = new Map(items.map((type) => [type.id, type]));
  return {
    items,
    folders: relationFolders,
    pairs,
    find: (id) => byId.get(id),
    reverseOf: (id, anrede) => {
      const fitting = pairs
        .filter(({ beziehung }) => beziehung === id)
        .map(({ reverse_beziehung: reverse }) => byId.get(reverse))
        .filter((type) => type !== undefined)
        .sort((a, b) => a.id - b.id);
      const chosen =
        fitting.find((type) => anrede !== null && type.anrede === anrede) ??
        fitting.find((type) => !type.anrede) ??
        fitting[0];
      return chosen?.id ?? null;
    },
  };
};

const shipped = catalogue([]);
const withOwn = memoizeByIdentity((settings: OrganisationSettings) => catalogue(settings.relation_types?.items ?? []));

/** The types of an organisation with these settings; organisations without own types share one catalogue. */
export const relationCatalogue = (settings: OrganisationSettings): RelationCatalogue =>
  settings.relation_types?.items.length ? withOwn(settings) : shipped;
