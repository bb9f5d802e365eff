/** Which columns hold secrets: those of webhooks, mail servers, issuers and sign-ins, and every field that is declared as one. */
import { storedColumns } from '../../derive/storage/columns.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';

/** A column whose values are encrypted. */
export interface SecretColumn {
  readonly table: string;
  readonly column: string;
  /** The column that names the row. */
  readonly row: string;
  /** Belongs to all organisations together. */
  readonly shared?: boolean;
  /** A JSON object whose members are encrypted one by one; their names are not secret. */
  readonly members?: boolean;
  /** The record kind that has it as a field. */
  readonly resource?: Resource;
}

const OWN: readonly SecretColumn[] = [
  { table: 'signing_key', column: 'secret', row: 'kid', shared: true },
  { table: 'webhook', column: 'secret', row: 'id' },
  { table: 'webhook', column: 'old_secret', row: 'id' },
  { table: 'webhook', column: 'headers', row: 'id', members: true },
  { table: 'mailbox', column: 'password', row: 'id' },
  { table: 'mail_server', column: 'password', row: 'org_id' },
  { table: 'sso', column: 'client_secret', row: 'org_id' },
  { table: 'credential', column: 'totp_secret', row: 'kid' },
  { table: 'credential', column: 'totp_pending', row: 'kid' },
];

/** All of them. */
export const secretColumns = (registry: Registry): readonly SecretColumn[] => [
  ...OWN,
  ...registry.resources
    .filter(({ storage: rows }) => rows.stored)
    .flatMap((resource) =>
      storedColumns(resource)
        .filter(({ field }) => field.kind.secret)
        .map(({ name }) => ({ table: resource.table, column: name, row: 'id', resource })),
    ),
];

/** The name of the column in the key registry. */
export const nameOf = ({ table, column }: SecretColumn): string => `${table}.${column}`;
