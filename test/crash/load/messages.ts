/** Messages to and from the clients' process. */

export type ToLoad =
  | {
      readonly do: 'start';
      readonly address: string;
      readonly token: string;
      /** Position in the change feed. */
      readonly cursor: string;
      readonly seed: number;
      readonly clients: number;
    }
  /** Begin operations, or begin none and only bring the open ones to their end. */
  | { readonly do: 'work'; readonly on: boolean }
  /** The service answers, or is about to be killed. */
  | { readonly do: 'up'; readonly is: boolean }
  | { readonly do: 'ask' }
  /** No more repeating; read everything once more. */
  | { readonly do: 'end' }
  | { readonly do: 'close' };

export type FromLoad =
  | { readonly tell: 'ready'; readonly hook: string }
  | { readonly tell: 'state'; readonly open: readonly string[]; readonly operations: number; readonly slowest: number }
  | { readonly tell: 'ended' };
