/** Rules of the inbox. */
import { queryOptions } from '@tanstack/react-query';
import { readV3 } from '../../api/v3.ts';

export const RULES = '/system/inbox-rules';

/** A rule as the service answers it. */
export interface Rule {
  readonly id: number;
  readonly name: string;
  readonly words: string;
  readonly status: string | null;
  readonly aufgabe: string | null;
  readonly tage: number | null;
  readonly aktiv: number;
}

/** All rules, oldest first: the first one with words of a document counts. */
export const rulesQuery = queryOptions({
  queryKey: ['v3', 'inbox-rules'],
  queryFn: async () => {
    const { items } = await readV3<{ readonly items: readonly Rule[] }>(RULES, { limit: 1000 });
    return items.toSorted((one, other) => one.id - other.id);
  },
});
