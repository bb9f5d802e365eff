/** Error codes of the OpenAPI description. */
import { type Code, errorTable } from '../../../errors/api-error.ts';
import type { Route } from '../../routing/routes.ts';

/** Codes of responses that belong to no described call: unknown addresses, and input that is not HTTP. */
const BESIDES_CALLS: readonly Code[] = [
  'unknown_resource',
  'unsupported_sub_resource',
  'method_not_allowed',
  'invalid_request',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
];

/** Every error code that a response can have, in the order of the table. */
export const errorCodes = (ofCalls: ReadonlySet<Code>, routes: readonly Route[]): readonly string[] => {
  const forbidden = new Set([
    'owner_section',
    'owner_id',
    ...routes.flatMap(({ collection }) => collection?.forbidden ?? []),
  ]);
  return (Object.keys(errorTable) as Code[])
    .filter((code) => ofCalls.has(code) || BESIDES_CALLS.includes(code))
    .flatMap((code) =>
      code === 'body_field_forbidden' ? [...forbidden].sort().map((name) => `body_${name}_forbidden`) : [code],
    );
};
