import type { AnswerOf } from '../../api/client.ts';

/** The query of the issuer of the organisation. */
export const SSO_KEY = ['sso'];
/** The name of the form's draft. */
export const SSO_DRAFT = 'settings/sso';
/** The stored issuer, without its secret. */
export type Sso = NonNullable<AnswerOf<'GET /sso'>['settings']>;
