/** The texts of a language. German is the reference: a key that another language lacks or adds does not compile. */
import type * as general from './de/index.ts';
import type * as settings from './de/settings/index.ts';

/** The texts of German. */
export type German = typeof general & typeof settings;

type Other = 'zero' | 'two' | 'few' | 'many';

/** The same keys, and where a text has plural forms, those that German has no need of (`entries_few`). */
type Shape<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Shape<T[Key]> } & {
  readonly [Key in keyof T as Key extends `${infer Name}_other` ? `${Name}_${Other}` : never]?: string;
};

export type Texts = Shape<German>;
