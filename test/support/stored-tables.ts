/** The tables that no declaration describes, and what an erasure does with them: a part of the data map (data-map.ts). */
import { lookupTable } from '../../src/shared/lookup-table.ts';

/**
 * The effect of an erasure on the rows of a table that are about the person: it deletes them, blanks the columns with values and
 * leaves who and when, waits for a short and fixed time after which the service removes them, or does nothing.
 */
type Erasure = 'deleted' | 'blanked' | 'expires' | 'none';

/** A table on the map. */
export interface MappedTable {
  readonly columns: readonly string[];
  readonly erasure: Erasure;
  /** How its rows are found from a record, and the reason where nothing is erased. */
  readonly how: string;
}

const table = (erasure: Erasure, columns: string, how: string): MappedTable => ({
  columns: columns.split(' '),
  erasure,
  how,
});

const ACCESS = 'no personal data of customers: access of the users of the organisation, removed with the user.';
const INSTALLATION = 'no personal data: about the installation, of no organisation.';
const NUMBERS = 'no personal data: counts only.';

/** Tables without a declaration, by name. A new column of one of them needs its name here. */
export const storedTables: Readonly<Record<string, MappedTable>> = lookupTable({
  link: table(
    'deleted',
    'org_id id owner_section owner_id foreign_section foreign_id insert_datum',
    'by section and id of both ends: both rows.',
  ),
  relation: table(
    'deleted',
    'org_id id kid kid_beziehung beziehung reverse_id reverse_beziehung insert_datum',
    'by `kid` and `kid_beziehung`: both directions.',
  ),
  document_folder_closure: table(
    'deleted',
    'org_id ancestor_id descendant_id depth',
    'by the folders of the customer, with them.',
  ),
  search_entry: table('deleted', 'org_id section id part part_id text grams', 'by section and id of the record.'),
  audit_entry: table(
    'blanked',
    'org_id id at token_id user_kid via request_id section record_id action owner_section owner_id changes security',
    'by section and id of the record or of its owner: `changes` has the names of the fields and no values from then on.',
  ),
  change: table(
    'deleted',
    'org_id number id at section record_id action changed owner_section owner_id slave_kid audience',
    'by section and id. Deletions stay until the feed ends them: a client needs the number to remove its own copy.',
  ),
  webhook_delivery: table(
    'deleted',
    'org_id id webhook_id request_id event_name event_at payload state resent tries attempts next_attempt_at leased_until traceparent',
    'by the number and the kind of the record in `payload`, waiting ones too.',
  ),
  idempotency_key: table(
    'blanked',
    'org_id token_id key item fingerprint started_at status body about',
    'by the records that `about` lists: the answer says `erased` alone from then on. Refusals are deleted.',
  ),
  message: table(
    'deleted',
    'org_id id document_id activity_id state recipients message_id created_at sent_at tries next_attempt_at leased_until error',
    'by the document that it is.',
  ),
  import_row: table(
    'deleted',
    'org_id job_id row line outcome section record_id key external_key action state source result before',
    'by section and `record_id`, and by the candidates of an undecided row. All rows end after 30 days.',
  ),
  import_job: table(
    'blanked',
    'org_id id state fingerprint format asked options header_key file_name sha256 url size aws token_id user_kid total position applied only_decided counts hints columns lines files error created_at queued_at applied_at undone_at lease leased_until',
    'the file of a job with such a row is removed; the job says counts.',
  ),
  import_mapping: table(
    'none',
    'org_id name options updated_at',
    'headers of tables with their fields, and words that are read instead of others, which the service asks to name no person.',
  ),
  customer_merge: table('deleted', 'org_id slave master at done', 'merges of the customer, either way.'),
  duplicate_dismissal: table('none', 'org_id section one other created_at', NUMBERS),
  external_identity: table('deleted', 'org_id section source external_id id', 'by section and id.'),
  export_job: table(
    'deleted',
    'org_id id state sections format since options scopes personal token_id user_kid url size aws records error created_at finished_at lease leased_until tries',
    'archives, and exports with sections of the person, are deleted with their files.',
  ),
  gdv_delivery: table('deleted', 'org_id section record_id vu job_id delivered lines', 'by section and `record_id`.'),
  document_text_job: table('none', 'org_id id created_at leased_until tries', NUMBERS),
  letter_job: table(
    'deleted',
    'org_id id state section kind subject text ids recipient consent scopes token_id user_kid created_at finished_at lease leased_until tries',
    'jobs with letters of the person; the text goes when a job is done.',
  ),
  letter: table('deleted', 'org_id job_id record_id document_id content empty error', 'with their job.'),
  legal_hold: table(
    'deleted',
    'org_id kid until reason token_id user_kid created_at',
    'by `kid`, with the row of the customer.',
  ),
  erasure: table(
    'none',
    'org_id id kid state reason token_id user_kid created_at due done_at counts leased_until contracts',
    'the ledger of erasures: numbers, days, keyed hashes of contract numbers, and the reason of the administrator, who is asked to name no person in it.',
  ),
  gdv_sparte: table('none', 'org_id key sparte', 'no personal data: a choice by insurer, line and product name.'),
  change_feed: table('none', 'org_id last gone', NUMBERS),
  record_count: table('none', 'org_id name slot n', NUMBERS),
  record_block: table('none', 'org_id name block slot n', NUMBERS),
  request_budget: table('none', 'org_id minute used granted', NUMBERS),
  request_count: table('none', 'org_id hour token_id method route status requests', NUMBERS),
  request_total: table('none', 'org_id hour requests refused failed', NUMBERS),
  webhook_budget: table('none', 'org_id minute used granted used_failing', NUMBERS),
  webhook: table(
    'none',
    'org_id id name description url method content_type headers events active released secret old_secret old_secret_until last_test_at last_test_ok tested_at switched_off_because failing_since failed_count created_at',
    'no personal data: a receiver of the organisation.',
  ),
  mailbox: table(
    'none',
    'org_id id name host port tls username password folder active created_at uid_validity last_uid fetched_at failing_since failure said tries next_at leased_until',
    'no personal data of customers: a mailbox of the organisation.',
  ),
  mailbox_mail: table(
    'none',
    'org_id mailbox_id key fetched_at',
    'hashes of Message-IDs, which keep a mail from being fetched again.',
  ),
  mail_server: table(
    'none',
    'org_id host port tls username password sender',
    'no personal data of customers: the mail server of the organisation.',
  ),
  organisation: table(
    'none',
    'org_id name time_zone contract trial_ends plan settings settings_version second_factor logo logo_name search_text_version search_checkpoint deletion_began_at created_at',
    'no personal data of customers: the organisation itself.',
  ),
  api_token: table(
    'none',
    'org_id id user_kid name scopes expires_at addresses issue revoked_at created_at issued_until last_used_at last_used_address expiry_told_at expiry_telling_until',
    ACCESS,
  ),
  credential: table(
    'none',
    'org_id kid email_lower password_hash temporary changed_at totp_secret totp_pending totp_step calendar_hash challenge_at sso_issuer sso_subject',
    ACCESS,
  ),
  sso: table(
    'none',
    'org_id issuer client_id client_secret active local_passwords trust_emails trust_factor create_role create_domains',
    'no personal data: about the organisation.',
  ),
  recovery_code: table('none', 'org_id kid id', ACCESS),
  passkey: table('none', 'org_id kid id public_key counter name created_at used_at', ACCESS),
  session: table('none', 'org_id id kid csrf address browser created_at used_at sso_factor proved_at', ACCESS),
  invitation: table('none', 'org_id id kid kind expires_at', ACCESS),
  known_browser: table('none', 'org_id id kid used_at', ACCESS),
  failed_authentication: table(
    'expires',
    'address failures since blocked_until',
    'client addresses, removed when the block ends.',
  ),
  login_failure: table('expires', 'id failures since', 'digests of client addresses, removed when the block ends.'),
  signing_key: table('none', 'kid secret created_at retired_at', INSTALLATION),
  secrets_key: table('none', 'id check_value encrypted created_at', INSTALLATION),
  file_folder: table('none', 'only_one id place seen_at', INSTALLATION),
  schema_migration: table('none', 'number name checksum applied_at', INSTALLATION),
});
