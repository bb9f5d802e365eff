/**
 * Limits that callers notice. Checks, descriptions and error messages use these constants, so that they cannot
 * differ; docs/limits.md is generated from them and their comments, docs/rules repeat some by hand.
 */

// Requests

/** MiB of a JSON body other than an upload (rules 3.1). */
export const JSON_MIB = 8;
/** MiB of a JSON body with a file in it (rules 12.3). */
export const UPLOAD_MIB = 40;
/** Characters of a text field without a limit of its own (rules 3.4). */
export const MAX_TEXT = 255;
/** Characters of an `Idempotency-Key`. */
export const MAX_KEY = 255;
/** Issues that a refusal lists; further ones are counted. */
export const MAX_ISSUES = 100;

// Lists

/** Records of a page when the request names no `limit` (rules 12.1). */
export const DEFAULT_LIMIT = 50;
/** Records of a page (rules 12.1). */
export const MAX_LIMIT = 5000;
/** Comparisons of a query, as `vorname[prefix]=An` is one. */
export const MAX_COMPARISONS = 20;
/** Values of a filter by one of several, as `status[in]=aktiv,beendet` has two. */
export const MAX_FILTER_VALUES = 50;
/** Entries of a page of a record's history (rules 4.18). */
export const MAX_HISTORY = 200;
/** Items of a group of the agenda (rules 16.20). */
export const MAX_AGENDA_ITEMS = 20;
/** Activities, and deadlines, of a calendar (rules 16.24). */
export const MAX_CALENDAR_EVENTS = 1000;

// Records

/** Items of a batch (rules 12.2). */
export const MAX_BATCH = 100;
/** Rows of a bulk call (rules 4.16). */
export const MAX_BULK = 500;
/** Items of an array that is created together with its record. */
export const MAX_NESTED = 100;
/** Days in which a merge of customers can be undone (rules 5.14a). */
export const UNMERGE_DAYS = 30;
/** Days in which a deleted record can be restored (rules 4.15). */
export const RESTORE_DAYS = 30;
/** Links of a record, and relations of a customer (decision 0042). */
export const MAX_LINKS = 10_000;

// Search

/** Words of a search; a query of more is refused, because the words found without one are others. */
export const MAX_TOKENS = 30;
/** Characters of a search. */
export const MAX_QUERY = 1000;
/** Items of a list in the body of a search. */
export const MAX_SEARCH_ITEMS = 100;
/** Hits of a section that are counted exactly and ranked: the newest. */
export const MAX_HITS = 10_000;
/** Newest entries that are read where no word of a search has a selective trigram. */
export const MAX_ENTRIES_READ = 200_000;
/** Characters of a record's searched text by which it is ranked; names, numbers and titles are at its start. */
export const RANKED_TEXT = 1000;

// Change feed

/** Changes of a page when the request names no `limit` (rules 8.5). */
export const DEFAULT_CHANGES = 100;
/** Changes of a page (rules 8.5). */
export const MAX_CHANGES = 1000;
/** Seconds that an empty page waits for a change (rules 8.5). */
export const MAX_WAIT_S = 25;
/** MiB after which a page of changes with records ends. */
export const CHANGES_MIB = 16;

// Documents

/** MiB of a document's content (rules 12.3). */
export const MAX_FILE_MIB = 25;
/** Waiting documents of a page with proposals (rules 5.16a). */
export const MAX_PROPOSED_DOCUMENTS = 50;
/** Proposals of a waiting document. */
export const MAX_PROPOSALS = 3;
/** The least score of a proposal. */
export const MIN_PROPOSAL_SCORE = 0.6;

// Imports and exports

/** MiB of a CSV or NDJSON file of an import (rules 17.1). */
export const MAX_IMPORT_MIB = 1024;
/** MiB of an Excel file of an import. */
export const XLSX_MIB = 64;
/** Unpacked bytes of an XML file in an Excel file for each packed byte, beyond 1 MiB. */
export const XLSX_RATIO = 100;
/** Rows of an Excel file, without its header. */
export const XLSX_ROWS = 50_000;
/** MiB of a GDV file. */
export const GDV_MIB = 100;
/** Files of a ZIP of GDV files. */
export const GDV_FILES = 100;
/** Columns of a table that is imported. */
export const MAX_COLUMNS = 1000;
/** Named mappings of an organisation, the characters of one, and of a name in a path (rules 17.1). */
export const MAX_MAPPINGS = 100;
export const MAX_MAPPING_CHARS = 65_536;
export const MAX_PATH_NAME = 100;
/** Days in which the rows of an import, and its undo, are stored. */
export const IMPORT_DAYS = 30;
/** A message: MiB with its attachments, and addresses; messages of an organisation in an hour (rules 16.25). */
export const MAX_MESSAGE_MIB = 25;
export const MAX_RECIPIENTS = 20;
export const MAX_HOURLY_MESSAGES = 600;
/** Letters of a job, and unfinished jobs of an organisation (rules 16.26). */
export const MAX_LETTERS = 500;
export const MAX_LETTER_JOBS = 10;
/** Letterhead: characters of a line of the sender, columns of the foot, and characters of a column (rules 16.26). */
export const MAX_LETTERHEAD_LINE = 100;
export const MAX_FOOTER_COLUMNS = 3;
export const MAX_FOOTER_COLUMN = 300;
/** Exports of a user (rules 16.21). */
export const MAX_EXPORTS = 10;
/** Passkeys of a user. */
export const MAX_PASSKEYS = 10;
/** Days until an export is removed. */
export const EXPORT_DAYS = 7;
/** Files of an archive that `org import` reads. */
export const ARCHIVE_FILES = 2_000_000;
/** Unpacked bytes of a file of such an archive for each packed byte, beyond 1 MiB. */
export const ARCHIVE_RATIO = 200;

// Privacy

/** Days until a deleted record is purged, at most (rules 16.22); the least is `RESTORE_DAYS`. */
export const MAX_PURGE_DAYS = 3650;
/** Characters of the reason of a hold or an erasure (rules 16.22). */
export const MAX_REASON = 500;
/** Characters of a text of the page for a person. */
export const MAX_DISCLOSURE = 2000;
/** Retained records of a section that a preview lists. */
export const MAX_LISTED_KEPT = 100;
/** Erasures of a report, and its holds. */
export const MAX_REPORTED = 1000;

// Settings

/** Own fields of a record kind. */
export const MAX_FIELDS = 200;
/** Entries of a list of an organisation. */
export const MAX_OPTIONS = 1000;
/** Roles of an organisation. */
export const MAX_ROLES = 50;
/** Events that a webhook subscribes to. */
export const MAX_EVENTS = 500;
/** Headers that a webhook is called with. */
export const MAX_HEADERS = 100;
/** Mailboxes of an organisation. */
export const MAX_MAILBOXES = 20;
/** MiB of a mail that is fetched from a mailbox; a larger one leaves a note in the inbox (rules 16.27). */
export const MAX_MAIL_MIB = 25;
/** Mails that are fetched from a mailbox at a time. */
export const MAX_MAILS_OF_ROUND = 50;
/** Entries of the audit log that a page reads for a filter without an index (rules 18.7). */
export const MAX_AUDIT_READ = 50_000;

/** A number as sentences have it: `10,000`. */
export const asText = (limit: number): string => limit.toLocaleString('en');

/** Lists of more contracts have no sum of their premiums: it is computed from each of them. */
export const MAX_SUMMED = 20_000;

/** Most rows of the slave that a merge deletes. */
export const MAX_DROPPED = 200;
