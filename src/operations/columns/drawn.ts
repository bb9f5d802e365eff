/**
 * Up to which number all changes are known that were drawn before. A change draws its number within a transaction that has one
 * of its own already; so where the last drawn number was looked up before a transaction began, that transaction draws a
 * higher one.
 */
import type { Standing } from '../../derive/column-sql.ts';

/** Transactions from `next` on draw numbers above `drawn`. */
interface Mark {
  readonly next: number;
  readonly drawn: number;
}

/** Marks that are kept while a long transaction lets none of them count. */
const MOST_MARKS = 100;

/** What is known of one server. */
export class Drawn {
  #marks: Mark[] = [];
  #last: number | null = null;
  #server: number | null = null;

  /**
   * Stands before a look at the database.
   * @returns how its standing is noted, which gives the number up to which nothing is missed by who has its snapshot
   */
  begin(): (standing: Standing) => number {
    const before = this.#last;
    return ({ oldest, next, drawn, server }) => {
      if (server !== this.#server) {
        this.#marks = [];
        this.#server = server;
      } else if (before !== null) this.#marks.push({ next, drawn: before });
      this.#last = drawn;
      const counting = this.#marks.filter((mark) => mark.next <= oldest);
      const known = counting.reduce((most, mark) => Math.max(most, mark.drawn), 0);
      this.#marks = this.#marks.filter((mark) => mark.drawn >= known).slice(-MOST_MARKS);
      return known;
    };
  }
}
