/**
 * The language of settings routes: each is declared once, as data. The server derives its calls, the page its types,
 * docs/settings-api.md its tables and the tests the shape of every response from it.
 */
import { z } from 'zod';
import { isStorableTime } from '../../model/declaration/value-schemas.ts';
import { EMAIL, MAX_EMAIL } from '../../shared/email.ts';
import { MAX_INT } from '../../shared/int32.ts';

/** Who may make a call. */
type Who = 'anyone' | 'user' | 'administrator';

/** An action required before any other: change a temporary password, set up a required second factor. */
export const requiredActions = ['password', 'factor'] as const;
type Duty = (typeof requiredActions)[number];

export interface Route {
  /** Administrators where it is absent. */
  readonly who?: Who;
  /** Duties that do not keep a session from this call; any other one has to be done first. */
  readonly during?: readonly Duty[];
  /** Query parameters with their descriptions. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** How many bytes the body may have, where it is not as long as most. */
  readonly limit?: number;
  /** 200 where it is absent. */
  readonly status?: number;
  /** Null for bytes, which the handler sends itself. */
  readonly answer: z.ZodType | null;
  /** Further description in Markdown. */
  readonly about?: string;
}

/** Routes by method and path below `/settings/api`: `PATCH /tokens/:id`. */
export type Routes = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Route>>;

/** A deeply read-only value. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** The body of a route as it is sent, and as its handler gets it. */
export type Sent<R> = R extends { readonly body: infer Body extends z.ZodType } ? Frozen<z.input<Body>> : undefined;
export type Taken<R> = R extends { readonly body: infer Body extends z.ZodType } ? z.output<Body> : unknown;

/** The result type of a route. */
export type Answered<R> = R extends { readonly answer: infer Answer extends z.ZodType }
  ? Frozen<z.output<Answer>>
  : undefined;

export { listOf } from '../../model/declaration/bounded-schemas.ts';

/**
 * The body of a change: `before` has the shown values of the changed members (or, as a list, of the only one), for
 * the optimistic lock.
 */
export const changeOf = <Shape extends z.ZodRawShape>(body: z.ZodObject<Shape>) =>
  body.extend({ before: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional() });

/** Values that many bodies have. */
export const field = {
  name: z.string().trim().min(1).max(255),
  email: z.string().trim().max(MAX_EMAIL).regex(EMAIL, 'must be an e-mail address such as name@example.com'),
  password: z.string().min(10).max(200),
  time: z.iso
    .datetime({ offset: true })
    .refine((text) => isStorableTime(Date.parse(text)), 'must lie in the years 1 to 9999'),
  id: z.number().int().min(1).max(MAX_INT),
} as const;

/** An answer; a member that it does not name fails the tests. */
export const answer = z.strictObject;

/** A point in time that is answered: ISO 8601 with its zone. */
export const time = z.iso.datetime({ offset: true });

/** A list that is answered whole. */
export const items = <Item extends z.ZodType>(item: Item) => answer({ items: z.array(item) });

/** A chunk of a list, newest first; `next` is the `before` of the following chunk. */
export const piece = <Item extends z.ZodType>(item: Item) =>
  answer({ items: z.array(item), next: z.number().nullable() });

/** Maximum rows of a list; pages end there. */
export const MOST_LISTED = 100_000;

/** Query parameters of a list that the service pages, searches and sorts (settings/request/paged-list.ts). */
export const listQuery = (sorts: readonly string[]) =>
  ({
    page: 'from 1',
    limit: '50; 200 at most',
    search: 'a text that occurs',
    sort: `${sorts.map((name) => `\`${name}\``).join(', ')}; with \`-\` before it the other way round`,
    only: 'a number: this one alone',
  }) as const;

/** A page of such a list. `total` counts the matches; `complete`: all rows were read. */
export const listed = <Item extends z.ZodType>(item: Item) =>
  answer({ items: z.array(item), total: z.number(), complete: z.boolean() });

/** The result of most changes. */
export const done = answer({ success: z.literal(true) });
