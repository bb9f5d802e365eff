/**
 * Rows of an organisation as its tables have them, from which `org import` makes a new one (docs/archive.md). Tables and
 * columns follow from the database; secrets are left out as the declarations name them.
 */
import { referencingFirst, type TenantTable } from '../../db/tenant/tenant-tables.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { raw } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { secretColumns } from '../secrets/secret-columns.ts';
import { fileNameOf } from './export-file.ts';
import { tablePages } from './export-tables.ts';

/** Tables without a declaration that belong to an archive, and the columns that only this database can use. */
export const archivedTables: Readonly<Record<string, readonly string[]>> = lookupTable({
  organisation: [
    ...['contract', 'trial_ends', 'settings_version', 'search_text_version', 'search_checkpoint'],
    ...['deletion_began_at', 'created_at'],
  ],
  link: [],
  relation: [],
  document_folder_closure: [],
  // Entries are numbered again, in their order.
  audit_entry: ['id'],
  external_identity: [],
  gdv_delivery: [],
  gdv_sparte: [],
  import_mapping: [],
  duplicate_dismissal: [],
  customer_merge: [],
  legal_hold: [],
  erasure: ['leased_until'],
  api_token: [
    ...['issue', 'issued_until', 'last_used_at', 'last_used_address', 'expiry_told_at', 'expiry_telling_until'],
  ],
  mailbox: [
    ...['created_at', 'uid_validity', 'last_uid', 'fetched_at', 'failing_since', 'failure', 'said', 'tries'],
    ...['next_at', 'leased_until'],
  ],
  webhook: [
    ...['released', 'old_secret_until', 'last_test_at', 'last_test_ok', 'tested_at', 'switched_off_because'],
    ...['failing_since', 'failed_count'],
  ],
});

/** Tables that no archive has, and why. */
export const leftOut: Readonly<Record<string, string>> = lookupTable({
  search_entry: 'made of the records',
  record_count: 'made of the records',
  record_block: 'made of the records',
  change: 'the feed of a new organisation begins empty',
  change_feed: 'the feed of a new organisation begins empty',
  webhook_delivery: 'working data',
  idempotency_key: 'working data',
  mailbox_mail: 'working data',
  mail_server: 'access: its password is in no archive',
  sso: 'access: its client secret is in no archive',
  message: 'working data: the mails are documents',
  document_text_job: 'working data',
  letter_job: 'working data',
  letter: 'working data: the letters are documents',
  import_job: 'working data',
  import_row: 'working data',
  export_job: 'working data',
  request_budget: 'counts of requests',
  request_count: 'counts of requests',
  request_total: 'counts of requests',
  webhook_budget: 'counts of requests',
  credential: 'access',
  recovery_code: 'access',
  passkey: 'access',
  session: 'access',
  invitation: 'access',
  known_browser: 'access',
});

/** Rows of one kind in an archive. */
export interface ArchivedRows {
  /** Name of the file. */
  readonly file: string;
  readonly table: TenantTable;
  /** The record kind, where one is declared. */
  readonly resource?: Resource;
  readonly columns: TenantTable['columns'];
  /** Columns by which its rows name others of the same kind. */
  readonly own: readonly string[];
}

/** The name in the catalogue. */
export const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1) : name);

/** The kinds of a table, those that are named by others of it first. */
const kindsOf = (registry: Registry, table: string): readonly Resource[] => {
  const kinds = registry.resources.filter((kind) => kind.storage.stored && kind.table === table);
  const named = ({ path, fields }: Resource): readonly string[] =>
    Object.values(fields).flatMap(({ reference }) => reference?.to.filter((to) => to !== path) ?? []);
  const ordered = referencingFirst(kinds.map((kind) => ({ name: kind.path, names: named(kind), kind })));
  return ordered.map(({ kind }) => kind).toReversed();
};

/**
 * The files of rows, those that others name first.
 * @param tables of the database
 * @param registry the declarations without settings of an organisation
 */
export const archivedRows = (tables: readonly TenantTable[], registry: Registry): readonly ArchivedRows[] => {
  const secrets = new Set(secretColumns(registry).map(({ table, column }) => `${table}.${column}`));
  return tables.toReversed().flatMap((table): ArchivedRows[] => {
    const kinds = kindsOf(registry, table.name);
    const without = ['org_id', ...(kinds.length ? ['printed'] : (archivedTables[table.name] ?? []))];
    const columns = table.columns.filter(
      ({ name }) => !without.includes(unquoted(name)) && !secrets.has(`${table.name}.${unquoted(name)}`),
    );
    if (!kinds.length) {
      const isArchived = Object.hasOwn(archivedTables, table.name);
      return isArchived ? [{ file: `rows/${table.name}.ndjson`, table, columns, own: [] }] : [];
    }
    return kinds.map((resource) => {
      const own = table.own.filter((name) => resource.fields[unquoted(name)]?.reference?.to.includes(resource.path));
      return { file: `rows/${fileNameOf(resource.path)}.ndjson`, table, resource, columns, own };
    });
  });
};

/** JSON texts of rows, page by page. */
export const archivedPages = (
  context: Context,
  { table, resource, columns }: ArchivedRows,
): AsyncGenerator<readonly string[]> => {
  const section = resource?.storage.section;
  return tablePages(
    context,
    {
      table: table.name,
      columns: columns.map(({ name }) => raw(`t.${name}`)),
      key: table.key.length ? table.key.map(({ name, type }) => [name, type]) : [['org_id', 'int']],
    },
    section === undefined ? undefined : raw(`t.section = '${section}'`),
  );
};
