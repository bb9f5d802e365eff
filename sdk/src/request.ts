/** A call of any address, as the helpers of this package send it. */
import type { Forms } from './retry.ts';
import type { CallOptions } from './types.ts';

/**
 * Request options of the helpers of this package; applications use the methods, or `GET`, `POST`, `PATCH`, `DELETE`.
 */
export interface LooseInit extends CallOptions {
  readonly params?: { readonly path?: object; readonly query?: object };
  readonly body?: unknown;
  /** In place of `body`: a form made for each attempt. */
  readonly forms?: Forms;
}

/** Answers the response as it is; throws like every call. */
export type SendTo = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  init?: LooseInit,
) => Promise<Response>;
