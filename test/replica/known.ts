/** Records and parts that the writers have created, few enough that writers meet. */
import type { Random } from '../crash/random.ts';

export const KINDS = ['customers', 'contracts', 'damages', 'documents', 'activities', 'goals', 'system/tags'] as const;
export type Kind = (typeof KINDS)[number];
export const PARTS = [
  ...(['addresses', 'banking', 'tariffs', 'comments', 'followers'] as const),
  ...(['links', 'relations', 'tags', 'folders'] as const),
];
export type Part = (typeof PARTS)[number];

/** Sections that the writes touch and the copy contains. */
export const SECTIONS: readonly string[] = [...KINDS, ...PARTS];

/** Older ones are left to themselves. */
const MOST = 400;

/** `customers/12/addresses/3`: 3 */
export const idOf = (path: string): number => Number(path.split('/').at(-1));
/** `customers/12/addresses`, `customers/12/documents/folders/3`: `customers/12` */
export const ownerOf = (path: string): string => /^([a-z]+\/\d+)\//.exec(path)?.[1] ?? path;

/** Paths of all sections; some are deleted by now. */
export const createKnown = (random: Random) => {
  const known = new Map<string, string[]>(SECTIONS.map((section) => [section, []]));
  const listOf = (section: Kind | Part): string[] => known.get(section) as string[];
  return {
    add: (section: Kind | Part, path: string): void => {
      const list = listOf(section);
      list.push(path);
      if (list.length > MOST) list.splice(random.whole(0, MOST - 1), 1);
    },
    gone: (path: string): void => {
      for (const list of known.values()) if (list.includes(path)) list.splice(list.indexOf(path), 1);
    },
    /** One of a section, or its like that never was. @param below only below this record, where there is one */
    one: (section: Kind | Part, below?: string): string => {
      const list = listOf(section);
      const own = below === undefined ? [] : list.filter((path) => ownerOf(path) === below);
      return random.pick(own.length ? own : list) ?? `${section}/0`;
    },
    /** One that bears comments, tags and links. */
    any: (): string => random.pick(listOf(KINDS[random.whole(0, KINDS.length - 2)] as Kind)) ?? 'customers/0',
  };
};

export type Known = ReturnType<typeof createKnown>;
