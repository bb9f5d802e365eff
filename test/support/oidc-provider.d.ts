/** The parts of oidc-provider that the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    readonly oidc: {
      readonly session?: { readonly accountId?: string };
      readonly provider: { readonly Grant: new (of: { clientId: string; accountId: string }) => Grant };
    };
  }
  interface Options {
    readonly findAccount: (context: Context, sub: string) => unknown;
    readonly interactions: { readonly url: (context: Context, interaction: { readonly uid: string }) => string };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
    readonly [option: string]: unknown;
  }
  export default class Provider {
    constructor(issuer: string, options: Options);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
