/**
 * Every machine code of the API in one table: status and wording (rules 2 to 6, 13). Code throws `fail('not_found')`;
 * the error handler is the only place that turns it into an answer.
 */

import { MAX_INT } from '../shared/int32.ts';
import {
  asText,
  MAX_BATCH,
  MAX_EXPORTS,
  MAX_FILE_MIB,
  MAX_LINKS,
  MAX_MAPPINGS,
  MAX_PASSKEYS,
} from '../shared/limits.ts';
import { boundedDetails, boundedIssues, boundedMessage, type Issue } from './issues.ts';

export type { Issue } from './issues.ts';

/** `WWW-Authenticate` of a 401 (RFC 9110, RFC 6750): a token is missing, or the given one is invalid. */
const ASK = 'Bearer';
const ASK_ANEW = 'Bearer error="invalid_token"';

const table = {
  // 400: bodies
  invalid_json: [400, 'The request body is not valid JSON.'],
  empty_body: [400, 'The request body is missing or is not a JSON object.'],
  empty_array: [400, `The array of items is empty; send between 1 and ${MAX_BATCH} items.`],
  batch_too_large: [400, `Too many items; at most ${MAX_BATCH} can be created in one request.`],
  validation_failed: [400, 'The request is invalid; `issues` names every field that is wrong.'],
  no_valid_fields: [400, 'The body has no field that can be written.'],
  body_field_forbidden: [400, 'This field is set by the path and must not be in the body.'],
  // 400: path numbers
  invalid_id: [400, `The id in the path must be a whole number from 1 to ${MAX_INT}.`],
  invalid_kid: [400, `The kid must be a whole number from 1 to ${MAX_INT}.`],
  invalid_request: [400, 'The request could not be understood as HTTP.'],
  // 400: records
  missing_kid: [400, 'The field kid must name the record this one belongs to.'],
  missing_name: [400, 'The field name is required.'],
  missing_subject: [400, 'A template of a mail needs the field subject.'],
  unknown_placeholder: [
    400,
    'The text has a placeholder that does not exist; GET /v3/system/templates/placeholders lists those that do.',
  ],
  rule_needs_contract: [
    400,
    'The rule sets the status of a contract; assign the document to a contract, or leave rule_id out.',
  ],
  invalid_kategorie: [400, 'The value of kategorie is not in the list of categories.'],
  email_not_unique: [400, 'Another user of the organisation has this e-mail address.'],
  license_quota_exceeded: [400, 'All licences of the plan are in use.'],
  invalid_parent_id: [400, 'The parent folder does not exist at this record, or would make the tree circular.'],
  // 400: links and relations
  query_owner_section_forbidden: [400, 'owner_section is given by the path and must not be in the query.'],
  query_owner_id_forbidden: [400, 'owner_id is given by the path and must not be in the query.'],
  missing_foreign_section: [400, 'The field foreign_section is required.'],
  invalid_foreign_id: [400, 'The field foreign_id must be the id of another record.'],
  validation_error: [400, 'The relation is invalid; send exactly kid_beziehung and beziehung.'],
  self_relationship: [400, 'A customer cannot be related to itself.'],
  invalid_relationship_type: [400, 'The relation type does not exist.'],
  no_reverse_pair: [400, 'The relation type has no reverse type.'],
  // 400: change feed
  invalid_cursor: [400, 'The cursor is none that this organisation was given; take `next` as it was answered.'],
  unrecognized_key: [400, 'The body has a field that cannot be changed; `issues` names it.'],
  exact_only_not_supported: [400, 'The option exactOnly is not supported.'],
  test_required: [400, 'The webhook needs a successful test before it is switched on.'],
  event_not_active: [400, 'The webhook has not activated this event.'],
  // 401
  missing_bearer_token: [401, 'Send the token as `Authorization: Bearer <token>`.', ASK],
  empty_token: [401, 'The bearer token is empty.', ASK],
  invalid_token: [401, 'The token cannot be read or its signature is wrong.', ASK_ANEW],
  token_expired: [401, 'The token has expired.', ASK_ANEW],
  token_revoked: [401, 'The token was revoked.', ASK_ANEW],
  token_not_found: [401, 'The token no longer exists.', ASK_ANEW],
  wrong_token_kind: [401, 'This kind of token cannot be used here.', ASK_ANEW],
  invalid_token_type: [401, 'This type of token cannot be used here.', ASK_ANEW],
  token_mismatch: [401, 'The token was issued anew or belongs to another organisation.', ASK_ANEW],
  invalid_expiry: [401, 'The expiry of the token is invalid.', ASK_ANEW],
  missing_cid: [401, 'The token names no organisation.', ASK_ANEW],
  // 401: settings
  not_signed_in: [401, 'Sign in first.'],
  login_failed: [401, 'E-mail address or password is wrong, or the user may not sign in.'],
  code_required: [401, 'Enter the code of the authenticator app.'],
  code_invalid: [401, 'The code is wrong, has expired or has already been used.'],
  passkey_failed: [401, 'The passkey was not accepted: it is not known here, or took longer than five minutes.'],
  // 403: settings
  csrf_failed: [403, 'The request does not come from the settings page; load the page again.'],
  administrator_required: [403, 'Only administrators of the organisation may do this.'],
  role_exceeds_own_scopes: [
    403,
    'The role of the user, before or after the change, has a scope that the caller lacks.',
  ],
  password_change_required: [403, 'This password is good for one thing alone: choose your own first.'],
  factor_required: [403, 'The organisation requires a second factor: set it up first.'],
  local_passwords_off: [403, 'The organisation has switched passwords off: sign in with your work account.'],
  sso_denied: [403, 'The issuer has not signed you in: the sign-in was cancelled or refused there.'],
  sso_answer_invalid: [403, 'The answer of the issuer is not valid; start the sign-in again.'],
  sso_no_email: [403, 'The issuer names no e-mail address of the account.'],
  sso_email_unverified: [403, 'The issuer does not call the e-mail address of the account verified.'],
  sso_no_user: [403, 'The organisation has no user with the e-mail address of the work account.'],
  sso_user_inactive: [403, 'The user of the work account may not sign in.'],
  sso_other_account: [
    403,
    'The user with this e-mail address is bound to another work account; an administrator can release it.',
  ],
  own_factor: [403, 'Switch your own second factor off at your account, with your password and a code.'],
  // 403
  missing_required_scope: [403, 'The token lacks the scope that this call needs.'],
  insufficient_scope: [403, 'The token lacks the read scope of some of the requested sections.'],
  forbidden_indices: [403, 'The token lacks the read scope of some of the requested indices.'],
  origin_not_allowed: [403, 'Pages of this origin may not call the address; CORS_ORIGINS names those that may.'],
  ip_not_allowed: [403, 'The token cannot be used from this address.'],
  contract_inactive: [403, 'The contract of the organisation is not active.'],
  trial_expired: [403, 'The trial period of the organisation is over.'],
  document_protected: [403, 'The document is protected and cannot be deleted.'],
  folder_protected: [403, 'The folder is protected and cannot be deleted.'],
  // 404, 405
  endpoint_not_found: [404, 'There is no such endpoint.'],
  not_found: [404, 'The record does not exist.'],
  record_not_found: [404, 'The record in the path does not exist.'],
  unknown_invitation: [404, 'The link is wrong, has already been used or has expired; ask for a new one.'],
  unknown_resource: [404, 'There is no sub-resource of this name.'],
  unsupported_sub_resource: [404, 'This record kind does not have this sub-resource.'],
  customer_not_found: [404, 'The customer does not exist.'],
  sso_not_offered: [404, 'No sign-in with a work account is offered for this.'],
  target_not_found: [404, 'The record to connect with does not exist.'],
  method_not_allowed: [405, 'This method is not allowed here; the Allow header names those that are.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  // 409 to 416
  delete_failed: [409, 'The record was changed at the same moment; try again.'],
  not_deleted: [409, 'The record is not deleted.'],
  merge_not_undoable: [
    409,
    'There is no merge of these two customers that can be undone: it was undone already, or is older than 30 days.',
  ],
  parent_deleted: [409, 'The record above this one is deleted; restore that one first.'],
  relation_exists: [409, 'This link already exists.'],
  already_following: [409, 'This user already follows the record.'],
  tag_already_assigned: [409, 'This tag is already assigned.'],
  duplicate_relation: [409, 'This relation already exists.'],
  organisation_required: [409, 'The e-mail address belongs to several organisations; name one.'],
  last_administrator: [409, 'At least one user must be able to administer the organisation.'],
  message_not_failed: [409, 'Only a message that failed can be sent again; this one is kept only, waits or was sent.'],
  no_email_address: [409, 'The recipient has no e-mail address, or none that may be written to.'],
  mail_not_configured: [
    409,
    'There is no mail server: an administrator can set one in the settings (mailboxes), an operator by SMTP_URL.',
  ],
  sso_unreachable: [409, 'The issuer of the organisation does not answer.'],
  sso_client_refused: [409, 'The issuer refuses the client id or the client secret of the organisation.'],
  sso_request_refused: [
    409,
    'The issuer refuses the request: it does not know the client id, or the redirect address is not registered.',
  ],
  sso_expired: [409, 'The sign-in took too long, was used already, or began in another browser; start it again.'],
  billing_company_in_use: [409, 'Contracts use this billing company.'],
  import_state: [409, 'The import is in a state that does not allow this.'],
  role_in_use: [409, 'Users have this role; give them another one first.'],
  retention_applies: [409, 'Retention rules keep all records of the customer; nothing can be erased yet.'],
  legal_hold: [409, 'A hold keeps the records of the customer; lift it first.'],
  role_fixed: [409, 'The role admin has every scope and cannot be changed or removed.'],
  relation_type_in_use: [409, 'Relations between customers use this relation type or its reverse.'],
  list_in_use: [409, 'Fields choose from this list.'],
  field_being_removed: [
    409,
    'A field of this name is still being removed, which takes some minutes; choose another name, or try again later.',
  ],
  archive_running: [409, 'An archive is being made; wait for it, or cancel it.'],
  too_many_exports: [409, `A user has at most ${MAX_EXPORTS} exports; delete those that are no longer needed.`],
  letters_not_done: [
    409,
    'The letters have no file: they are still being made, or none could be made; `state` and `failed` say which.',
  ],
  too_many_letters: [409, 'Too many letters are still being made; wait until some are done.'],
  export_not_done: [409, 'The export has no file: it is still running, or it failed; `state` says which.'],
  too_many_mappings: [
    409,
    `The organisation has ${MAX_MAPPINGS} named mappings; delete those that are no longer needed.`,
  ],
  passkeys_unavailable: [
    409,
    'Browsers offer passkeys only for an address with a name and https, or for localhost; PUBLIC_URL sets it.',
  ],
  too_many_passkeys: [409, `A user has at most ${MAX_PASSKEYS} passkeys; remove one that is no longer used.`],
  too_many_webhooks: [409, 'The organisation has as many webhooks as it may have; delete those that nobody needs.'],
  too_many_links: [
    409,
    `A record has at most ${asText(MAX_LINKS)} links, and as many relations; delete those that nobody needs.`,
  ],
  later_than_issued: [409, 'The string of the token carries an earlier end; issue the token anew with the later one.'],
  already_revoked: [409, 'The token was revoked and stays so; create a new one.'],
  idempotency_key_in_use: [409, 'A request with this Idempotency-Key is still running.'],
  search_backend_removed: [410, 'This search mode was removed.'],
  search_index_managed_by_crm: [410, 'The service keeps the search index up to date itself.'],
  cursor_expired: [410, 'What follows the cursor is kept no more; take a new one, then read the lists.'],
  precondition_failed: [412, 'The record has changed since it was read.'],
  file_too_large: [413, `The file is larger than ${MAX_FILE_MIB} MiB.`],
  payload_too_large: [413, 'The request body is too large, or has too many values.'],
  uri_too_long: [414, 'The address of the request is too long.'],
  unsupported_media_type: [
    415,
    'Send the body as application/json, or as multipart/form-data where it carries a file.',
  ],
  range_not_satisfiable: [416, 'The requested range lies outside the file.'],
  // 422
  invalid_object: [422, 'The item is not a JSON object.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another request.'],
  // 429
  rate_limit_exceeded: [429, 'The request budget of the organisation is used up for this minute.'],
  too_many_logins: [429, 'Too many failed attempts to sign in; try again later.'],
  too_many_mails: [429, 'Too many mails were asked for; try again later.'],
  too_many_auth_failures: [429, 'Too many failed authentications from this address.'],
  headers_too_large: [431, 'The request headers are too large.'],
  // 5xx
  internal_error: [500, 'An unexpected error occurred.'],
  validation_infrastructure_failure: [500, 'The field description could not be loaded; nothing was written.'],
  link_failed: [500, 'The document could not be linked and was removed again.'],
  s3_upload_failed: [502, 'The file store is not available; nothing was written.'],
  search_backend_failed: [502, 'The search is not available.'],
  service_unavailable: [503, 'The service is not available at the moment; try again later.'],
} as const satisfies Record<string, readonly [number, string, string?]>;

/** A machine code of the table. */
export type Code = keyof typeof table;

/** The optional members of an error. */
export interface Extra {
  readonly message?: string;
  readonly issues?: readonly Issue[];
  /** Further members of `data` (`required_scope`, `retry_after`, ...). */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The machine code as answered, where it is made from a field name (`body_kid_forbidden`). */
  readonly as?: string;
  /** The underlying error; logged, never sent. */
  readonly cause?: unknown;
}

/** An error with a response. Its texts are bounded here, so that no throwing code can produce a large response. */
export class ApiError extends Error {
  readonly status: number;
  readonly extra: Extra;
  /** How many findings there are; `extra.issues` holds the first of them. */
  readonly issuesTotal: number;
  constructor(
    readonly code: Code,
    extra: Extra = {},
  ) {
    super(extra.message ?? table[code][1], { cause: extra.cause });
    const [status, , challenge]: readonly [number, string, string?] = table[code];
    this.status = status;
    const { listed, total } = boundedIssues(extra.issues ?? []);
    this.extra = {
      ...extra,
      ...(challenge ? { headers: { 'WWW-Authenticate': challenge, ...extra.headers } } : {}),
      ...(extra.issues ? { issues: listed } : {}),
      ...(extra.details ? { details: boundedDetails(extra.details) as Extra['details'] } : {}),
    };
    this.issuesTotal = total;
  }

  /** The machine code as answered. */
  get error(): string {
    return this.extra.as ?? this.code;
  }

  /** The message as answered. */
  get said(): string {
    return boundedMessage(this.message);
  }

  /** The answer's body (rules 13.1). */
  body(): Record<string, unknown> {
    const { details } = this.extra;
    return {
      statusCode: this.status,
      statusMessage: this.said,
      data: { error: this.error, message: this.said, ...details, ...this.findings() },
    };
  }

  /** `issues`, and `issues_total` where there are more than are listed (rules 8.1). */
  findings(): { readonly issues?: readonly Issue[]; readonly issues_total?: number } {
    const { issues } = this.extra;
    if (!issues) return {};
    return { issues, ...(this.issuesTotal > issues.length ? { issues_total: this.issuesTotal } : {}) };
  }
}

/** Whether something would have been a longer text than Node.js can hold. */
export const isTooLong = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'ERR_STRING_TOO_LONG' || (error instanceof RangeError && message === 'Invalid string length');
};

