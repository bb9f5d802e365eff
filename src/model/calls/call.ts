/**
 * The language of calls that no record kind derives: each is declared once, as data. Routes, validation, the OpenAPI
 * description, the types of its operation and those of the page follow from it.
 */
import { z } from 'zod';
import type { Code } from '../../errors/api-error.ts';
import { MAX_INT } from '../../shared/int32.ts';

/** What `names` of an answer holds. */
export const NAMES_ABOUT =
  'Only with `with_names=true`: names by record kind and number, of records that the caller may read, and of users.';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A scope, or `reader`: any read scope, the operation checks the kinds. */
export type Who = 'reader' | `v3:${string}:${'read' | 'write'}`;

/** An answer that is a file. */
export interface Bytes {
  readonly media: string;
}

/** A successful answer: JSON, or a file. */
export interface Reply<Body extends z.ZodType | Bytes = z.ZodType | Bytes> {
  readonly about: string;
  readonly body: Body;
  /** The same as a file, where the query asks for it. */
  readonly or?: Bytes;
}

/** One call; its name in a table has method and path: `PATCH /v3/imports/:id/rows/:row`. */
export interface CallDeclaration {
  /** `operationId`. */
  readonly id: string;
  readonly who: Who;
  /** Also needs an administrator: of the session, or that the token acts for. */
  readonly administrator?: true;
  readonly summary: string;
  /** Markdown; without it the scope is named. */
  readonly about?: string;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** JSON. */
  readonly body?: z.ZodType;
  /** The body may be left out and counts as `{}`; without `body` it is not read. */
  readonly optional?: true;
  /** `multipart/form-data` in place of JSON. */
  readonly form?: z.ZodObject;
  /** Of the file of a form. */
  readonly maxBytes?: number;
  /** A read of one version of a record, with `ETag` and 304. */
  readonly versioned?: true;
  /** Successful answers by status. */
  readonly answers: Readonly<Record<number, Reply>>;
  /** Error codes beyond those that method, path, body and `who` imply. */
  readonly codes?: readonly Code[];
  /** Of the body. */
  readonly example?: unknown;
}

export type ApiCalls = Readonly<Record<`${Method} /v3/${string}`, CallDeclaration>>;

/** A deeply read-only value. */
export type Frozen<T> = T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T;

export const bytes = (media: string): Bytes => ({ media });

export const reply = <Body extends z.ZodType | Bytes>(about: string, body: Body, or?: Bytes): Reply<Body> => ({
  about,
  body,
  ...(or ? { or } : {}),
});

/** A schema that is a component of the description. */
export const named = <Schema extends z.ZodType>(component: string, schema: Schema): Schema =>
  schema.meta({ component });

/** A component that the description derives from record kinds, or shares between all calls. */
export const ref = <Schema extends z.ZodType>(component: string, schema: Schema): Schema =>
  schema.meta({ refersTo: component });

/** Number of a record. */
export const id = z.int().min(1).max(MAX_INT).meta({ format: 'int32' });
/** A whole number. */
export const whole = z.int().meta({ format: 'int32' });
/** A number of records. */
export const count = z.int().min(0).meta({ format: 'int32' });
/** A point in time as it is answered. */
export const time = z.iso.datetime({ offset: true });
/** A record as reads of its kind show it. @param component its schema */
export const record = (component: string) => ref(component, z.record(z.string(), z.unknown()));
/** Names of records that an answer names by number. */
export const names = z.record(z.string(), z.record(z.string(), z.string())).describe(NAMES_ABOUT).optional();
/** The answer of a delete. */
export const deleted = z.object({ success: z.boolean(), deleted: z.boolean(), id });
/** Values in a message, for clients that write it in another language. */
export const params = z.record(z.string(), z.union([z.string(), z.number()])).describe('The values in the message.');
/** A wrong value, as errors name it. */
export const issue = ref(
  'Issue',
  z.object({
    path: z.array(z.union([z.string(), z.number()])),
    code: z.string(),
    message: z.string(),
    params: params.optional(),
  }),
);

const oneOf = (words: readonly string[]): string =>
  `must be ${words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')}`;

/** One of some words; another one has the issue `invalid_select_value`. */
export const choice = <const Word extends string>(words: readonly Word[]) =>
  z
    .custom<Word>((given) => words.some((word) => word === given), {
      params: { code: 'invalid_select_value' },
      message: oneOf(words),
    })
    .meta({ type: 'string', enum: words });

/** A query parameter with one of some words; an empty one counts as absent. */
export const queryChoice = <const Word extends string>(words: readonly Word[]) =>
  z
    .preprocess((given) => (given === '' ? undefined : given), choice(words).optional())
    .meta({ type: 'string', enum: words });

/** An object with the same schema for each of some members. */
export const each = <const Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) =>
  z.object(Object.fromEntries(names.map((name) => [name, schema])) as { [Key in Name]: Schema });

/** The file of a form; operations get it with its content. */
export interface UploadedFile {
  readonly fileName: string;
}

const isFile = (given: unknown): boolean => typeof given === 'object' && given !== null && 'fileName' in given;

/** A file of a form. */
export const upload = () =>
  z
    .custom<UploadedFile>(isFile, { params: { code: 'invalid_type' }, message: 'is required' })
    .meta({ type: 'string', format: 'binary' });

/** A text of a form that is JSON. */
export const jsonText = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .transform((given, context): unknown => {
      const issue = (code: string, message: string) => {
        context.addIssue({ code: 'custom', params: { code }, message });
        return z.NEVER;
      };
      if (typeof given !== 'string') return issue('invalid_type', 'must be a text');
      try {
        return JSON.parse(given);
      } catch {
        return issue('invalid_json', 'must be JSON');
      }
    })
    .pipe(schema)
    .meta({ type: 'string', contentMediaType: 'application/json' });
