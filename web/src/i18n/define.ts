/** Texts of one page in both languages; a key that one of them lacks does not compile. */

type Texts = { readonly [key: string]: string | Texts };
type SameKeys<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> };

export interface Messages<T = Texts> {
  readonly de: T;
  readonly en: T;
}

export const defineMessages = <T extends Texts>(messages: { de: T; en: SameKeys<NoInfer<T>> }): Messages<T> =>
  messages as Messages<T>;