/** A 503 without a cause is a decision and no failure: no capacity for the call, or its client is disconnected. */
export const isOverloadError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.cause === undefined;

/** Makes an error of the table: `throw fail('not_found')`. */
export const fail = (code: Code, extra?: Extra): ApiError => new ApiError(code, extra);

/** No organisation has this id, or one that is being deleted. */
export const unknownOrganisation = (orgId: number): ApiError =>
  fail('not_found', {
    as: 'unknown_organisation',
    message: `There is no organisation ${orgId}; see: broker-crm org list`,
  });

/** Whether work ended because its organisation is not there, or not any more. */
export const isUnknownOrganisation = (error: unknown): boolean =>
  error instanceof ApiError && error.error === 'unknown_organisation';

/** Whether a record is not there. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The retry hint of an error, in its body and as a header. @param seconds whole, at least 1 */
export const retryAfter = (seconds: number) => ({
  details: { retry_after: seconds },
  headers: { 'Retry-After': String(seconds) },
});

/** Whether an answer would be longer than one may be, or than Node.js can hold. */
export const isTooLarge = (error: unknown): boolean =>
  isTooLong(error) || (error instanceof ApiError && error.code === 'payload_too_large');

/** An answer that would be longer than one may be. */
export const answerTooLarge = (cause?: unknown): ApiError =>
  fail('payload_too_large', {
    cause,
    message: 'The answer would be too large: ask for fewer records (limit), or for some of their fields (fields).',
  });

/** One record that is longer with its arrays than it may be. @param asked names of the switches that ask for them */
export const recordTooLarge = (asked: readonly string[]): ApiError =>
  fail('payload_too_large', {
    message: `The record with its arrays would be too large: ask ${
      asked.length > 1
        ? `for fewer of ${asked.join(', ')}, whose records have lists of their own.`
        : `without ${asked.join()}, whose records have a list of their own.`
    }`,
  });

/** `body_<field>_forbidden` (rules 3.3). */
export const bodyFieldForbidden = (field: string): ApiError =>
  fail('body_field_forbidden', {
    as: `body_${field}_forbidden`,
    message: `${field} is given by the path and must not be in the body.`,
    details: { field },
  });

/** 400 `validation_failed` with its findings. */
export const invalid = (issues: readonly Issue[]): ApiError => fail('validation_failed', { issues });

/** The cause of an error for the log, including nested errors. */
export const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return error instanceof ApiError && cause instanceof Error ? reasonOf(cause) : message;
};

/** All codes with status and wording, for the OpenAPI description and the tests. */
export const errorTable: Readonly<Record<Code, readonly [number, string, string?]>> = table;
